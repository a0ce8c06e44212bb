import { lazyView } from '../../shell/lazy-view.tsx';
import type { Page } from '../page.ts';

/** What runs and what waits, reached from the header. */
export const createQueuePage = (): Page => ({
  path: 'queue',
  title: 'Queue',
  icon: null,
  component: lazyView(async () => (await import('./queue-view.tsx')).QueueView),
});
