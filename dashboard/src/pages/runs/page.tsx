import { lazy, Suspense } from 'react';
import { ListChecks } from 'lucide-react';
import { Loading } from '../../shell/problem.tsx';
import type { Page } from '../page.ts';

const Content = lazy(async () => ({ default: (await import('./runs-page.tsx')).RunsPage }));

/** The stored runs of this data home. */
export const createRunsPage = (): Page => ({
  path: 'runs',
  title: 'Runs',
  icon: ListChecks,
  component: () => (
    <Suspense fallback={<Loading what="runs" />}>
      <Content />
    </Suspense>
  ),
});
