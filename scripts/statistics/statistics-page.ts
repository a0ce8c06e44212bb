import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { firstLook, watchedConfidence } from '../../engine/src/measure/statistics/sequential.ts';

type Row = Record<string, string | number>;

/** What `bench/statistics-simulation.ts` recorded, by part. */
export type Simulation = Record<
  | 'fewTrials'
  | 'coverageOfMedians'
  | 'coverageOfOneRun'
  | 'coverageOfTwoRuns'
  | 'bcaBeside'
  | 'typeOneErrors'
  | 'powerReached'
  | 'verdicts'
  | 'ranks'
  | 'untilWidth'
  | 'untilSeparated',
  Row[]
>;

export const simulationFile = 'docs/statistics.json';

const line = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;

const table = (rows: readonly Row[]): string => {
  const columns = Object.keys(rows[0] ?? {});
  return [line(columns), line(columns.map(() => '---')), ...rows.map((row) => line(columns.map((column) => row[column] ?? '—')))].join(
    '\n',
  );
};

const numbersOf = (rows: readonly Row[], column: string): number[] => rows.map((row) => Number(row[column]));
const span = (rows: readonly Row[], column: string): string => {
  const numbers = numbersOf(rows, column);
  return `${Math.min(...numbers)} to ${Math.max(...numbers)} %`;
};

export const coverageOf = ({ coverageOfMedians, coverageOfOneRun, coverageOfTwoRuns }: Simulation): Row[] => [
  ...coverageOfMedians,
  ...coverageOfOneRun,
  ...coverageOfTwoRuns,
];

/** One row per method: where it is used, and its least and greatest coverage there. */
const coverageInShort = (rows: readonly Row[]): Row[] =>
  [...new Set(rows.map(({ interval }) => interval as string))].map((interval) => {
    const own = rows.filter((row) => row['interval'] === interval);
    const tasks = numbersOf(own, 'tasks');
    return {
      interval,
      tasks: `${Math.min(...tasks)} to ${Math.max(...tasks)}`,
      settings: own.length,
      'coverage, least to greatest': span(own, 'coverage %'),
    };
  });

const testsInShort = (rows: readonly Row[]): Row[] =>
  [...new Set(rows.map(({ test }) => test as string))].map((test) => ({
    test,
    'rejected though nothing is there, at most': `${Math.max(
      ...numbersOf(
        rows.filter((row) => row['test'] === test),
        'rejected %',
      ),
    )} %`,
  }));

const methods = [
  ['pass rate, one trial per task, from three tasks on', 'Wilson'],
  ['pass rate of one or two tasks', 'Clopper-Pearson: never below 95 %, where no method is within 93 to 97 %'],
  [
    'mean score, or several trials per task',
    'cluster bootstrap by task (BCa), widened for few tasks; from 30 tasks on it is within the range below',
  ],
  [
    'median of calls: times and rates of one run',
    'order statistics, interpolated between ranks; fewer than 6 calls have none, and the report says so',
  ],
  ['median over tasks that were tried several times', 'cluster bootstrap by task (percentile), widened for few tasks'],
  ['overall quality of one run', 'MOVER, from the intervals of its suites'],
  ['two runs, one trial of pass or fail per task', 'mid-p McNemar, and Tango’s interval of the difference'],
  [
    'two runs, scores or several trials',
    'paired permutation test, and paired cluster bootstrap by task (percentile, which holds where few tasks differ)',
  ],
  ['times of two runs', 'geometric mean of the ratios by task, with the same bootstrap'],
  ['several suites at once', 'Holm'],
  ['as good as', 'two one-sided tests against a stated margin'],
  ['ranks', 'intervals that hold for a whole table at once, from the largest deviation of any pair in a joint bootstrap'],
] as const;

