import { Link } from '@tanstack/react-router';
import { AppProblem } from '../data/api.ts';
import { placeInTheApp } from './in-the-app.ts';

/** Where the app has what a next step calls by the option of the command line. */
const InTheApp = ({ step }: { step: string }) => {
  const place = placeInTheApp(step);
  return place === null ? null : (
    <p>
      In the app: {place.words} <Link to={place.path}>{place.page}</Link>.
    </p>
  );
};

/** What to do next, and where it is done in the app. */
export const NextStep = ({ step }: { step: string }) => (
  <>
    <p>{step}</p>
    <InTheApp step={step} />
  </>
);

type ProblemProps = { error: unknown; onRetry?: () => void };

/** One message and the next step, in place of what could not be shown. */
export const Problem = ({ error, onRetry }: ProblemProps) => (
  <div className="app-problem" role="alert">
    <p>{error instanceof Error ? error.message : 'Something could not be shown.'}</p>
    {error instanceof AppProblem ? <NextStep step={error.nextStep} /> : <p>Load the page again.</p>}
    {onRetry === undefined ? null : (
      <button type="button" onClick={onRetry}>
        Try again
      </button>
    )}
  </div>
);

/** What is not there yet, and the one thing to do about it. `isPage` = nothing else stands on the page. */
export const Empty = ({ title, isPage = false, children }: { title: string; isPage?: boolean; children?: React.ReactNode }) => (
  <div className="app-empty">
    {isPage ? <h1>{title}</h1> : <h2>{title}</h2>}
    {children}
  </div>
);

/** Stands in place of a whole page, with its title. */
export const PageProblem = ({ title, children, ...problem }: ProblemProps & { title: string; children?: React.ReactNode }) => (
  <>
    {children}
    <h1>{title}</h1>
    <Problem {...problem} />
  </>
);

export const Loading = ({ what }: { what: string }) => (
  <p className="app-loading" role="status">
    Loading {what}…
  </p>
);
