import type { Comparison } from '@benchloop/spec';
import { sayLimitsOrWhy } from '../compare/words.ts';
import { causeLines, ladderBlocks, matrixBlock, pairText, rankText, type Block } from './comparison-blocks.ts';
import type { Paint } from './console.ts';
import { csvCell } from './csv.ts';
import { onOneLine } from './words.ts';
import { terminalColumns, wrapHanging } from './wrap.ts';

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
