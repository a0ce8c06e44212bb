import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { loadStaticFiles, type StaticFiles } from './static-files.ts';

const here = fileURLToPath(import.meta.url);

/** From source the pages are built when the app starts, so that they are never older than their source. */
const builtFromSource = async (): Promise<string> => {
  const root = join(dirname(here), '../../..');
  const folder = join(root, '.cache/dashboard');
  await promisify(execFile)(process.execPath, ['--import', 'tsx', join(root, 'scripts/build-dashboard.ts'), folder], { cwd: root });
  return folder;
};

/** The pages of the app: beside the program in the published package. */
export const dashboardFiles = async (): Promise<StaticFiles> =>
  loadStaticFiles(here.endsWith('.ts') ? await builtFromSource() : join(dirname(here), 'dashboard'));
