import { causeOf, type Report, type Trial } from '@benchloop/spec';
import { Figure } from '../../charts/kit/figure.tsx';
import { dataOfFailures, FailureChart, type FailureCause } from '../../charts/failure-chart.tsx';
import { OutcomeTag } from '../../score/outcome.tsx';
import { onOneLine, sayDuration, sayPercent, showHidden } from '../../words/format.ts';
import type { Block } from '../conversation.ts';
import { failedTrialsOf, kindOf, type FailedTrial } from '../failed-trials.ts';
import { reasonOf } from '../reason.ts';

/** Failures by cause, most frequent first. */
export const causesOf = (report: Report): FailureCause[] => {
  const causes = new Map<string, FailureCause>();
  for (const trial of failedTrialsOf(report)) {
    const name = causeOf(trial);
    if (name !== null) causes.set(name, { name, kind: kindOf(trial), count: (causes.get(name)?.count ?? 0) + 1 });
  }
  return [...causes.values()].toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
};

const ConversationBlock = ({ block }: { block: Block }) => (
  <div className={`block block-${block.role.replace(' ', '-')}`}>
    <span>{block.role}</span>
    <pre>{showHidden(block.text)}</pre>
  </div>
);

const Components = ({ trial }: { trial: Trial }) => {
  const components = trial.score?.components ?? [];
  return components.length === 0 ? null : (
    <ul className="plain">
      {components.map(({ id, value, reason }) => (
        <li key={id}>{`${onOneLine(id)} ${sayPercent(value)}: ${reasonOf({ reason })}`}</li>
      ))}
    </ul>
  );
};

const FailedDetails = ({ failed: { trial, blocks } }: { failed: FailedTrial }) => (
  <details className="trial">
    <summary>
      <span className="task">{trial.index === 0 ? trial.taskId : `${trial.taskId}, trial ${trial.index + 1}`}</span>
      <OutcomeTag outcome={trial.outcome} passed={trial.score?.passed ?? null} />
      <span className="bl-muted">{`${trial.difficulty}, ${sayDuration(trial.durationMs)}`}</span>
      <span className="reason">{reasonOf(trial)}</span>
    </summary>
    <div className="inside">
      <Components trial={trial} />
      {trial.error === null ? null : <p>{`Next: ${onOneLine(trial.error.hint)}`}</p>}
      {blocks === null ? (
        <p className="bl-muted">The conversation is not in this file, or no request was made; the run folder holds all of them.</p>
      ) : (
        blocks.map((block, place) => <ConversationBlock key={`${place}`} block={block} />)
      )}
    </div>
  </details>
);

const SuiteGroup = ({ suiteId, failed }: { suiteId: string; failed: readonly FailedTrial[] }) => (
  <section>
    <h3 className="suite-group">{`${suiteId}: ${failed.length}`}</h3>
    {failed.map((each) => (
      <FailedDetails key={each.trial.id} failed={each} />
    ))}
  </section>
);

const cappedNote = (failed: readonly FailedTrial[]): string => {
  const shown = failed.filter(({ blocks }) => blocks !== null).length;
  return shown === failed.length
    ? `The conversations of all ${shown} are below; long texts are cut in the middle, and the cut is marked.`
    : `The conversations of ${shown} of ${failed.length} are below, spread over the suites, so that the file stays under 2 MB; long texts are cut in the middle, and the cut is marked.`;
};

/** Failures by cause, then each failed trial with its conversation. */
export const FailureSection = ({ report, failed }: { report: Report; failed: readonly FailedTrial[] }) => {
  const causes = causesOf(report);
  const trials = report.trials.length;
  const suites = [...new Set(failed.map(({ trial }) => trial.suiteId))];
  return (
    <section aria-label="Failures">
      <h2>Failures</h2>
      {trials === 0 ? <p>No trial was run.</p> : null}
      {trials > 0 && causes.length === 0 ? <p>{`None: all ${trials} trials that were run passed, or were left out.`}</p> : null}
      {causes.length === 0 ? null : (
        <>
          <Figure
            title="Failures by cause"
            data={dataOfFailures(causes)}
            draw={(width) => <FailureChart causes={causes} trials={trials} width={width} />}
            note={`Counts of ${trials} trials, so there is no interval. Hatched bars are failures of the machinery: they leave the score and make the run incomplete.`}
          />
          <p>{cappedNote(failed)}</p>
          {suites.map((suiteId) => (
            <SuiteGroup key={suiteId} suiteId={suiteId} failed={failed.filter(({ trial }) => trial.suiteId === suiteId)} />
          ))}
        </>
      )}
    </section>
  );
};
