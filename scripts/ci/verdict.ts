/** What a test run gave. `reason` is null where a skipped test names none. */
export type TestCounts = { passed: number; failed: number; skipped: { name: string; reason: string | null }[] };

/**
 * Reasons that hold in CI too: what the machine has not, no installation can give, and servers whose building takes longer
 * than a CI run may; CI uses those where they are in the cache.
 */
const allowedReasons = [
  /\bGPU\b/,
  /\bkeychain\b/,
  /^only on (?:macOS|Windows)\b/,
  /^not on Linux\b/,
  /^does not apply: /,
  /^optional: .*\btest-assets\.ts --with-[a-z]+\b/,
];

export type CountsVerdict = { ok: boolean; complaints: string[]; lastLine: string };

/** Judges a CI run: nothing failed, something passed, and nothing was skipped that CI can run. */
export const judgeCounts = ({ passed, failed, skipped }: TestCounts): CountsVerdict => {
  const needless = skipped.filter(({ reason }) => reason === null || !allowedReasons.some((allowed) => allowed.test(reason)));
  const complaints = needless.map(({ name, reason }) => `skipped, though CI can run it: ${name} (${reason ?? 'no reason given'})`);
  if (passed === 0) complaints.push('no test passed');
  return {
    ok: failed === 0 && complaints.length === 0,
    complaints,
    lastLine: `${passed} passed, ${failed} failed, ${skipped.length} skipped`,
  };
};
