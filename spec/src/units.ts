/** A span of time in milliseconds; fractions are kept. */
export type Milliseconds = number;
/** A point on this machine's monotonic clock, in milliseconds. Shared by all threads and processes of one boot. */
export type Instant = number;
/** A rate in tokens per second, in the model's own tokens. */
export type TokensPerSecond = number;
/** A size in bytes. */
export type Bytes = number;
/** A number of tokens in the model's own tokenizer. */
export type Tokens = number;
/** A share between 0 and 1. */
export type Share = number;
