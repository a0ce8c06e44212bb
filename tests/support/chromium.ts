import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Skip } from './assets.ts';

const names = ['chromium', 'chromium-browser', 'google-chrome'];

/** The path of a Chromium on this machine, or why a test has to be skipped. */
export const chromiumProgram = (): { path: string } | Skip => {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const path = names.flatMap((name) => folders.map((folder) => join(folder, name))).find((each) => existsSync(each));
  return path === undefined ? { skip: 'no Chromium is on the PATH; apt-get install -y chromium installs it' } : { path };
};
