import { Link } from '@tanstack/react-router';
import { PageProblem } from '../../shell/problem.tsx';

type RunProblemProps = { title: string; error: Error; onRetry: () => void };

/** Stands in place of a page about a run that can't be shown, with the way back to the runs. */
export const RunProblem = (props: RunProblemProps) => (
  <PageProblem {...props}>
    <p>
      <Link to="/runs">Runs</Link>
    </p>
  </PageProblem>
);
