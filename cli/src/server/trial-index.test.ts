import { appendFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import fc from 'fast-check';
import type { Trial } from '@benchloop/spec';
import { createTrialIndex } from './trial-index.ts';

const run = '20260101-000000-abcdef';
let home = '';
let path = '';
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'benchloop-trials-'));
  path = join(home, 'runs', run, 'trials.jsonl');
  await mkdir(join(home, 'runs', run), { recursive: true });
});
afterEach(() => rm(home, { recursive: true, force: true }));

const trial = (id: string, reason = 'right'): Trial => ({
  id,
  suiteId: 'toolcall',
  taskId: id,
  family: 'f',
  difficulty: 'easy',
  tags: [],
  index: 0,
  harnessId: 'raw',
  outcome: 'scored',
  score: { value: 1, passed: true, reason },
  reason,
  error: null,
  calls: [],
  startedAt: '2026-01-01T00:00:00.000Z',
  durationMs: 1,
  retries: 0,
  traceFile: null,
  warnings: [],
});
const lines = (trials: readonly Trial[]): string => trials.map((one) => `${JSON.stringify(one)}\n`).join('');

test('finds every trial by its place, whatever letters stand before it and however long they are', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.string({ unit: 'grapheme', maxLength: 60 }), { minLength: 1, maxLength: 8 }), async (reasons) => {
      const trials = reasons.map((reason, place) => trial(`t${place}`, `${reason}.`));
      await writeFile(path, lines(trials));
      const index = createTrialIndex(home);
      expect((await index.list(run)).map(({ id }) => id)).toEqual(trials.map(({ id }) => id));
      for (const one of trials) expect(await index.find(run, one.id)).toEqual(one);
    }),
    { numRuns: 25 },
  );
});

test('lines longer than one read, bad lines and a torn one are met with care', async () => {
  const long = trial('long', 'x'.repeat(3 * 1024 ** 2));
  await writeFile(path, `${lines([trial('a'), long])}{"id":\n\nnonsense\n${lines([trial('b')])}${JSON.stringify(trial('torn'))}`);
  const index = createTrialIndex(home);
  const rows = await index.list(run);
  expect(rows.map(({ id }) => id)).toEqual(['a', 'long', 'b']);
  expect(rows[1]?.reason).toHaveLength(300);
  expect((await index.find(run, 'long')).reason).toHaveLength(3 * 1024 ** 2);
  await expect(index.find(run, 'torn')).rejects.toThrow(/no such trial/u);
});

test('what a running run adds is read behind what is known; a file that was made again is read from its beginning', async () => {
  await writeFile(path, lines([trial('a')]));
  const index = createTrialIndex(home);
  expect(await index.list(run)).toHaveLength(1);
  await appendFile(path, lines([trial('b')]));
  expect((await index.list(run)).map(({ id }) => id)).toEqual(['a', 'b']);
  expect((await index.find(run, 'b')).id).toBe('b');
  await rm(path);
  await writeFile(path, lines([trial('c')]));
  expect((await index.list(run)).map(({ id }) => id)).toEqual(['c']);
  await expect(index.find(run, 'a')).rejects.toThrow(/no such trial/u);
});

test('a run that is not there is said, and one without trials has none', async () => {
  const index = createTrialIndex(home);
  await expect(index.list('20260101-000000-000000')).rejects.toThrow(/no run/u);
  await expect(index.find('../../etc', 'a')).rejects.toThrow(/not a run id/u);
});
