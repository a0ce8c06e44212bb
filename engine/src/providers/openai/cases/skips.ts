/** Cases that need a transport; `transport.test.ts` plays them against a scripted server. */
export const transportNumbers = [16, 21, 23, 24, 25, 26, 27, 28, 29, 30, 60, 120, 121, 122, 131, 132, 133] as const;

/** Cases of wire.md section 13, A to E and G, that no test plays here. */
export const skips: readonly { number: number; reason: string }[] = [
  { number: 66, reason: 'Durations in nanoseconds are those of Ollama’s own API; no OpenAI-compatible server sends them.' },
  { number: 68, reason: 'Loading text injected by a proxy needs the fingerprint of that proxy, which comes with the other servers.' },
];
