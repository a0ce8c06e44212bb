import { performance } from 'node:perf_hooks';
import { createParts, loadReport, verifyRun, benchloopHome } from '@benchloop/engine';
import { printTable } from './table.ts';

/**
 * Speed of the generators, and of scoring stored trials again from their receipts.
 * `npx tsx bench/scoring.ts RUN` takes a stored run; its own wall time is the limit beside which scoring has to be small.
 */
const parts = createParts();
const generators = [...parts.suites.values()].map((suite) => {
  const began = performance.now();
  const tasks = suite.tasks(suite.publishedSeed + 1).length;
  const ms = performance.now() - began;
  return { what: `${suite.id}, a fresh set`, tasks, ms: ms.toFixed(0), 'tasks/s': ((tasks / ms) * 1000).toFixed(0) };
});
printTable('generators', generators);

const id = process.argv[2];
if (id !== undefined) {
  const home = benchloopHome();
  const began = performance.now();
  const { rescored, holds } = await verifyRun({ home, id, parts });
  const seconds = (performance.now() - began) / 1000;
  const { trials } = await loadReport(home, id);
  const runSeconds = trials.reduce((sum, { durationMs }) => sum + durationMs, 0) / 1000;
  printTable('scoring again from receipts', [
    {
      what: `verify ${id}`,
      trials: rescored,
      seconds: seconds.toFixed(2),
      'trials/s': (rescored / seconds).toFixed(0),
      'share of the run': `${((100 * seconds) / runSeconds).toFixed(3)} %`,
      holds: String(holds),
    },
  ]);
}
