import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { printTable } from './table.ts';

/**
 * Whole-process wall time of the built command line for each report format of a stored run, cold, beside an empty Node process
 * in the same run, interleaved. `npx tsx bench/report.ts RUN` takes a stored run of the core profile; the limit for HTML is 2 s.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const program = `${root}dist/bench-loop.js`;
const rounds = 7;
const limitMs = 2000;
const formats = ['html', 'card-png', 'card-svg', 'junit', 'csv', 'md', 'json', 'console'];

const [run] = process.argv.slice(2);
if (run === undefined) throw new Error('name a stored run: npx tsx bench/report.ts RUN');
if (!existsSync(program)) execFileSync('npm', ['run', '--silent', 'prepack'], { cwd: root, stdio: 'inherit' });

const folder = mkdtempSync(join(tmpdir(), 'report-'));
const fileOf = (format: string): string => join(folder, format);
const commands: [string, string[]][] = [
  ['empty node process', ['-e', '']],
  ...formats.map((format): [string, string[]] => [format, [program, 'report', run, '--format', format, '--output', fileOf(format)]]),
];

const times = new Map<string, number[]>(commands.map(([name]) => [name, []]));
for (let round = 0; round < rounds; round += 1)
  for (const [name, args] of commands) {
    const began = performance.now();
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`${name} ended with ${status}: ${stderr}`);
    times.get(name)?.push(performance.now() - began);
  }

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const floor = median(times.get('empty node process') ?? []);
printTable(
  `report of ${run}, median of ${rounds}`,
  commands.map(([name]) => {
    const ms = median(times.get(name) ?? []);
    return {
      what: name,
      ms: ms.toFixed(0),
      'ratio to empty': (ms / floor).toFixed(2),
      'limit ms': name === 'html' ? limitMs : '-',
      'ratio to limit': name === 'html' ? (ms / limitMs).toFixed(2) : '-',
      KiB: existsSync(fileOf(name)) ? (statSync(fileOf(name)).size / 1024).toFixed(0) : '-',
    };
  }),
);
rmSync(folder, { recursive: true });
