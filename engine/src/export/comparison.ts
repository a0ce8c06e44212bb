import type { ComparedRun, Comparison, Difference, Pair } from '@benchloop/spec';
import {
  differenceNotes,
  figureNote,
  rankNote,
  sayFigure,
  sayLimits,
  sayLimitsOrWhy,
  sayRatio,
  saySigned,
  sayTest,
  sayVerdict,
} from '../compare/words.ts';
import type { Paint } from './console.ts';
import { csvCell } from './csv.ts';
import { onOneLine } from './words.ts';
import { terminalColumns, wrapHanging } from './wrap.ts';

type Block = { title: string; head: string[]; rows: string[][]; notes?: readonly string[] };

const differenceBlock = (title: string, lines: readonly Difference[], margin: number): Block[] =>
  lines.length === 0
    ? []
    : [
        {
          title,
          head: ['', 'A', 'B', 'B − A', '95 %', 'n', 'gained', 'lost', 'verdict'],
          rows: lines.map((line) => [
            line.id,
            line.scoreA.toFixed(1),
            line.scoreB.toFixed(1),
            saySigned(line.difference),
            sayLimits(line),
            String(line.tasks),
            String(line.gained),
            String(line.lost),
            `${sayVerdict(line, margin)}, ${sayTest(line)}`,
          ]),
          notes: differenceNotes(lines),
        },
      ];

const figureBlock = ({ figures }: Pair): Block => ({
  title: 'Speed, tokens, memory, energy',
  head: ['', 'A', 'B', 'B / A, 95 %', ''],
  rows: figures.map((figure) => [
    figure.title,
    sayFigure(figure.a, figure),
    sayFigure(figure.b, figure),
    sayRatio(figure),
    figure.note ?? '',
  ]),
  notes: [figureNote],
});

const stackBlock = ({ stack }: Pair): Block[] =>
  stack.length === 0
    ? []
    : [{ title: 'What differs between the two stacks', head: ['', 'A', 'B'], rows: stack.map(({ what, a, b }) => [what, a, b]) }];

const flipLines = (title: string, flips: Pair['gained']): { title: string; lines: string[] }[] =>
  flips.length === 0
    ? []
    : [{ title, lines: flips.map(({ suiteId, taskId, outcome, reason }) => onOneLine(`${suiteId}/${taskId}: ${outcome}, ${reason}`)) }];

type PairText = { heading: string; sentence: string; notes: string[]; blocks: Block[]; lists: { title: string; lines: string[] }[] };

/** Tags where anything differs: dozens of tags without a difference would hide them. */
const tellingTags = ({ tags }: Pair): Difference[] => tags.filter(({ gained, lost, difference }) => gained + lost > 0 || difference !== 0);

const quietTags = (pair: Pair): string[] => {
  const quiet = pair.tags.length - tellingTags(pair).length;
  return quiet === 0 ? [] : [`${quiet} of ${pair.tags.length} tags show no difference at all and are left out here.`];
};

const pairText = (pair: Pair, comparison: Comparison): PairText => {
  const name = (id: string) => comparison.runs.find((run) => run.id === id)?.name ?? id;
  const { margin } = comparison;
  return {
    heading: `A ${name(pair.a)} (${pair.a})  B ${name(pair.b)} (${pair.b})`,
    sentence: pair.sentence,
    notes: [
      ...pair.narrowed.map((text) => `Left out: ${text}.`),
      ...quietTags(pair),
      ...(pair.unlike.length === 0 ? [] : [`Unlike besides the tasks: ${pair.unlike.join('; ')}. A difference may come from there.`]),
    ],
    blocks:
      pair.refused === null
        ? [
            ...differenceBlock(
              'Quality and suites, points of 100',
              [...(pair.quality === null ? [] : [pair.quality]), ...pair.suites],
              margin,
            ),
            ...differenceBlock('By difficulty', pair.difficulties, margin),
            ...differenceBlock('By tag', tellingTags(pair), margin),
            figureBlock(pair),
            ...stackBlock(pair),
          ]
        : stackBlock(pair),
    lists: [
      ...flipLines('Tasks that only B passed, and why A did not', pair.gained),
      ...flipLines('Tasks that only A passed, and why B did not', pair.lost),
    ],
  };
};

const frontNote = 'On the front: no other run is as good in quality, tok/s and memory and better in one of them.';

const medianNote = 'tok/s is a median whose n and interval `report RUN` shows; memory is what the server tells or estimates, once.';

const rankText = (comparison: Comparison): Block[] => {
  if (comparison.ranks === null || comparison.runs.length < 3) return [];
  const run = (id: string) => comparison.runs.find((one) => one.id === id);
  return [
    {
      title: `Ranks by quality on the ${comparison.rankedTasks} tasks that all tried; a range is what the data allow`,
      head: ['rank', 'run', 'quality', 'tok/s', 'memory', 'on the front'],
      rows: comparison.ranks
        .toSorted((one, other) => one.low - other.low || other.value - one.value)
        .map(({ runId, value, low, high }) => [
          low === high ? String(low) : `${low}-${high}`,
          run(runId)?.name ?? runId,
          value.toFixed(1),
          sayFigure(run(runId)?.decodeTokensPerSecond ?? null, { unit: 'tok/s' }),
          sayFigure(run(runId)?.memoryBytes ?? null, { unit: 'bytes' }),
          comparison.front.includes(runId) ? 'yes' : '',
        ]),
      notes: [rankNote, frontNote, medianNote],
    },
  ];
};

