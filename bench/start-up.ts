import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { printTable } from './table.ts';

/** Whole-process wall time of the built command line, beside an empty Node process in the same run, interleaved. */
const root = fileURLToPath(new URL('..', import.meta.url));
const program = `${root}dist/bench-loop.js`;
const rounds = 15;

if (!existsSync(program)) execFileSync('npm', ['run', '--silent', 'prepack'], { cwd: root, stdio: 'inherit' });

const commands: [string, string[]][] = [
  ['empty node process (limit)', ['-e', '']],
  ['--version', [program, '--version']],
  ['info --json', [program, 'info', '--json']],
  ['suites --json', [program, 'suites', '--json']],
  ['run --help', [program, 'run', '--help']],
];

const times = new Map<string, number[]>(commands.map(([name]) => [name, []]));
for (let round = 0; round < rounds; round += 1)
  for (const [name, args] of commands) {
    const began = performance.now();
    const { status } = spawnSync(process.execPath, args, { stdio: 'ignore' });
    if (status !== 0) throw new Error(`${name} ended with ${status}`);
    times.get(name)?.push(performance.now() - began);
  }

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number;
const floor = median(times.get('empty node process (limit)') as number[]);
printTable(
  `start-up, median of ${rounds}`,
  commands.map(([name]) => ({
    what: name,
    ms: median(times.get(name) as number[]).toFixed(0),
    ratio: (median(times.get(name) as number[]) / floor).toFixed(2),
  })),
);
