import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from './kit/root.ts';
import { replacePicture } from './readme/replace-picture.ts';

const run = promisify(execFile);
const args = ['run', '--profile', 'smoke', ...process.argv.slice(2)];

// A picture from a real run never lies: it holds exactly what the command printed here.
const { stdout } = await run(process.execPath, ['--import', 'tsx', 'cli/src/main.ts', ...args], { cwd: root });
const readme = join(root, 'README.md');
await writeFile(readme, replacePicture(await readFile(readme, 'utf8'), `npm run bench -- ${args.join(' ')}`, stdout));
