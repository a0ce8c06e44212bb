import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from './kit/root.ts';
import { replacePicture } from './readme/replace-picture.ts';

const run = promisify(execFile);
const command = ['run', '--profile', 'smoke'];

// A picture from a real run never lies: it holds exactly what the command printed, or prints of the stored run named here.
const [stored] = process.argv.slice(2);
const args = stored === undefined ? command : ['report', stored, '--format', 'console'];
const { stdout } = await run(process.execPath, ['--import', 'tsx', 'cli/src/main.ts', ...args], { cwd: root });
const readme = join(root, 'README.md');
await writeFile(readme, replacePicture(await readFile(readme, 'utf8'), `npm run bench -- ${command.join(' ')}`, stdout));
