import { GitCompareArrows } from 'lucide-react';
import { lazyView } from '../../shell/lazy-view.tsx';
import type { Page } from '../page.ts';

/** Two to six runs beside each other: `/compare?runs=ID,ID`. */
export const createComparePage = (): Page => ({
  path: 'compare',
  title: 'Compare',
  icon: GitCompareArrows,
  component: lazyView(async () => (await import('./compare-page.tsx')).ComparePage),
});
