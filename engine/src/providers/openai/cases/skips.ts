/** Cases that need a transport; `transport.test.ts` plays them against a scripted server. */
export const transportNumbers = [16, 21, 23, 24, 25, 26, 27, 28, 29, 30, 60, 120, 121, 122, 131, 132, 133] as const;

/** Cases of wire.md section 13, A to E and G, that no test plays here. */
export const skips: readonly { number: number; reason: string }[] = [
  { number: 66, reason: 'Durations in nanoseconds are those of Ollama’s own API; no OpenAI-compatible server sends them.' },
  { number: 68, reason: 'Loading text injected by a proxy needs the fingerprint of that proxy, which comes with the other servers.' },
];

/** Cases that are played in part, with what is left to others. */
export const partly: readonly { number: number; reason: string }[] = [
  {
    number: 49,
    reason: 'The reply’s own model name is kept; the run compares it with the one asked for, because a receipt does not hold the request.',
  },
  { number: 59, reason: 'Usage stays null; a count by a local tokenizer or an estimate is the run’s to make, with its source.' },
  { number: 65, reason: 'Times and counts are right; the rate of decoding is the summary’s.' },
  { number: 93, reason: 'The name is kept and warned of: a receipt does not hold the declared tools that it would have to match.' },
  { number: 121, reason: 'The wait that the server asks for is told; waiting is the run’s.' },
];
