import { expect, test } from 'vitest';
import type { Run } from '@benchloop/spec';
import { buildTrial, failedScore } from './fixtures.ts';
import { itemTable, type RunWithTrials } from './item-table.ts';

const runOf = (
  id: string,
  passes: (place: number) => boolean,
  more: { model?: string; digest?: string; createdAt?: string } = {},
): RunWithTrials => ({
  run: {
    id,
    createdAt: more.createdAt ?? '2026-12-01T09:00:00.000Z',
    model: { name: more.model ?? id, weightsDigest: null },
    plan: { harness: { value: 'raw' }, thinking: { value: 'default' } },
    manifest: { suites: [{ id: 'reasonmath', digest: more.digest ?? 'sha256:1' }] },
  } as unknown as Run,
  trials: Array.from({ length: 10 }, (_, place) =>
    buildTrial({ suiteId: 'reasonmath', taskId: `rates-0${place}`, ...(passes(place) ? {} : { score: failedScore }) }),
  ),
});

const stacks = [
  runOf('good', (place) => place < 8),
  runOf('middling', (place) => place < 5 || place === 9),
  runOf('weak', (place) => place < 2 || place === 6),
];

test('tasks over stacks, with what each told', () => {
  const table = itemTable(stacks, 'reasonmath');
  expect(table?.items.map(({ id, runs, passShare }) => [id, runs, passShare])).toContainEqual(['rates-00', 3, 1]);
  expect(table?.items.filter(({ separatesNothing }) => separatesNothing).map(({ id }) => id)).toEqual(['rates-00', 'rates-01', 'rates-08']);
  expect(table?.items.find(({ id }) => id === 'rates-03')?.discrimination).toBeGreaterThan(0.5);
  expect(table?.items.find(({ id }) => id === 'rates-09')?.group).toBe('rates/easy');
  const abilities = table?.runs.map(({ ability }) => ability?.value ?? NaN) ?? [];
  expect(abilities).toEqual([...abilities].sort((one, other) => other - one));
});

test('one run per stack, the newest, of the form of the suite that most stacks tried', () => {
  const again = runOf('again', () => true, { model: 'weak', createdAt: '2026-12-02T09:00:00.000Z' });
  const other = runOf('other', () => true, { digest: 'sha256:2' });
  const table = itemTable([...stacks, again, other], 'reasonmath');
  expect(table?.digest).toBe('sha256:1');
  expect(table?.runs.map(({ id }) => id).sort()).toEqual(['again', 'good', 'middling']);
});

test('trials without a verdict count for nothing, and a suite that nobody tried has no table', () => {
  const [first, ...rest] = stacks as [RunWithTrials, ...RunWithTrials[]];
  const failed = { ...first, trials: first.trials.map((trial) => ({ ...trial, outcome: 'timeout' as const, score: null })) };
  expect(itemTable([failed, ...rest], 'reasonmath')?.items[0]?.runs).toBe(2);
  expect(itemTable(stacks, 'toolcall')).toBeNull();
  expect(itemTable([], 'reasonmath')).toBeNull();
});
