import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Suite, Task } from '@benchloop/spec';
import { suites } from '../../engine/src/suites/index.ts';
import { formulaInWords, speedCurveInWords, speedScore, suiteWeights } from '../../engine/src/summary/formula.ts';
import { profiles } from '../../engine/src/summary/profiles.ts';

const difficulties = ['easy', 'medium', 'hard', 'extreme'] as const;
const exampleLimit = 1200;

const all = (): { suite: Suite; tasks: Task[] }[] =>
  suites.map((create) => create()).map((suite) => ({ suite, tasks: suite.tasks(suite.publishedSeed) }));

const row = (cells: readonly (string | number)[]): string =>
  `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');

const countsByDifficulty = (tasks: readonly Task[]): string =>
  difficulties.map((difficulty) => tasks.filter((task) => task.difficulty === difficulty).length).join(' / ');

const familyRows = (tasks: readonly Task[]) =>
  [...new Set(tasks.map(({ family }) => family))].map((family) => {
    const members = tasks.filter((task) => task.family === family);
    return [
      family,
      members.length,
      [...new Set(members.map(({ difficulty }) => difficulty))].join(', '),
      [...new Set(members.flatMap(({ tags }) => tags))].toSorted((a, b) => a.localeCompare(b)).join(', '),
    ];
  });

const fence = (text: string): string => {
  const cut = text.length > exampleLimit ? `${text.slice(0, exampleLimit)}\n[… ${text.length - exampleLimit} more characters]` : text;
  // A question may hold fences of its own.
  return `~~~~~~text\n${cut}\n~~~~~~`;
};

const example = (tasks: readonly Task[]): string => {
  const task = tasks.find(({ difficulty }) => difficulty === 'medium') ?? (tasks[0] as Task);
  const question = task.messages.map(({ role, content }) => `${role}: ${content}`).join('\n\n');
  const tools = (task.tools ?? []).map(({ name, description }) => `- \`${name}\`: ${description}`).slice(0, 6);
  const proofs = [
    ...task.proof.accepted.map(({ name }) => [name, 'accepted']),
    ...task.proof.rejected.map(({ name, score, outcome }) => [
      name,
      outcome === undefined || outcome === 'scored' ? `rejected, score ${score ?? 0}` : `rejected, ${outcome}`,
    ]),
  ];
  return [
    `### Example: \`${task.id}\` (${task.difficulty})`,
    fence(question),
    ...(tools.length === 0 ? [] : [`Tools offered: ${(task.tools ?? []).length}, among them`, tools.join('\n')]),
    'Its proof:',
    table(['reply', 'verdict'], proofs),
  ].join('\n\n');
};

const suitePart = ({ suite, tasks }: { suite: Suite; tasks: Task[] }): string =>
  [
    `## \`${suite.id}\`: ${suite.title}`,
    `${suite.summary} Version ${suite.version}, ${tasks.length} tasks, judged by ${suite.judge === 'clock' ? 'the clock' : `scorer \`${suite.scorer.id}\` version ${suite.scorer.version}`}. Easy / medium / hard / extreme: ${countsByDifficulty(tasks)}.`,
    table(['family', 'tasks', 'difficulty', 'tags'], familyRows(tasks)),
    example(tasks),
  ].join('\n\n');

const note = '<!-- Generated from the code by `npm run check -- --write`; edits here are overwritten. -->';

const suitesPage = (): string =>
  [
    '# Suites',
    note,
    'Every task is made by a seeded generator: the published set is generator plus published seed, and `--seed N` or `--fresh` makes another set, equally hard, that nobody has seen. Answer keys are computed, checked by a second solver with another algorithm, and proved: each task ships replies that must pass and replies that must not.',
    ...all().map(suitePart),
  ].join('\n\n') + '\n';

const scoringPage = (): string =>
  [
    '# How scores are made',
    note,
    '## Outcomes',
    'A trial ends as `scored`, `truncated`, `unparseable` or `refused` (these say something about the model and form the denominator), or as `timeout`, `model-error`, `unsupported`, `cancelled` or `invalid-task` (these say something about the infrastructure and leave it). Only `scored` carries a score. A suite that was not run shows a dash, never 0.',
    '## Intervals',
    'A pass rate has a Wilson interval where each task was tried once. Where tasks were tried several times, and for mean scores, the interval is a seeded cluster bootstrap over tasks. All intervals are 95 %.',
    '## Overall figure',
    `With the speed suite: ${formulaInWords('with-speed')}. Without it: ${formulaInWords('without-speed')}; the two are never comparable. A model that runs elsewhere has the figure without speed, whatever was timed: its speed is also that of the network and of a shared service. It is withheld when a part is missing. Quality is the weighted mean of the suites' scores; speed is the median decode rate on the curve ${speedCurveInWords}; reliability is the share of planned trials without an infrastructure failure.`,
    table(
      ['suite', 'weight in quality'],
      Object.entries(suiteWeights).map(([id, weight]) => [id, weight]),
    ),
    'Weights are scaled to sum to 1 over the suites of a profile.',
    table(
      ['decode tok/s', 'speed score'],
      [1, 5, 10, 20, 40, 80, 160, 320].map((rate) => [rate, speedScore(rate).toFixed(1)]),
    ),
    '## Profiles',
    table(
      ['profile', 'what it is for', 'suites', 'tasks per suite', 'trials'],
      profiles.map(({ id, title, suites: ids, tasksPerSuite, trials }) => [id, title, ids.join(', '), tasksPerSuite ?? 'all', trials]),
    ),
    '## Scorers',
    table(
      ['scorer', 'version', 'used by'],
      [...new Map(all().map(({ suite }) => [suite.scorer.id, suite.scorer.version]))].map(([id, version]) => [
        id,
        version,
        all()
          .filter(({ suite }) => suite.scorer.id === id)
          .map(({ suite }) => suite.id)
          .join(', '),
      ]),
    ),
  ].join('\n\n') + '\n';

const readmeTable = (): string =>
  table(
    ['suite', 'measures', 'tasks', 'easy / medium / hard / extreme'],
    all().map(({ suite, tasks }) => [`\`${suite.id}\``, suite.summary, tasks.length, countsByDifficulty(tasks)]),
  );

const marks = { begin: '<!-- generated: suites -->', end: '<!-- /generated -->' };

/** README with the table of suites between its two marks; unchanged where the marks are missing. */
const withTable = (readme: string): string => {
  const [begin, end] = [readme.indexOf(marks.begin), readme.indexOf(marks.end)];
  return begin < 0 || end < begin ? readme : `${readme.slice(0, begin + marks.begin.length)}\n${readmeTable()}\n${readme.slice(end)}`;
};

/** Pages made from suites, scorers, weights and curves: file path to text. */
export const docsPages = async (root: string): Promise<Map<string, string>> =>
  new Map([
    ['docs/suites.md', suitesPage()],
    ['docs/scoring.md', scoringPage()],
    ['README.md', withTable(await readFile(join(root, 'README.md'), 'utf8').catch(() => ''))],
  ]);
