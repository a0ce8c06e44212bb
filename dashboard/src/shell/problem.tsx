import { Link } from '@tanstack/react-router';
import { AppProblem } from '../data/api.ts';

/** Where the app has what a next step calls by the option of the command line. */
const InTheApp = ({ step }: { step: string }) =>
  /--api-key\b/u.test(step) ? (
    <p>
      In the app: save the address with its key on the <Link to={'/models' as string}>Models page</Link>.
    </p>
  ) : /--[a-z]/u.test(step) ? (
    <p>
      In the app: such options are fields of the <Link to={'/benchmark' as string}>Benchmark page</Link>.
    </p>
  ) : null;

/** What to do next, and where it is done in the app. */
export const NextStep = ({ step }: { step: string }) => (
  <>
    <p>{step}</p>
    <InTheApp step={step} />
  </>
);

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
