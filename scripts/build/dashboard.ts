import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';
import { markPath, markSize } from '@benchloop/ui';
import { root } from '../kit/root.ts';

const mark = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${markSize} ${markSize}"><path fill="#3a6ee8" d="${markPath}"/></svg>\n`;

/** Builds the pages of the local app into a folder. */
export const buildDashboard = async (outDir: string): Promise<void> => {
  await build({ configFile: join(root, 'dashboard/vite.config.ts'), logLevel: 'warn', build: { outDir } });
  await writeFile(join(outDir, 'mark.svg'), mark);
};
