import { describe, expect, test } from 'vitest';
import { judgeCounts } from './verdict.ts';

const skip = (reason: string | null) => ({ name: 'tests/a.test.ts > a', reason });

describe('the verdict over a CI run', () => {
  test('passes when nothing failed and every skip has a reason that holds here', () => {
    expect(judgeCounts({ passed: 3, failed: 0, skipped: [skip('no GPU on this machine')] })).toEqual({
      ok: true,
      complaints: [],
      lastLine: '3 passed, 0 failed, 1 skipped',
    });
  });

  test('passes without a server that only a person asks for', () => {
    const reason = 'optional: no Ollama 1.0 in the test cache; npx tsx scripts/test-assets.ts --with-ollama builds it';
    expect(judgeCounts({ passed: 3, failed: 0, skipped: [skip(reason)] }).ok).toBe(true);
  });

  test.each([
    ['an optional thing that nobody can ask for', { passed: 3, failed: 0, skipped: [skip('optional: it took too long')] }],
    ['a failed test', { passed: 3, failed: 1, skipped: [] }],
    ['no test at all', { passed: 0, failed: 0, skipped: [] }],
    ['a skip without a reason', { passed: 3, failed: 0, skipped: [skip(null)] }],
    ['a missing test asset', { passed: 3, failed: 0, skipped: [skip('the starter model is not in the test cache')] }],
  ])('fails with %s', (_what, counts) => {
    expect(judgeCounts(counts).ok).toBe(false);
  });
});
