import { lazy, Suspense } from 'react';
import { Loading } from '../../shell/problem.tsx';
import type { Page } from '../page.ts';

const Content = lazy(async () => ({ default: (await import('./run-page.tsx')).RunPage }));

/** One run, while it runs and when it has ended. */
export const createRunPage = (): Page => ({
  path: 'runs/$runId',
  title: 'Run',
  icon: null,
  component: () => (
    <Suspense fallback={<Loading what="the run" />}>
      <Content />
    </Suspense>
  ),
});
