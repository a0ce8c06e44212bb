import type { Report } from '@benchloop/spec';
import { factsOf } from './facts.ts';
import { notMeasuredOf, sayNotMeasured } from './not-measured.ts';
import { contextTable, scoreTable, speedTable, type Table } from './tables.ts';
import { alarmOf, coldStartOf, doubtsOf, partsOf, titleOf, verdictOf, warningsOf } from './verdict.ts';
import { onOneLine } from './words.ts';

/** Makes text from servers harmless in Markdown: no table, link, emphasis or HTML can begin in it. */
const escape = (text: string): string => onOneLine(text).replaceAll(/[\\`*_{}[\]<>|#~]/g, String.raw`\$&`);

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const tableLines = ({ title, head, rows, footnotes }: Table): string[] => [
  `## ${escape(title)}`,
  '',
  line(head.map(escape)),
  line(head.map((_, column) => (column === 0 ? '---' : '---:'))),
  ...rows.map(({ cells }) => line(cells.map(escape))),
  '',
  ...rows.flatMap(({ cells, notes }) => notes.map((note) => `- ${escape(`${cells[0]}: ${note}`)}`)),
  ...footnotes.map((note) => `- ${escape(note)}`),
];

const listLines = (title: string, entries: readonly string[]): string[] =>
  entries.length === 0 ? [] : ['', `## ${title}`, '', ...entries.map((entry) => `- ${escape(entry)}`)];

/** A run as Markdown (GitHub's tables): the same words and order as on the terminal. */
export const toMarkdown = (report: Report): string => {
  const context = contextTable(report);
  const speed = speedTable(report);
  const parts = partsOf(report);
  const coldStart = coldStartOf(report);
  const alarm = alarmOf(report);
  const lines = [
    ...(alarm === null ? [] : [`> **${escape(alarm)}**`, '']),
    `# ${escape(titleOf(report))}`,
    '',
    `**${escape(verdictOf(report))}**`,
    ...(parts === null ? [] : ['', escape(parts)]),
    '',
    ...tableLines(scoreTable(report)),
    ...(context === null ? [] : ['', ...tableLines(context)]),
    ...(speed === null ? [] : ['', ...tableLines(speed)]),
    ...(coldStart === null ? [] : ['', escape(coldStart)]),
    ...listLines('Not in this run', notMeasuredOf(report).map(sayNotMeasured)),
    ...listLines('Not comparable with other runs', doubtsOf(report)),
    ...listLines('Warnings and next steps', warningsOf(report)),
    '',
    '## What the numbers belong to',
    '',
    ...factsOf(report).map(({ label, text }) => `- ${label}: ${escape(text)}`),
  ];
  // An empty list between two blank lines leaves three line ends in a row.
  return `${lines
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trimEnd()}\n`;
};
