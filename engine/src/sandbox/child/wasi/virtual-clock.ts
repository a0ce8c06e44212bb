/** Every look at the clock lets this pass, so that a program that waits for the clock in a loop sees it move. */
const lookNs = 1000n;

/** 2026-01-01T00:00:00Z. */
const startNs = 1_767_225_600_000_000_000n;

/**
 * The guest's clock, the same in every run: it moves by sleeping and by being looked at, never with the machine. Sleeping takes no
 * real time; `slept` is told
 * the milliseconds of each sleep, which count against the limit.
 */
export const createVirtualClock = (slept: (ms: number) => void) => {
  let passedNs = 0n;
  /** Less than a millisecond, not yet told. */
  let sleptNs = 0n;
  return {
    resolutionNs: lookNs,
    realtimeNs: (): bigint => startNs + (passedNs += lookNs),
    monotonicNs: (): bigint => (passedNs += lookNs),
    sleep: (ns: bigint): void => {
      if (ns <= 0n) return;
      passedNs += ns;
      sleptNs += ns;
      const wholeMs = sleptNs / 1_000_000n;
      sleptNs -= wholeMs * 1_000_000n;
      if (wholeMs > 0n) slept(Number(wholeMs));
    },
  };
};
export type VirtualClock = ReturnType<typeof createVirtualClock>;
