import { SlidersHorizontal } from 'lucide-react';
import { lazyView } from '../../shell/lazy-view.tsx';
import type { Page } from '../page.ts';

/** One model in several settings: how fast, and how good. */
export const createStacksPage = (): Page => ({
  path: 'stacks',
  title: 'Stacks',
  icon: SlidersHorizontal,
  component: lazyView(async () => (await import('./stacks-page.tsx')).StacksPage),
});
