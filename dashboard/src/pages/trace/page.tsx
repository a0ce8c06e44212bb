import { lazy, Suspense } from 'react';
import { Loading } from '../../shell/problem.tsx';
import type { Page } from '../page.ts';

const Content = lazy(async () => ({ default: (await import('./trace-page.tsx')).TracePage }));

/** The trials of a run with their conversations and the evidence for each verdict. */
export const createTracePage = (): Page => ({
  path: 'runs/$runId/trace',
  title: 'Trials',
  icon: null,
  component: () => (
    <Suspense fallback={<Loading what="the trials" />}>
      <Content />
    </Suspense>
  ),
});
