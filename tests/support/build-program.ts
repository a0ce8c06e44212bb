import { join } from 'node:path';
import { bundle } from '../../scripts/build/bundle.ts';
import { buildDashboard } from '../../scripts/build/dashboard.ts';
import { root } from '../../scripts/kit/root.ts';

/** End-to-end tests drive the program as it is published: bundled, with its workers, its engine and its pages beside it. */
export const setup = async (): Promise<void> => {
  await bundle(root);
  await buildDashboard(join(root, 'dist/dashboard'));
};
