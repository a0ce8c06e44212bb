export type RateLimit = {
  /** True where one more request may be answered at this time, in milliseconds on any clock that never goes back. */
  take: (nowMs: number) => boolean;
};

/** Allows `burst` requests at once, and `perSecond` in the long run. Token bucket. */
export const createRateLimit = ({ burst, perSecond }: { burst: number; perSecond: number }): RateLimit => {
  let left = burst;
  let at: number | null = null;
  return {
    take: (nowMs) => {
      left = Math.min(burst, left + (Math.max(0, nowMs - (at ?? nowMs)) * perSecond) / 1000);
      at = nowMs;
      if (left < 1) return false;
      left -= 1;
      return true;
    },
  };
};
