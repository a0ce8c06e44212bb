import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Selftest } from '@benchloop/engine';
import { showSelftest } from './selftest.ts';

const row: Selftest['rows'][number] = {
  suiteId: 'tiny',
  tasks: 4,
  proofs: { held: 22, cases: 24 },
  controls: { trials: 44, passed: 1 },
  worst: { client: 'echo', harnessId: 'raw', points: 25 },
  oracle: { trials: 20, points: 75 },
  culprits: ['control echo through raw passed word-01: the word is right'],
};

const shown = (result: Selftest, options = {}): string => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  showSelftest(result, options);
  return write.mock.calls.map(([text]) => String(text)).join('');
};

const { exitCode } = process;
afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = exitCode;
});

describe('selftest', () => {
  test('a suite that does not hold gives exit code 1 and names the culprit', () => {
    const text = shown({ holds: false, rows: [row], durationMs: 1500 });
    expect(text).toContain('! tiny: control echo through raw passed word-01: the word is right');
    expect(text).toContain('cannot be trusted. 1.5 s');
    expect(process.exitCode).toBe(1);
  });

  test('suites that hold leave the exit code at 0', () => {
    expect(shown({ holds: true, rows: [{ ...row, culprits: [] }], durationMs: 10 })).toContain('Every proof holds');
    expect(process.exitCode).toBe(exitCode);
  });

  test('JSON holds all of it', () => {
    const result = { holds: false, rows: [row], durationMs: 1 };
    expect(JSON.parse(shown(result, { json: true }))).toEqual(result);
    expect(process.exitCode).toBe(1);
  });
});
