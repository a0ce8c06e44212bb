import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { causeOf, isJudged, type Report, type Run, type RunView, type Trial } from '@benchloop/spec';
import { createGrowingTrials, type GrownTrials } from './growing-trials.ts';
import { loadNotes } from './run-notes.ts';

/** A view without what a person can change at any time. */
type Seen = Omit<RunView, 'notes'>;

const mostShown = 50;
const mostReasons = 3;
const keptViews = 32;

const timedCellsOf = ({ summary, trials }: Report): string[] => {
  const clock = new Set(summary.suites.filter(({ judge }) => judge === 'clock').map(({ id }) => id));
  return [...new Set(trials.filter(({ suiteId }) => clock.has(suiteId)).map(({ family }) => family))];
};

const mediansOf = ({ trials }: Report): number[] =>
  trials.flatMap(({ calls }) => calls.flatMap(({ timings }) => timings?.interTokenP50Ms ?? []));

/** Like the report of a run: what the stack can't do and what a person stopped is no failure. */
const causesOf = ({ trials }: Report): RunView['causes'] => {
  const causes = new Map<string, RunView['causes'][number]>();
  for (const trial of trials) {
    const name = causeOf(trial);
    if (name === null || trial.outcome === 'unsupported' || trial.outcome === 'cancelled') continue;
    const kind = isJudged(trial.outcome) ? 'ability' : 'infrastructure';
    causes.set(name, { name, kind, count: (causes.get(name)?.count ?? 0) + 1 });
  }
  return [...causes.values()].toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
};

type Failure = RunView['withoutVerdict'][number];

/** Reasons often end with the next step, which stands beside them here. */
const failureOf = ({ id: trialId, outcome, reason, error }: Trial): Failure => {
  const hint = error?.hint ?? null;
  return { trialId, outcome, reason: hint !== null && reason.endsWith(hint) ? reason.slice(0, -hint.length).trim() : reason, hint };
};

const reasonsOf = (failed: readonly Failure[]): RunView['failures'] => {
  const reasons = new Map<string, RunView['failures'][number]>();
  for (const { reason, hint } of failed) reasons.set(reason, { reason, hint, count: (reasons.get(reason)?.count ?? 0) + 1 });
  return [...reasons.values()].toSorted((a, b) => b.count - a.count).slice(0, mostReasons);
};

const damageOf = (badLines: readonly number[]): RunView['damage'] =>
  badLines.length === 0
    ? null
    : {
        reason: `trials.jsonl is damaged in line ${badLines.slice(0, 10).join(', ')}; those trials are left out of the numbers below.`,
        nextStep: 'Restore the file from a copy, or run the benchmark again.',
      };

const see = async (home: string, run: Run, { trials, badLines }: GrownTrials): Promise<Seen> => {
  const engine = await import('@benchloop/engine');
  const report = await engine.reportOf(home, run, [...trials]);
  const failed = report.trials.filter(engine.isWithoutVerdict).map(failureOf);
  return {
    run: { ...report.run, files: {} },
    summary: report.summary,
    words: engine.describeReport(report),
    timedCells: timedCellsOf(report),
    interTokenMediansMs: mediansOf(report),
    withoutVerdict: failed.slice(0, mostShown),
    withoutVerdictCount: failed.length,
    failures: reasonsOf(failed),
    causes: causesOf(report),
    damage: damageOf(badLines),
  };
};

const stampOf = async (paths: readonly string[]): Promise<string> => {
  const all = await Promise.all(paths.map((path) => stat(path).catch(() => null)));
  return all.map((stats) => (stats === null ? '-' : `${stats.ino}/${stats.mtimeMs}/${stats.size}`)).join(' ');
};

/**
 * Stored runs as their pages show them. What is known of a run is kept until one of its files changes, of trials only those are
 * read that were added since, and pages that ask together cost one look. Throws `UserError` where a folder can't be read.
 */
export const createRunViews = (home: string): ((id: string) => Promise<RunView>) => {
  const growing = createGrowingTrials();
  const kept = new Map<string, { stamp: string; seen: Seen }>();
  const active = new Map<string, Promise<unknown>>();

  const look = async (id: string): Promise<Seen> => {
    const { createRunStore, pricesFileOf } = await import('@benchloop/engine');
    const store = createRunStore(home);
    const run = await store.loadRun(id);
    const path = join(store.folder(id), 'trials.jsonl');
    // A frozen run tells whether any of its files is not what it was.
    const files = Object.keys(run.files).filter((file) => /^traces\/[\w.-]+\.jsonl$/u.test(file));
    const named = ['run.json', 'trials.jsonl', ...files].map((file) => join(store.folder(id), file));
    const stamp = await stampOf([pricesFileOf(home), ...named]);
    const before = kept.get(id);
    if (before?.stamp === stamp) return before.seen;
    const seen = await see(home, run, await growing.read(id, path, run.digest === null));
    kept.delete(id);
    kept.set(id, { stamp, seen });
    const oldest = [...kept.keys()][0];
    if (kept.size > keptViews && oldest !== undefined) kept.delete(oldest);
    return seen;
  };

  // One after the other, so that who asks after a change is not given an answer that was begun before it.
  return async (id) => {
    const before = active.get(id) ?? Promise.resolve();
    const now = before.then(
      () => look(id),
      () => look(id),
    );
    active.set(id, now);
    try {
      return { ...(await now), notes: await loadNotes(home, id) };
    } finally {
      if (active.get(id) === now) active.delete(id);
    }
  };
};
