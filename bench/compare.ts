import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createRunStore, rebuildIndex } from '@benchloop/engine';
import { printTable } from './table.ts';

/**
 * Whole-process time of the built command line, cold, beside an empty Node process in the same rounds: compare of two core runs
 * and the HTML of one, and the leaderboard over 1,000 stored runs. `npx tsx bench/compare.ts` makes its runs from the mock
 * provider; `npx tsx bench/compare.ts FOLDER FOLDER` takes two run folders. CPU seconds are those of the process and its threads.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const program = `${root}dist/bench-loop.js`;
const rounds = 5;
const boardRuns = 1000;

if (!existsSync(program)) execFileSync('npm', ['run', '--silent', 'prepack'], { cwd: root, stdio: 'inherit' });
const home = mkdtempSync(join(tmpdir(), 'compare-'));
const boardHome = mkdtempSync(join(tmpdir(), 'board-'));
const folderOf = (data: string, id: string): string => join(data, 'runs', id);

const makeRun = (model: string): void => {
  const args = [program, 'run', '--provider', 'mock', '--model', model, '--profile', 'core', '--json'];
  const { status, stderr } = spawnSync(process.execPath, args, {
    env: { ...process.env, BENCHLOOP_HOME: home },
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (status !== 0 && status !== 1) throw new Error(`the run of ${model} ended with ${status}: ${stderr}`);
};

const given = process.argv.slice(2);
if (given.length === 0) for (const model of ['oracle', 'refuse']) makeRun(model);
for (const folder of given) {
  const { id } = JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8')) as { id: string };
  cpSync(folder, folderOf(home, id), { recursive: true });
}
const [a, b] = readdirSync(join(home, 'runs'));
if (a === undefined || b === undefined) throw new Error('name two run folders, or none');

/** Runs that differ in their model's name and in some verdicts, frozen as the store freezes them. */
const makeBoard = async (): Promise<void> => {
  const source = createRunStore(home);
  const run = await source.loadRun(b);
  const { trials } = await source.loadTrials(b);
  const store = createRunStore(boardHome);
  for (let place = 0; place < boardRuns; place += 1) {
    const id = `${run.id.slice(0, -6)}${place.toString(16).padStart(6, '0')}`;
    const model = run.model === null ? null : { ...run.model, name: `${run.model.name} ${place}` };
    const lines = trials.map((trial, at) => {
      const passes = (at * 7919 + place * 104_729) % 1000 < place;
      const score = trial.score === null ? null : { ...trial.score, passed: passes, value: Number(passes) };
      return JSON.stringify({ ...trial, traceFile: null, score });
    });
    mkdirSync(folderOf(boardHome, id), { recursive: true });
    writeFileSync(join(folderOf(boardHome, id), 'trials.jsonl'), `${lines.join('\n')}\n`);
    await store.freeze({ ...run, id, model });
  }
  await rebuildIndex(boardHome);
};

await makeBoard();

type Command = { name: string; args: string[]; home: string; limitMs: number | null };
const commands: Command[] = [
  { name: 'empty node process', args: ['-e', ''], home, limitMs: null },
  { name: 'bench-loop --version', args: [program, '--version'], home, limitMs: null },
  { name: 'compare of two core runs', args: [program, 'compare', a, b], home, limitMs: 1000 },
  { name: 'compare --format html', args: [program, 'compare', a, b, '--format', 'html'], home, limitMs: null },
  { name: 'report --format html', args: [program, 'report', b, '--format', 'html'], home, limitMs: 2000 },
  { name: `leaderboard over ${boardRuns} runs`, args: [program, 'leaderboard'], home: boardHome, limitMs: 1000 },
];

const median = (values: readonly number[]): number => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
const taken = new Map<string, { wall: number[]; cpu: number[] }>(commands.map(({ name }) => [name, { wall: [], cpu: [] }]));
for (let round = 0; round < rounds; round += 1)
  for (const { name, args, home: data } of commands) {
    const began = performance.now();
    const script = 'TIMEFORMAT="%U %S"; { time "$0" "$@" >/dev/null 2>"$ERRORS"; } 2>&1';
    const errors = join(home, 'errors');
    const { status, stdout } = spawnSync('bash', ['-c', script, process.execPath, ...args], {
      encoding: 'utf8',
      env: { ...process.env, BENCHLOOP_HOME: data, ERRORS: errors, LC_ALL: 'C' },
    });
    if (status !== 0) throw new Error(`${name} ended with ${status}: ${readFileSync(errors, 'utf8')}`);
    const [user = 0, system = 0] = stdout.trim().split(' ').map(Number);
    taken.get(name)?.wall.push(performance.now() - began);
    taken.get(name)?.cpu.push(1000 * (user + system));
  }

const floor = median(taken.get('empty node process')?.wall ?? []);
printTable(
  `compare and leaderboard, median of ${rounds}`,
  commands.map(({ name, limitMs }) => {
    const wall = median(taken.get(name)?.wall ?? []);
    return {
      what: name,
      ms: wall.toFixed(0),
      'CPU ms': median(taken.get(name)?.cpu ?? []).toFixed(0),
      'ratio to empty': (wall / floor).toFixed(2),
      'limit ms': limitMs ?? '-',
      'ratio to limit': limitMs === null ? '-' : (wall / limitMs).toFixed(2),
    };
  }),
);
for (const data of [home, boardHome]) rmSync(data, { recursive: true });
