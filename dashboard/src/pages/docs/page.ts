import { lazyView } from '../../shell/lazy-view.tsx';
import type { Page } from '../page.ts';

const view = () => lazyView(async () => (await import('./docs-view.tsx')).DocsView);

/** The list of the docs that this build carries. */
export const createDocsPage = (): Page => ({ path: 'docs', title: 'Docs', icon: null, component: view() });

/** One page of the docs. */
export const createDocPage = (): Page => ({ path: 'docs/$name', title: 'Docs', icon: null, component: view() });