/** The pair that holds two runs beside each other, and whether it must be read the other way round. */
const pairBetween = ({ pairs }: Comparison, row: string, column: string): { pair: Pair; turned: boolean } | null => {
  const pair = pairs.find(({ a, b }) => (a === row && b === column) || (a === column && b === row));
  return pair === undefined ? null : { pair, turned: pair.b !== row };
};

/** How `row` stands beside `column`, in a word. */
const wordBetween = (comparison: Comparison, row: string, column: string): string => {
  const found = pairBetween(comparison, row, column);
  if (found === null || found.pair.quality === null) return '—';
  const { verdict, difference } = found.pair.quality;
  const sign = found.turned ? -1 : 1;
  const turned = { better: 'worse', worse: 'better', same: 'same', 'cannot-tell': '?' } as const;
  const word = verdict === 'cannot-tell' ? '?' : found.turned ? turned[verdict] : verdict;
  return `${word} ${saySigned(sign * difference)}`;
};

const matrixBlock = (comparison: Comparison): Block[] =>
  comparison.runs.length < 3
    ? []
    : [
        {
          title: 'Each row beside each column, points of quality; ? = cannot tell yet',
          head: ['', ...comparison.runs.map((_, place) => String(place + 1))],
          rows: comparison.runs.map(({ id, name }, place) => [
            `${place + 1} ${name}`,
            ...comparison.runs.map((other) => (other.id === id ? '' : wordBetween(comparison, id, other.id))),
          ]),
          notes: ['The interval and n of each difference stand in the table of its pair: --format md, html or json.'],
        },
      ];

/** Quality on the tasks that all tried, where there are such: other tasks would make a run look better or worse than it is. */
const qualityBeside = ({ ranks }: Comparison, { id, quality }: ComparedRun): number | null =>
  ranks?.find(({ runId }) => runId === id)?.value ?? quality;

const qualityBasis = ({ ranks, rankedTasks }: Comparison): string =>
  ranks === null ? 'the tasks of each run' : `the ${rankedTasks} tasks that all tried`;

const ladderBlocks = (comparison: Comparison): Block[] =>
  comparison.ladders.map(({ dimension, constant, steps }) => ({
    title: `Ladder of ${dimension}, all else alike (${constant}); quality on ${qualityBasis(comparison)}`,
    head: [dimension, 'quality', 'beside the step before', 'tok/s', 'memory'],
    rows: steps.map(({ value, runId }, place) => {
      const run = comparison.runs.find(({ id }) => id === runId);
      const before = steps[place - 1];
      return [
        value,
        (run === undefined ? null : qualityBeside(comparison, run))?.toFixed(1) ?? '—',
        before === undefined ? '' : wordBetween(comparison, runId, before.runId),
        sayFigure(run?.decodeTokensPerSecond ?? null, { unit: '' }).trim(),
        sayFigure(run?.memoryBytes ?? null, { unit: 'bytes' }),
      ];
    }),
    notes: ['Quality has no interval of its own here: the step has one, in the table of its pair; ? = cannot tell yet.', medianNote],
  }));

const causeLines = ({ runs }: Comparison): string[] =>
  runs.map(
    ({ name, causes, trials }) =>
      `${name}: ${causes.length === 0 ? 'every trial passed' : causes.map(({ cause, count }) => `${count} ${cause}`).join(', ')}${trials === undefined ? '' : `; n=${trials} trials`}`,
  );

const alignBlock = (block: Block, paint: Paint): string[] => [
  ...alignRows(block, paint),
  ...(block.notes ?? []).flatMap((note) => wrapHanging('  ', note)).map(paint.dim),
];

