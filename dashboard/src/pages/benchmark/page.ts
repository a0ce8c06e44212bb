import { Gauge } from 'lucide-react';
import { lazyView } from '../../shell/lazy-view.tsx';
import type { Page } from '../page.ts';

/** Choose what to run, see what it takes, start it. */
export const createBenchmarkPage = (): Page => ({
  path: 'benchmark',
  title: 'Benchmark',
  icon: Gauge,
  component: lazyView(async () => (await import('./benchmark-view.tsx')).BenchmarkView),
});
