import { isJudged, type Report, type Trial } from '@benchloop/spec';

type Cell = string | number | boolean | null;

const formulaStart = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;

/**
 * One cell by RFC 4180. A text that a spreadsheet would run as a formula gets an apostrophe in front
 * (OWASP, CSV injection); numbers are written as they are.
 */
export const csvCell = (value: Cell): string => {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const safe = formulaStart.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
};

const sumOf = (values: readonly (number | null | undefined)[]): number | null => {
  const known = values.filter((value) => value !== null && value !== undefined);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
};

type Column = { name: string; of: (trial: Trial, report: Report) => Cell };

const columns: readonly Column[] = [
  // `differs` = the run was changed after it was made.
  { name: 'integrity', of: (_trial, { integrity }) => integrity?.state ?? null },
  { name: 'run', of: (_trial, { run }) => run.id },
  { name: 'model', of: (_trial, { run }) => run.model?.name ?? null },
  { name: 'quantization', of: (_trial, { run }) => run.model?.quantization ?? null },
  { name: 'harness', of: ({ harnessId }) => harnessId },
  { name: 'suite', of: ({ suiteId }) => suiteId },
  { name: 'task', of: ({ taskId }) => taskId },
  { name: 'trial', of: ({ index }) => index },
  { name: 'family', of: ({ family }) => family },
  { name: 'difficulty', of: ({ difficulty }) => difficulty },
  { name: 'outcome', of: ({ outcome }) => outcome },
  // Empty = the trial left the denominator; false also for truncated, unparseable and refused.
  { name: 'passed', of: ({ outcome, score }) => (isJudged(outcome) ? score?.passed === true : null) },
  { name: 'score', of: ({ score }) => score?.value ?? null },
  { name: 'reason', of: ({ reason }) => reason },
  { name: 'error', of: ({ error }) => error?.kind ?? null },
  { name: 'started_at', of: ({ startedAt }) => startedAt },
  { name: 'duration_ms', of: ({ durationMs }) => durationMs },
  { name: 'retries', of: ({ retries }) => retries },
  { name: 'calls', of: ({ calls }) => calls.length },
  { name: 'prompt_tokens', of: ({ calls }) => sumOf(calls.map(({ usage }) => usage?.promptTokens)) },
  { name: 'completion_tokens', of: ({ calls }) => sumOf(calls.map(({ usage }) => usage?.completionTokens)) },
  { name: 'first_call_ttft_ms', of: ({ calls }) => calls[0]?.timings?.firstTokenMs ?? null },
  // Empty = not known, or nothing is paid for.
  { name: 'cost', of: ({ id }, { cost }) => cost?.trials[id] ?? null },
  { name: 'cost_currency', of: (_trial, { cost }) => cost?.currency ?? null },
  { name: 'prices_dated', of: (_trial, { cost }) => cost?.dated ?? null },
  { name: 'warnings', of: ({ warnings }) => warnings.join('; ') },
];

/** One row per trial, UTF-8, lines ended by CRLF. Token counts are sums over the trial's calls; an empty cell = not known. */
export const toCsv = (report: Report): string =>
  [columns.map(({ name }) => name), ...report.trials.map((trial) => columns.map(({ of }) => csvCell(of(trial, report))))]
    .map((cells) => `${cells.join(',')}\r\n`)
    .join('');
