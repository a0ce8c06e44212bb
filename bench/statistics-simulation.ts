/**
 * Shows by simulation that intervals, tests, verdicts, rank intervals and early stops of `engine/src/measure/statistics` keep what
 * they promise, where the product uses them. Seeded: the same numbers on every machine.
 *
 *   npx tsx bench/statistics-simulation.ts                  writes docs/statistics.json; `npm run check -- --write` makes the page
 *   npx tsx bench/statistics-simulation.ts --scale 0.1      fewer repetitions, only printed
 *   npx tsx bench/statistics-simulation.ts --only ranks     one part, or several joined by commas, only printed
 *   npx tsx bench/statistics-simulation.ts --only ranks --write    puts these parts into docs/statistics.json and leaves the others
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { untilSeparated, untilWidth } from './simulation/adaptive.ts';
import { bcaBeside } from './simulation/bca-beside.ts';
import { coverageOfMedians, coverageOfOneRun, coverageOfTwoRuns } from './simulation/coverage.ts';
import { fewTrials } from './simulation/few-trials.ts';
import { ranks, verdicts } from './simulation/population.ts';
import { setScale, type Row } from './simulation/setting.ts';
import { powerReached, typeOneErrors } from './simulation/tests.ts';
import { printTable } from './table.ts';

const { values } = parseArgs({ options: { scale: { type: 'string' }, only: { type: 'string' }, write: { type: 'boolean' } } });
setScale(Number(values.scale ?? 1));

const parts: Record<string, () => Row[]> = {
  fewTrials,
  coverageOfMedians,
  coverageOfOneRun,
  coverageOfTwoRuns,
  bcaBeside,
  typeOneErrors,
  powerReached,
  verdicts,
  ranks,
  untilWidth,
  untilSeparated,
};
const result: Record<string, Row[]> = {};
for (const [name, part] of Object.entries(parts)) {
  if (values.only !== undefined && !values.only.split(',').includes(name)) continue;
  const began = performance.now();
  const rows = part();
  result[name] = rows;
  process.stderr.write(`${name}: ${((performance.now() - began) / 1000).toFixed(0)} s\n`);
  printTable(name, rows);
}
const file = new URL('../docs/statistics.json', import.meta.url);
if (values.scale === undefined && values.only === undefined) writeFileSync(file, `${JSON.stringify(result)}\n`);
else if (values.scale === undefined && values.write === true)
  writeFileSync(file, `${JSON.stringify({ ...(JSON.parse(readFileSync(file, 'utf8')) as Record<string, Row[]>), ...result })}\n`);
