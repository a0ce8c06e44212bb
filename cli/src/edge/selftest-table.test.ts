import { expect, test } from 'vitest';
import type { Selftest } from '@benchloop/engine';
import { selftestTable } from './selftest-table.ts';

const row: Selftest['rows'][number] = {
  suiteId: 'reasonmath',
  tasks: 68,
  proofs: { held: 1167, cases: 1167 },
  controls: { trials: 748, passed: 0 },
  worst: { client: 'echo', harnessId: 'raw', points: 2.55 },
  oracle: { trials: 340, points: 100 },
  culprits: [],
};

test('a suite that holds and one that does not stand below one head', () => {
  const bad = { ...row, suiteId: 'x', oracle: { trials: 3, points: 99.99 }, worst: { ...row.worst, points: 0 }, culprits: ['x'] };
  expect(selftestTable({ rows: [row, bad] })).toMatchInlineSnapshot(`
    [
      "suite       tasks  proofs held  controls passed  worst control, points  oracle",
      "reasonmath  68     1167/1167    0/748            2.5 echo               100     holds",
      "x           68     1167/1167    0/748            0.0                    99.9    does not hold",
    ]
  `);
});
