import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';
import { markPath, markSize } from '@benchloop/ui';
import { root } from '../kit/root.ts';

const mark = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${markSize} ${markSize}"><path fill="#3a6ee8" d="${markPath}"/></svg>\n`;

/** A test runner names its own mode here, and the pages would be those for developers: twice as large and slow. */
const asPublished = async (work: () => Promise<unknown>): Promise<void> => {
  const before = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'production';
  await work();
  if (before === undefined) delete process.env['NODE_ENV'];
  else process.env['NODE_ENV'] = before;
};

/** Builds the pages of the local app into a folder. */
export const buildDashboard = async (outDir: string): Promise<void> => {
  await asPublished(() => build({ configFile: join(root, 'dashboard/vite.config.ts'), logLevel: 'warn', build: { outDir } }));
  await writeFile(join(outDir, 'mark.svg'), mark);
};
