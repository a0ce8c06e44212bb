import { AppProblem } from '../data/api.ts';

/** One message and the next step, in place of what could not be shown. */
export const Problem = ({ error, onRetry }: { error: unknown; onRetry?: () => void }) => (
  <div className="app-problem" role="alert">
    <p>{error instanceof Error ? error.message : 'Something could not be shown.'}</p>
    <p>{error instanceof AppProblem ? error.nextStep : 'Load the page again.'}</p>
    {onRetry === undefined ? null : (
      <button type="button" onClick={onRetry}>
        Try again
      </button>
    )}
  </div>
);

/** What is not there yet, and the one thing to do about it. */
export const Empty = ({ title, children }: { title: string; children?: React.ReactNode }) => (
  <div className="app-empty">
    <h2>{title}</h2>
    {children}
  </div>
);

export const Loading = ({ what }: { what: string }) => (
  <p className="app-loading" role="status">
    Loading {what}…
  </p>
);
