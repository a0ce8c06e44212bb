import { createRootRoute, createRoute, createRouter, Link, Navigate } from '@tanstack/react-router';
import { pages } from '../pages/index.ts';
import { Empty } from './problem.tsx';
import { Shell } from './shell.tsx';

const shown = pages.map((create) => create());

const NoSuchPage = () => (
  <Empty isPage title="There is no such page">
    <p>The address may be of another version, or mistyped.</p>
    <Link to="/runs">Open the runs</Link>
  </Empty>
);

/** Addresses of the app, from the list of pages. */
export const createAppRouter = () => {
  const root = createRootRoute({ component: () => <Shell pages={shown} />, notFoundComponent: NoSuchPage });
  const start = createRoute({
    getParentRoute: () => root,
    path: '/',
    component: () => <Navigate to={`/${shown[0]?.path ?? 'runs'}`} replace />,
  });
  const routes = shown.map(({ path, component }) => createRoute({ getParentRoute: () => root, path, component }));
  return createRouter({ routeTree: root.addChildren([start, ...routes]), defaultPreload: false });
};
