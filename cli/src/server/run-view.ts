import type { Report, RunView } from '@benchloop/spec';
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
