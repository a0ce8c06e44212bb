import type { QueuedJob, StoredSweep, Sweep, SweepRow } from '@benchloop/spec';
import { fastestOf } from './fastest.ts';
import type { SettingFacts } from './setting-facts.ts';
import { commandOf } from './sweep-settings.ts';

const unmeasured = {
  passRate: null,
  decodeTokensPerSecond: null,
  decodeInterval: null,
  rateBesideFastest: null,
  ttftMs: null,
  memoryBytes: null,
  qualityBesideFastest: null,
};

/** The fastest setting, unless the quality of another is shown to be better; then the fastest of those. */
export const bestOf = (rows: readonly SweepRow[]): Sweep['best'] => {
  const measured = rows.filter(({ decodeTokensPerSecond }) => decodeTokensPerSecond !== null);
  const fastest = fastestOf(measured);
  if (fastest === null || measured.length < 2) return null;
  const better = fastestOf(measured.filter(({ qualityBesideFastest }) => qualityBesideFastest === 'better'));
  if (better !== null)
    return { jobId: better.jobId, reason: `Its quality is shown to be better than that of the fastest setting (${fastest.label}).` };
  const others = measured.filter(({ jobId }) => jobId !== fastest.jobId);
  const close = others.filter(({ rateBesideFastest }) => (rateBesideFastest?.high ?? 0) >= 1 || rateBesideFastest?.high === null);
  const words = close.length === 0 ? '' : ` Its rate can’t be told from that of ${close.map(({ label }) => label).join('; ')}.`;
  return { jobId: fastest.jobId, reason: `It is the fastest, and no other setting is shown to be better in quality.${words}` };
};

/** A stored sweep with the state of its jobs and what their runs measured. */
export const describeSweep = (sweep: StoredSweep, jobs: readonly QueuedJob[], facts: readonly SettingFacts[]): Sweep => {
  const rows = sweep.entries.map(({ jobId, label, settings, runId, command }): SweepRow => {
    const job = jobs.find(({ id }) => id === jobId);
    const { runId: _runId, ...measured } = facts.find((one) => one.runId === runId) ?? { runId, ...unmeasured };
    return {
      jobId,
      label,
      runId,
      state: job?.state ?? null,
      problem: job?.problem === undefined || job.problem === null ? null : `${job.problem.message} ${job.problem.nextStep}`,
      ...measured,
      command: command ?? commandOf(settings),
    };
  });
  return { id: sweep.id, title: sweep.title, createdAt: sweep.createdAt, rows, best: bestOf(rows) };
};
