import { UserError, type Report, type RunView, type Trial, type TrialRow } from '@benchloop/spec';
import { loadNotes } from './run-notes.ts';

const mostShown = 50;

const timedCellsOf = ({ summary, trials }: Report): string[] => {
  const clock = new Set(summary.suites.filter(({ judge }) => judge === 'clock').map(({ id }) => id));
  return [...new Set(trials.filter(({ suiteId }) => clock.has(suiteId)).map(({ family }) => family))];
};

const mediansOf = ({ trials }: Report): number[] =>
  trials.flatMap(({ calls }) => calls.flatMap(({ timings }) => timings?.interTokenP50Ms ?? []));

/** A stored run as its page shows it. Throws `UserError` where its folder can't be read. */
export const viewRun = async (home: string, id: string): Promise<RunView> => {
  const engine = await import('@benchloop/engine');
  const report = await engine.loadReport(home, id);
  const { badLines } = await engine.createRunStore(home).loadTrials(id);
  const failed = report.trials.filter(engine.isWithoutVerdict);
  return {
    run: { ...report.run, files: {} },
    summary: report.summary,
    words: engine.describeReport(report),
    notes: await loadNotes(home, id),
    timedCells: timedCellsOf(report),
    interTokenMediansMs: mediansOf(report),
    withoutVerdict: failed
      .slice(0, mostShown)
      .map(({ id: trialId, outcome, reason, error }) => ({ trialId, outcome, reason, hint: error?.hint ?? null })),
    withoutVerdictCount: failed.length,
    damage:
      badLines.length === 0
        ? null
        : {
            reason: `trials.jsonl is damaged in line ${badLines.slice(0, 10).join(', ')}; those trials are left out of the numbers below.`,
            nextStep: 'Restore the file from a copy, or run the benchmark again.',
          },
  };
};

const rowOf = ({ id, suiteId, taskId, family, difficulty, tags, index, outcome, score, reason, durationMs }: Trial): TrialRow => ({
  id,
  suiteId,
  taskId,
  family,
  difficulty,
  tags,
  index,
  outcome,
  passed: score?.passed ?? null,
  reason: reason.slice(0, 300),
  durationMs,
});

/** One line for each trial of a run, in the order in which they ended. */
export const listTrials = async (home: string, id: string): Promise<TrialRow[]> => {
  const { createRunStore } = await import('@benchloop/engine');
  const { trials } = await createRunStore(home).loadTrials(id);
  return trials.map(rowOf);
};

/** A trial of a run. Throws `UserError` where there is none of this id. */
export const findTrial = async (home: string, id: string, trialId: string): Promise<Trial> => {
  const { createRunStore } = await import('@benchloop/engine');
  const trial = (await createRunStore(home).loadTrials(id)).trials.find((one) => one.id === trialId);
  if (trial === undefined) throw new UserError('There is no such trial in this run.', 'Take one from the list of its trials.');
  return trial;
};