const alignRows = ({ title, head, rows }: Block, { bold, dim }: Paint): string[] => {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((cells) => cells[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    `  ${cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join('  ')}`.trimEnd();
  const width = widths.reduce((sum, each) => sum + each + 2, 0);
  const titleLines = wrapHanging('', title).map(bold);
  if (width <= terminalColumns) return ['', ...titleLines, dim(line(head)), ...rows.map(line)];
  // Too wide for 80 columns: the last cell goes below its row.
  const cut = (cells: readonly string[]): string => line(cells.slice(0, -1));
  return [
    '',
    ...titleLines,
    dim(cut(head)),
    ...rows.flatMap((cells) => [cut(cells), ...(cells.at(-1) ? wrapHanging('      ', cells.at(-1) ?? '').map(dim) : [])]),
  ];
};

const plain: Paint = { bold: (text) => text, dim: (text) => text };
const shownFlips = 12;

/** A comparison as text of 80 columns: words first, then numbers, then what may stand behind them. */
export const comparisonToConsole = (comparison: Comparison, paint: Paint = plain): string => {
  const texts = comparison.pairs.map((pair) => pairText(pair, comparison));
  const lines = [
    ...comparison.doubts.flatMap((doubt) => wrapHanging('! ', doubt)),
    ...texts.flatMap(({ sentence }) => wrapHanging('', sentence)).map(paint.bold),
    ...[...rankText(comparison), ...matrixBlock(comparison), ...ladderBlocks(comparison)].flatMap((block) => alignBlock(block, paint)),
    // Details of every pair would bury the words; --format md and json hold them.
    ...(comparison.runs.length > 2 ? [] : texts).flatMap(({ heading, notes, blocks, lists }) => [
      '',
      ...wrapHanging('', heading),
      ...notes.flatMap((note) => wrapHanging('  ', note)).map(paint.dim),
      ...blocks.flatMap((block) => alignBlock(block, paint)),
      ...lists.flatMap(({ title, lines: entries }) => [
        '',
        paint.bold(`${title} (${entries.length})`),
        ...entries.slice(0, shownFlips).flatMap((entry) => wrapHanging('  - ', entry)),
        ...(entries.length > shownFlips ? [`  and ${entries.length - shownFlips} more; --format md or json lists all`] : []),
      ]),
    ]),
    '',
    paint.bold('Trials that did not pass, by cause'),
    ...causeLines(comparison).flatMap((line) => wrapHanging('  - ', line)),
  ];
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`;
};

const cell = (text: string): string => onOneLine(text).replaceAll('|', '\\|').replaceAll('<', '&lt;');

const markdownBlock = ({ title, head, rows, notes = [] }: Block): string[] => [
  '',
  `### ${title}`,
  '',
  `| ${head.map(cell).join(' | ')} |`,
  `|${head.map((_, column) => (column === 0 ? ' --- ' : ' ---: ')).join('|')}|`,
  ...rows.map((cells) => `| ${cells.map(cell).join(' | ')} |`),
  ...(notes.length === 0 ? [] : ['', ...notes.map((note) => `- ${cell(note)}`)]),
];

/** A comparison as Markdown, everything in it. */
export const comparisonToMarkdown = (comparison: Comparison): string => {
  const texts = comparison.pairs.map((pair) => pairText(pair, comparison));
  const lines = [
    '# Comparison',
    '',
    ...comparison.doubts.map((doubt) => `> ${cell(doubt)}`),
    ...(comparison.doubts.length === 0 ? [] : ['']),
    ...texts.map(({ sentence }) => `- ${cell(sentence)}`),
    ...[...rankText(comparison), ...matrixBlock(comparison), ...ladderBlocks(comparison)].flatMap(markdownBlock),
    ...texts.flatMap(({ heading, notes, blocks, lists }) => [
      '',
      `## ${cell(heading)}`,
      '',
      ...notes.map((note) => `- ${cell(note)}`),
      ...blocks.flatMap(markdownBlock),
      ...lists.flatMap(({ title, lines: entries }) => [
        '',
        `### ${title} (${entries.length})`,
        '',
        ...entries.map((entry) => `- ${cell(entry)}`),
      ]),
    ]),
    '',
    '## Trials that did not pass, by cause',
    '',
    ...causeLines(comparison).map((line) => `- ${cell(line)}`),
  ];
  return `${lines.join('\n')}\n`;
};

/** Every difference of every pair as one row. */
export const comparisonToCsv = ({ pairs, runs }: Comparison): string => {
  const integrityOf = (id: string) => runs.find((run) => run.id === id)?.integrity ?? null;
  const head = [
    'integrityA',
    'integrityB',
    'a',
    'b',
    'group',
    'id',
    'tasks',
    'scoreA',
    'scoreB',
    'difference',
    'low',
    'high',
    'noInterval',
    'p',
    'pHolm',
    'verdict',
    'gained',
    'lost',
    'moreTrials',
  ];
  const rows = pairs.flatMap((pair) =>
    (
      [
        ['quality', pair.quality === null ? [] : [pair.quality]],
        ['suite', pair.suites],
        ['difficulty', pair.difficulties],
        ['tag', pair.tags],
      ] as const
    ).flatMap(([group, lines]) =>
      lines.map((line) => [
        integrityOf(pair.a),
        integrityOf(pair.b),
        pair.a,
        pair.b,
        group,
        line.id,
        line.tasks,
        line.scoreA,
        line.scoreB,
        line.difference,
        line.low,
        line.high,
        line.low === null || line.high === null ? sayLimitsOrWhy(line) : null,
        line.p,
        line.pHolm,
        line.verdict,
        line.gained,
        line.lost,
        line.moreTrials,
      ]),
    ),
  );
  return `${[head, ...rows].map((row) => row.map((value) => csvCell(value)).join(',')).join('\r\n')}\r\n`;
};
