import { Boxes } from 'lucide-react';
import { lazyView } from '../../shell/lazy-view.tsx';
import type { Page } from '../page.ts';

/** Servers, models and where to get more. */
export const createModelsPage = (): Page => ({
  path: 'models',
  title: 'Models',
  icon: Boxes,
  component: lazyView(async () => (await import('./models-view.tsx')).ModelsView),
});
