import type { ExaminedLevel, SandboxExamination } from '@benchloop/engine';
import { columns } from './columns.ts';
import { noteLine, printJson, printLine } from './print.ts';

const cellOf = ({ refusal, attempts }: ExaminedLevel, title: string): string => {
  if (refusal !== null) return 'not here';
  const attempt = attempts.find((each) => each.title === title);
  if (attempt === undefined) return 'not tried';
  return attempt.held ? 'holds' : 'DOES NOT HOLD';
};

const reasons = ({ level, refusal, attempts }: ExaminedLevel): string[] =>
  refusal === null
    ? attempts.filter(({ held }) => !held).map(({ title, how }) => `! ${level}: ${title}: ${how}`)
    : [`! ${level} is not in force: ${refusal.reason}.`, `  To have it: ${refusal.remedy}.`];

/** The examination as one table: what was tried by rows, the levels by columns, and why a level is not in force. */
export const sandboxLines = ({ inForce, levels }: SandboxExamination): string[] => {
  const titles = [...new Set(levels.flatMap(({ attempts }) => attempts.map(({ title }) => title)))];
  const table = columns(
    ['a program', ...levels.map(({ level }) => level)],
    titles.map((title) => [title, ...levels.map((level) => cellOf(level, title))]),
  );
  return [
    ...(titles.length === 0 ? [] : [...table, '']),
    inForce === null
      ? 'No level holds here. Suites that run code end as unsupported, and are not scored.'
      : `In force: ${inForce}. Code that a model writes is run behind it.`,
    ...levels.flatMap(reasons),
  ];
};

/** Tries to get out of the sandbox at each level and says which is in force. */
export const examineSandbox = async (options: { json?: boolean }): Promise<void> => {
  const engine = await import('@benchloop/engine');
  const isTerminal = process.stderr.isTTY;
  const examination = await engine.examineSandbox({ onAttempt: (title) => (isTerminal ? noteLine(`trying: ${title}`) : undefined) });
  if (options.json) printJson(examination);
  else for (const line of sandboxLines(examination)) printLine(line);
  if (examination.inForce === null) process.exitCode = 1;
};
