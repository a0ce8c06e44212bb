import { createRootRoute, createRoute, createRouter, Navigate } from '@tanstack/react-router';
import { pages } from '../pages/index.ts';
import { Shell } from './shell.tsx';

const shown = pages.map((create) => create());

/** Addresses of the app, from the list of pages. */
export const createAppRouter = () => {
  const root = createRootRoute({ component: () => <Shell pages={shown} /> });
  const start = createRoute({
    getParentRoute: () => root,
    path: '/',
    component: () => <Navigate to={`/${shown[0]?.path ?? 'runs'}`} replace />,
  });
  const routes = shown.map(({ path, component }) => createRoute({ getParentRoute: () => root, path, component }));
  return createRouter({ routeTree: root.addChildren([start, ...routes]), defaultPreload: false });
};
