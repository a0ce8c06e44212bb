/** Cases that need a transport; `transport.test.ts` plays them against a scripted server. */
export const transportNumbers = [16, 21, 23, 24, 25, 26, 27, 28, 29, 30, 60, 120, 121, 122, 131, 132, 133] as const;

/** Cases of wire.md section 13, A to E and G, that no test plays here. */
export const skips: readonly { number: number; reason: string }[] = [
  {
    number: 66,
    reason: 'Durations in nanoseconds are those of Ollama’s own API, whose cases play it; no OpenAI-compatible server sends them.',
  },
];

/** Cases whose rest is played by whole runs in `door/wire-cases.test.ts`, or that are judged otherwise, with the reason. */
export const partly: readonly { number: number; reason: string }[] = [
  {
    number: 23,
    reason: 'Every request asks for a stream, and the reader goes by the bytes alone: it is played as a stream under other content types.',
  },
  {
    number: 49,
    reason: 'A receipt does not hold the request: the run compares the name that the reply gives with the one that was asked for.',
  },
  {
    number: 53,
    reason: 'Judged otherwise: a read that carries several tokens withholds inter-token times, so no weight per chunk is kept.',
  },
  { number: 57, reason: 'The visible tokens are the difference of the two counts, which no part of a run asks for.' },
  { number: 58, reason: 'The prefill rate and the flag of a cached prompt are made by the summary of a call.' },
  {
    number: 59,
    reason: 'Judged otherwise: usage stays null and rates are withheld with a warning, as an estimate of tokens is no measurement.',
  },
  {
    number: 60,
    reason: 'Judged otherwise: it is remembered for one connection, because the server at an address may be another one next time.',
  },
  { number: 61, reason: 'The decode rate is made by the summary of a call; the raw members are in the receipt.' },
  { number: 62, reason: 'Whether there is a decode rate is decided by the summary of a call.' },
  { number: 65, reason: 'The rate is made by the summary, which withholds it where coalescing could move it by more than 5 %.' },
  {
    number: 93,
    reason: 'Judged otherwise: the name is kept as the server gave it, with a warning, because that is what a caller would have to run.',
  },
  {
    number: 94,
    reason:
      'A call that comes at once after a wait is one read: the summary makes no rate of one read, and the preflight tells a buffered stream.',
  },
  { number: 100, reason: 'The flag is the warning that the reasoning was never closed.' },
  { number: 121, reason: 'The reader tells the wait that the server asks for, as seconds and as a date; the run waits.' },
];
