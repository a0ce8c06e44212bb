import { Link } from '@tanstack/react-router';
import { sayCount, sayDuration } from '@benchloop/ui';
import type { BudgetAnswer } from '@benchloop/spec';
import { useLive } from '../../data/live.ts';
import { Problem } from '../../shell/problem.tsx';
import type { NewJob } from './choice.ts';
import { mostEstimated, useEstimate } from './data.ts';

const amount = (value: number): string => value.toLocaleString('en-US');
const sum = (budgets: readonly BudgetAnswer[], of: (budget: BudgetAnswer) => number): number =>
  budgets.reduce((all, budget) => all + of(budget), 0);

const sayTime = (budgets: readonly BudgetAnswer[]): string => {
  const known = budgets.filter(({ expectedMs }) => expectedMs !== null);
  if (known.length === 0) return 'unknown: this stack was never measured here; the profile smoke measures it in minutes';
  const time = `about ${sayDuration(sum(known, ({ expectedMs }) => expectedMs ?? 0))}`;
  return known.length === budgets.length
    ? time
    : `${time} for ${known.length} of ${budgets.length} runs; the others were never measured here`;
};

const sayWrites = (budgets: readonly BudgetAnswer[]): string => {
  const isKnown = budgets.every(({ completionTokens }) => completionTokens !== null);
  const about = isKnown ? `about ${amount(sum(budgets, ({ completionTokens }) => completionTokens ?? 0))}, ` : '';
  return `${about}at most ${amount(sum(budgets, ({ completionTokensLimit }) => completionTokensLimit))} tokens`;
};

const sayRequests = (budgets: readonly BudgetAnswer[]): string => {
  const [least, most] = [sum(budgets, ({ requests }) => requests.least), sum(budgets, ({ requests }) => requests.most)];
  return least === most ? amount(least) : `${amount(least)} to ${amount(most)}; a task with tools takes several`;
};

const Facts = ({ budgets }: { budgets: readonly BudgetAnswer[] }) => {
  const measuredBy = budgets.length === 1 ? (budgets[0]?.measuredBy ?? null) : null;
  return (
    <dl className="app-facts">
      <dt>Trials</dt>
      <dd>{amount(sum(budgets, ({ trials }) => trials))}</dd>
      <dt>Requests</dt>
      <dd>{sayRequests(budgets)}</dd>
      <dt>Reads</dt>
      <dd>about {amount(sum(budgets, ({ promptTokens }) => promptTokens))} tokens</dd>
      <dt>Writes</dt>
      <dd>{sayWrites(budgets)}</dd>
      <dt>Time</dt>
      <dd>
        {sayTime(budgets)}
        {measuredBy === null ? null : (
          <>
            , by the speed of <Link to={`/runs/${measuredBy}`}>an earlier run</Link>
          </>
        )}
      </dd>
    </dl>
  );
};

/** What the chosen runs will take, before they start. */
export const Estimate = ({ jobs }: { jobs: NewJob[] }) => {
  const isMeasuring = useLive((state) => state.jobs.some((job) => job.state === 'running'));
  const { data, error, isFetching, refetch } = useEstimate(jobs, !isMeasuring);
  return (
    <section className="app-panel" aria-labelledby="estimate" aria-live="polite">
      <h2 id="estimate">What it takes</h2>
      {jobs.length > mostEstimated ? (
        <p className="bl-note">
          Of the first {mostEstimated} of {sayCount(jobs.length, 'run')}.
        </p>
      ) : null}
      {data === undefined ? null : <Facts budgets={data} />}
      {isFetching ? <p role="status">Counting tasks and tokens…</p> : null}
      {error === null || isFetching ? null : <Problem error={error} onRetry={() => void refetch()} />}
      {isMeasuring && data === undefined && !isFetching ? (
        <>
          <p>A run is being measured, so nothing is counted meanwhile.</p>
          <button type="button" onClick={() => void refetch()}>
            Count all the same
          </button>
        </>
      ) : null}
    </section>
  );
};
