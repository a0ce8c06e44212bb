import { isJudged, type TaskAgain, type TrialStory, type TrialStudy, type TrialTurn } from '@benchloop/spec';
import { OutcomeTag, onOneLine, sayCount, sayPercent, showHidden } from '@benchloop/ui';
import { AskedCalls } from './asked-calls.tsx';
import { Code, pretty } from './code.tsx';
import { useStudy } from './data.ts';
import { HiddenTests } from './hidden-tests.tsx';
import { Waterfall } from './waterfall.tsx';
import { WorldChanges } from './world-changes.tsx';

/** The last answer, and the calls if there were any: what stands beside the expectation. */
export const actualOf = ({ messages }: Pick<TrialStory, 'messages'>): string => {
  const replies = messages.filter((message) => message.role === 'assistant');
  const calls = replies.flatMap(({ toolCalls = [] }) => toolCalls.map(({ name, argumentsText }) => `${name} ${argumentsText}`));
  const answer = replies.at(-1)?.content ?? '';
  return [...calls, answer].filter((text) => text !== '').join('\n') || '(an empty reply)';
};

const Expected = ({ task, story }: { task: TaskAgain; story: TrialStory }) => {
  if (task.missing !== null) return <p className="bl-muted">{task.missing}</p>;
  return (
    <>
      {task.changed ? (
        <p className="trace-warn">
          This version of BenchLoop has another form of this suite: the task below may not be the one that was asked.
        </p>
      ) : null}
      <div className="trace-beside">
        <Code label="expected" text={pretty(task.expect)} />
        <Code label="actual" text={actualOf(story)} />
      </div>
      {task.responseSchema === null ? null : <Code label="schema of the answer" text={pretty(task.responseSchema)} />}
      {task.world === null ? null : (
        <details>
          <summary>{`World ${onOneLine(task.world.id)} at the beginning`}</summary>
          <Code label="state" text={pretty(task.world.state)} />
        </details>
      )}
      <p className="bl-note">{`At most ${sayCount(task.limits.maxTokens, 'token')} a call, ${sayCount(task.limits.maxTurns, 'turn')}.`}</p>
    </>
  );
};

const Components = ({ story: { trial } }: { story: TrialStory }) => {
  const components = trial.score?.components ?? [];
  return components.length === 0 ? null : (
    <section aria-label="Components">
      <h3>Components</h3>
      <ul className="trace-components">
        {components.map(({ id, value, reason }) => (
          <li key={id}>
            <span className="trace-value">{sayPercent(value)}</span>
            <span>{`${onOneLine(id)}: ${onOneLine(reason).slice(0, 600)}`}</span>
          </li>
        ))}
      </ul>
    </section>
  );
};

const Verdict = ({ story: { trial } }: { story: TrialStory }) => (
  <section aria-label="Verdict">
    <p className="trace-verdict">
      <OutcomeTag outcome={trial.outcome} passed={trial.score?.passed ?? null} />
      {trial.score === null ? null : <span className="trace-value">{`score ${sayPercent(trial.score.value)}`}</span>}
      {isJudged(trial.outcome) ? null : <span className="bl-muted">in no score</span>}
    </p>
    <p className="trace-wrap">{showHidden((trial.score?.reason ?? trial.reason).slice(0, 2000))}</p>
    {trial.error === null ? null : <p className="trace-wrap">{`Next step: ${onOneLine(trial.error.hint)}`}</p>}
    {trial.retries === 0 ? null : (
      <p className="bl-note">{`Tried again ${sayCount(trial.retries, 'time')} after failures of the machinery.`}</p>
    )}
    {trial.warnings.map((warning) => (
      <p key={warning} className="trace-warn">
        {onOneLine(warning)}
      </p>
    ))}
  </section>
);

type EvidenceProps = { runId: string; story: TrialStory; onRaw: (turn: TrialTurn) => void };

const Studied = ({ study, story }: { study: TrialStudy; story: TrialStory }) => (
  <>
    {study.missing === null ? null : <p className="trace-warn">{study.missing}</p>}
    {study.calls === null ? null : <AskedCalls calls={study.calls} />}
    {study.world === null ? null : <WorldChanges world={study.world} />}
    {study.tests === null ? null : <HiddenTests tests={study.tests} />}
    <section aria-label="Expected beside actual">
      {study.calls === null && study.tests === null ? (
        <>
          <h3>Expected beside actual</h3>
          <Expected task={study.task} story={story} />
        </>
      ) : (
        <details>
          <summary>The whole expectation beside the reply</summary>
          <Expected task={study.task} story={story} />
        </details>
      )}
    </section>
  </>
);

/** Why a trial ended as it did: reason, components, asked beside done, what running it showed, where its time went. */
export const Evidence = ({ runId, story, onRaw }: EvidenceProps) => {
  const { trial, turns } = story;
  const study = useStudy(runId, trial.id);
  return (
    <aside className="trace-evidence" aria-label="Evidence" tabIndex={0}>
      <h2>{onOneLine(trial.taskId)}</h2>
      <p className="bl-note">{[trial.suiteId, trial.family, trial.difficulty, ...trial.tags].map(onOneLine).join(', ')}</p>
      <Verdict story={story} />
      {(study.data?.tests ?? null) === null ? <Components story={story} /> : null}
      {study.data === undefined ? (
        <p role="status">{study.error === null ? 'Working the trial out again…' : study.error.message}</p>
      ) : (
        <Studied study={study.data} story={story} />
      )}
      {trial.evidence === undefined ? null : (
        <section aria-label="What running it showed">
          <h3>What running it showed</h3>
          <Code label={onOneLine(trial.evidence.kind)} text={pretty(trial.evidence.data)} />
        </section>
      )}
      <section aria-label="Timing">
        <h3>Timing</h3>
        {turns.length === 0 ? (
          <p className="bl-muted">{story.missing ?? 'No request was made.'}</p>
        ) : (
          <Waterfall turns={turns} totalMs={trial.durationMs} onRaw={onRaw} />
        )}
      </section>
    </aside>
  );
};