/** The page, from recorded rows. */
export const statisticsPage = (simulation: Simulation): string =>
  [
    '# Statistics',
    `<!-- Generated from ${simulationFile} by \`npm run check -- --write\`; edits here are overwritten. -->`,
    'Which method gives which number, and what simulations with known truth show of it. `npx tsx bench/statistics-simulation.ts` makes these numbers anew, seeded, so they come out the same. Formulas are checked against recorded outputs of scipy and statsmodels in `engine/src/measure/statistics`, where each function names its source.',
    '## Methods',
    table(methods.map(([number, method]) => ({ number, method }))),
    'Better or worse needs both the test and the interval to say so. Same means that the difference is shown to be within the margin. Anything else is called cannot tell, with the trials that would tell.',
    '## Coverage of 95 % intervals',
    'How often an interval contains the truth, over simulated runs: 93 to 97 % in every setting in which it is used. Tasks are drawn anew each time, because a score is read as one of tasks like these; of medians the samples are calls. True rates within a band are drawn from all of it: at a single rate an interval of a whole number of passes cannot hold its confidence exactly, and Wilson’s falls to 92.3 % at the worst rate for 30 tasks.',
    table(coverageInShort(coverageOf(simulation))),
    '<details><summary>All settings</summary>',
    table(coverageOf(simulation)),
    '</details>',
    '### Few trials: Wilson or Clopper-Pearson',
    'Coverage in per cent, added up over every outcome and averaged over the pass rates of a band, so without noise; bands above 0.7 mirror those below 0.3. From three trials on Wilson is within 93 to 97 % in every band. Clopper-Pearson promises never to be too short and so is above 97 % up to 30 trials; with the mid-p rule it is still above 97 % in one band at least. It is used for one or two trials, where Wilson falls to 90 % and no method is within the range.',
    table(simulation.fewTrials),
    '### Percentile or BCa limits',
    'Both on the same data. Where few of 30 tasks differ BCa limits of a difference are too short, down to 90.6 %, as the skewness that they correct for is itself guessed from few tasks; of medians and composites the two are alike. So means of one run have BCa limits, and differences and medians percentile limits.',
    table(simulation.bcaBeside),
    '## Type I error of tests at 5 %',
    table(testsInShort(simulation.typeOneErrors)),
    '<details><summary>All settings</summary>',
    table(simulation.typeOneErrors),
    '</details>',
    '## Trials still needed',
    'Where so many tasks are run as `trialsToSeparate` says are needed for 80 % power, so often the difference is found:',
    table(simulation.powerReached),
    '## Verdicts in a population of models',
    'Two simulated models of known pass rate, on tasks of unknown difficulty, each model with likes of its own; the margin of same is 0.03. Right and wrong leave cannot tell out: it claims nothing.',
    table(simulation.verdicts),
    '## Rank intervals',
    'How often the rank intervals of all models of a table contain their true ranks, those of equals being all that they share:',
    table(simulation.ranks),
    '## Stopping early',
    `\`--until ±3\` watches the score at ${firstLook} trials and then each time a quarter more were judged, by an interval at ${100 * watchedConfidence} %. Stopping on the width of an interval costs little of its confidence, and the raised one makes up for it: the interval that the run stops with contains the truth as often as this.`,
    table(simulation.untilWidth),
    '`--until separated-from RUN` tests at the same looks. Each look spends the part of 5 % that O’Brien and Fleming’s rule in the form of Lan and DeMets gives it, and the parts add up to 5 %, so early looks need strong evidence. Equal runs are told apart, and unequal ones too, as often as this:',
    table(simulation.untilSeparated),
  ].join('\n\n') + '\n';

/** The page about statistics, made from the recorded simulation; none where nothing is recorded. */
export const statisticsPages = async (root: string): Promise<Map<string, string>> => {
  const recorded = await readFile(join(root, simulationFile), 'utf8').catch(() => null);
  return recorded === null ? new Map() : new Map([['docs/statistics.md', statisticsPage(JSON.parse(recorded) as Simulation)]]);
};
