import type { ComparedRun, Comparison, Difference, Pair } from '@benchloop/spec';
import { differenceNotes, figureNote, rankNote, sayFigure, sayLimits, sayRatio, saySigned, sayTest, sayVerdict } from '../compare/words.ts';
import { onOneLine } from './words.ts';

/** A table with its title and what its numbers are. */
export type Block = { title: string; head: string[]; rows: string[][]; notes?: readonly string[] };

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

export const pairText = (pair: Pair, comparison: Comparison): PairText => {
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

export const rankText = (comparison: Comparison): Block[] => {
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

export const matrixBlock = (comparison: Comparison): Block[] =>
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

export const ladderBlocks = (comparison: Comparison): Block[] =>
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

export const causeLines = ({ runs }: Comparison): string[] =>
  runs.map(
    ({ name, causes, trials }) =>
      `${name}: ${causes.length === 0 ? 'every trial passed' : causes.map(({ cause, count }) => `${count} ${cause}`).join(', ')}${trials === undefined ? '' : `; n=${trials} trials`}`,
  );
