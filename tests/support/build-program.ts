import { bundle } from '../../scripts/build/bundle.ts';
import { root } from '../../scripts/kit/root.ts';

/** End-to-end tests drive the program as it is published: bundled, with its workers and engine beside it. */
export const setup = async (): Promise<void> => {
  await bundle(root);
};
