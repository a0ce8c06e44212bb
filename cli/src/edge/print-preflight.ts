import type { PreflightLevel } from '@benchloop/spec';
import type { PreflightReport } from '@benchloop/engine';

const marks: Record<PreflightLevel, string> = { ok: 'ok', note: 'note', problem: 'problem', impossible: 'impossible' };
const titleWidth = 38;
const columns = 100;

/** A text in lines of at most `columns`, each set in by `indent` spaces. */
const wrapped = (text: string, indent: number): string[] => {
  const lines: string[] = [];
  for (const word of text.split(/\s+/u)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= columns - indent) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.map((line) => `${' '.repeat(indent)}${line}`);
};

/** The findings as a table; below each that is not as it should be: why it matters, and the setting that changes it. */
export const preflightLines = ({ model, server, findings }: PreflightReport): string[] => {
  const head = `${model.name} on ${server.kind}${server.version === null ? '' : ` ${server.version}`}, ${server.place}`;
  const rows = findings.flatMap(({ title, level, what, why, remedy }) => [
    `${marks[level].padEnd(11)} ${title.padEnd(titleWidth)}`.trimEnd(),
    ...wrapped(what, 12),
    ...(level === 'ok' ? [] : wrapped(why, 12)),
    ...(level === 'ok' || remedy === null ? [] : wrapped(`→ ${remedy}`, 12)),
  ]);
  const count = (level: PreflightLevel) => findings.filter((finding) => finding.level === level).length;
  const verdict =
    count('impossible') > 0
      ? `This stack can’t do ${count('impossible')} thing${count('impossible') === 1 ? '' : 's'} that the plan needs.`
      : count('problem') > 0
        ? `The plan can run; ${count('problem')} thing${count('problem') === 1 ? ' makes' : 's make'} its results doubtful.`
        : 'This stack can do what the plan needs.';
  return [head, '', ...rows, '', verdict];
};
