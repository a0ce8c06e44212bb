import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCli, type CliResult } from './support/cli.ts';

type Stored = { id: string; formatVersion: number; manifest: object };

let home = '';
const ids: Record<string, string> = {};

const make = async (name: string, model: string, ...args: string[]): Promise<void> => {
  const made = await runCli(['run', '--provider', 'mock', '--model', model, '--json', ...args], home);
  expect(made.code, made.stderr).toBe(0);
  ids[name] = (JSON.parse(made.stdout) as { run: Stored }).run.id;
};
/** Each reply is one token, which is too short for a rate on any machine. */
const brief = 'oracle;token=1000';
/** Over 40 tokens a reply, 3 ms apart: long enough for a rate on any machine. */
const paced = `oracle;think=${'step '.repeat(8)};token=1;itl=3`;
const math = (count: number): string[] => ['--suites', 'reasonmath', '--tasks-per-suite', String(count)];
const folder = (id: string): string => join(home, 'runs', id);
const call = (...args: string[]): Promise<CliResult> => runCli(args, home);
const id = (name: string): string => ids[name] ?? name;
const flat = (text: string): string => text.replaceAll(/\s+/g, ' ');

/** A copy of a stored run under another id, with a file of it changed and nothing frozen anew. */
const copyOf = async (name: string, suffix: string, file: string, change: (text: string) => string): Promise<string> => {
  const copy = `${id(name)}-${suffix}`;
  await cp(folder(id(name)), folder(copy), { recursive: true });
  const path = join(folder(copy), 'run.json');
  await writeFile(path, (await readFile(path, 'utf8')).replaceAll(id(name), copy));
  await writeFile(join(folder(copy), file), change(await readFile(join(folder(copy), file), 'utf8')));
  return copy;
};

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'compare-'));
  await make('all', 'oracle', ...math(12));
  await make('none', 'constant', ...math(12));
  await make('one', 'oracle', ...math(1));
  await make('more', 'oracle', '--suites', 'reasonmath,dataextract', '--tasks-per-suite', '12');
  await make('other', 'oracle', '--suites', 'dataextract', '--tasks-per-suite', '4');
  await make('brief', brief, ...math(2));
  await make('paced', paced, ...math(2));
}, 600_000);
afterAll(() => rm(home, { recursive: true, force: true }));

const expectMessage = (result: CliResult, message: RegExp): void => {
  expect(flat(result.stderr)).toMatch(message);
  expect(result.stderr).not.toMatch(/unexpected failure|\n\s+at /);
  expect(result.stderr.split('\n').filter((line) => /^(bench-loop:|error:)/.test(line))).toHaveLength(1);
  expect(result.code).toBe(2);
};

describe('what can’t be done is one message and exit code 2', () => {
  test.each([
    ['an unknown run', ['compare', 'ALL', 'never-made'], /There is no run never-made/],
    ['one run alone', ['compare', 'ALL'], /needs two runs/],
    ['the same run twice', ['compare', 'ALL', 'ALL'], /named twice/],
    ['the same run twice in decide', ['decide', '--use', 'chat', 'ALL', 'ALL'], /named twice/],
    ['a run as its own baseline', ['gate', 'ALL', '--baseline', 'ALL'], /its own baseline/],
    ['a gate without a condition', ['gate', 'ALL'], /no condition/],
    ['a baseline that is no file', ['gate', 'ALL', '--baseline', './nothing.json'], /can’t be read/],
    ['a baseline that is no report', ['gate', 'ALL', '--baseline', './package.json'], /is no report of this version/],
    ['a baseline that is no JSON', ['gate', 'ALL', '--baseline', './README.md'], /is no JSON/],
    ['a margin that is none', ['compare', 'ALL', 'NONE', '--margin', 'wide'], /points above 0/],
    ['a margin of zero', ['compare', 'ALL', 'NONE', '--margin', '0'], /points above 0/],
    ['an unknown format', ['compare', 'ALL', 'NONE', '--format', 'pdf'], /Give one of/],
    ['an unknown use', ['decide', '--use', 'poetry', 'ALL', 'NONE'], /no use named/],
    ['no use at all', ['decide', 'ALL', 'NONE'], /was not said/],
    ['a use file that is not there', ['decide', '--use', './nothing.yaml', 'ALL', 'NONE'], /can’t be read/],
    ['a use file of another kind', ['decide', '--use', 'USE', 'ALL', 'NONE'], /describes no use/],
  ])('%s', async (_what, args, message) => {
    const use = join(home, 'use.yaml');
    await writeFile(use, 'weights: { reasonmath: none }\n');
    const places: Record<string, string> = { ALL: id('all'), NONE: id('none'), USE: use };
    const named = args.map((arg) => places[arg] ?? arg);
    expectMessage(await call(...named), message);
  });

  test('a run of another format version', async () => {
    const newer = await copyOf('all', 'newer', 'run.json', (text) => text.replace(/"formatVersion": \d+/, '"formatVersion": 99'));
    expectMessage(await call('compare', id('none'), newer), /does not fit the run format.*another version of BenchLoop/);
    await rm(folder(newer), { recursive: true });
  });
});

describe('a run that was changed after it was made is said in every output', () => {
  let changed = '';
  beforeAll(async () => {
    changed = await copyOf('none', 'edited', 'trials.jsonl', (text) => text.replaceAll('"passed":false', '"passed":true'));
  });
  afterAll(() => rm(folder(changed), { recursive: true, force: true }));

  test.each(['console', 'md', 'junit', 'html', 'card-svg'])('report as %s', async (format) => {
    expect(flat((await call('report', changed, '--format', format)).stdout)).toContain('changed after it was made');
  });

  test.each([
    ['json', /"state": "differs"/],
    ['csv', /^integrity,.*\r\ndiffers,/],
  ])('report as %s', async (format, words) => {
    expect((await call('report', changed, '--format', format)).stdout).toMatch(words);
  });

  test.each(['console', 'md', 'json', 'html'])('compare as %s', async (format) => {
    expect(flat((await call('compare', id('all'), changed, '--format', format)).stdout)).toContain('changed after it was made');
  });

  test('card-png is another picture than that of the run as it was made', async () => {
    const pictures = await Promise.all(
      [changed, id('none')].map(async (run) => {
        const file = join(home, `${run}.png`);
        expect((await call('report', run, '--format', 'card-png', '--output', file)).code).toBe(0);
        return readFile(file);
      }),
    );
    expect(pictures[0]?.subarray(1, 4).toString()).toBe('PNG');
    expect(pictures[0]?.equals(pictures[1] ?? Buffer.alloc(0))).toBe(false);
  });

  test('compare as csv, decide as json, gate as json, junit and Markdown, leaderboard as json and csv', async () => {
    expect((await call('compare', id('all'), changed, '--format', 'csv')).stdout).toMatch(/\r\nholds,differs,/);
    const decision = JSON.parse((await call('decide', '--use', 'chat', '--json', id('all'), changed)).stdout) as {
      candidates: { runId: string; disqualified: string[] }[];
    };
    expect(decision.candidates.find(({ runId }) => runId === changed)?.disqualified.join()).toContain('changed after it was made');
    const [junit, markdown] = [join(home, 'gate.xml'), join(home, 'gate.md')];
    const gate = await call('gate', changed, '--min', 'reasonmath=1', '--json', '--junit', junit, '--markdown', markdown);
    for (const text of [gate.stdout, await readFile(junit, 'utf8'), await readFile(markdown, 'utf8')])
      expect(flat(text)).toContain('changed after it was made');
    expect((await call('runs', '--rebuild')).code).toBe(0);
    const boards = JSON.parse((await call('leaderboard', '--all', '--json')).stdout) as {
      rows: { runId: string; integrity: string; rank: unknown }[];
    }[];
    expect(boards.flatMap(({ rows }) => rows).find(({ runId }) => runId === changed)).toMatchObject({ integrity: 'differs', rank: null });
    expect((await call('leaderboard', '--all', '--csv')).stdout).toMatch(new RegExp(`\r\ndiffers,[^\r]*${changed}`));
  });

  test('decide, gate and leaderboard: out, failed, and without a rank', async () => {
    const decision = await call('decide', '--use', 'chat', id('all'), changed);
    expect(flat(decision.stdout)).toMatch(/changed after it was made.* It is out\./);
    const gate = await call('gate', changed, '--min', 'reasonmath=1');
    expect([gate.code, flat(gate.stdout)]).toEqual([3, expect.stringContaining('changed after it was made')]);
    expect((await call('runs', '--rebuild')).code).toBe(0);
    const board = await call('leaderboard', '--all');
    expect(flat(board.stdout)).toContain(`Run ${changed} was changed after it was made, so it has no rank`);
  });
});

describe('few or one-sided data get the right words', () => {
  test('all passed beside none passed', async () => {
    const { stdout, code } = await call('compare', id('none'), id('all'));
    expect([code, flat(stdout)]).toEqual([0, expect.stringMatching(/is better than/)]);
  });

  test('n = 1 can’t be told', async () => {
    const { stdout, code } = await call('compare', id('none'), id('one'));
    expect([code, flat(stdout)]).toEqual([0, expect.stringMatching(/cannot be told apart yet/)]);
  });

  test('a suite that one of them lacks is left out with the reason', async () => {
    const { stdout, code } = await call('compare', id('all'), id('more'));
    expect([code, flat(stdout)]).toEqual([0, expect.stringMatching(/Left out: .*dataextract/)]);
  });

  test('none passed in either: no stack is advised', async () => {
    const { stdout, code } = await call('decide', '--use', 'custom.yaml', id('none'));
    expect([code, stdout]).toEqual([2, '']);
    const use = join(home, 'math.yaml');
    await writeFile(use, 'title: Sums\nweights: { reasonmath: 1 }\n');
    const decision = await call('decide', '--use', use, id('none'));
    expect([decision.code, flat(decision.stdout)]).toEqual([
      0,
      expect.stringMatching(/For sums none of these runs is fit: .* passed no task \(\d+\.\d points over 12 tasks\)/),
    ]);
  });

  test('one shared task is no ground for a gate: undecided has a code and words of its own', async () => {
    const { stdout, code } = await call('gate', id('one'), '--baseline', id('none'));
    expect([code, flat(stdout)]).toEqual([4, expect.stringMatching(/^Gate undecided against .* can’t be decided with so few tasks/)]);
  });

  test('no shared task is refused in words', async () => {
    const { stdout, code } = await call('compare', id('all'), id('other'));
    expect([code, flat(stdout)]).toEqual([0, expect.stringMatching(/can’t be compared/)]);
  });
});

describe('budget', () => {
  type Said = {
    trials: number;
    requests: { least: number; most: number };
    expectedMs: number | null;
    measuredBy: string | null;
    suites: { id: string; trials: number; expectedMs: number | null; basis: string | null }[];
  };
  const flags = ['budget', '--provider', 'mock', '--suites', 'reasonmath,toolcall', '--tasks-per-suite', '12', '--trials', '2'];

  test('says requests, tokens and the time by earlier trials, and what is only a least', async () => {
    const said = JSON.parse((await call(...flags, '--model', paced, '--json')).stdout) as Said;
    expect(said).toMatchObject({ trials: 48, requests: { least: 48 }, measuredBy: id('paced') });
    expect(said.requests.most).toBeGreaterThan(48);
    expect(said.suites).toMatchObject([
      { id: 'reasonmath', trials: 24, basis: 'trials' },
      { id: 'toolcall', trials: 24, basis: 'rates' },
    ]);
    expect(said.suites.map(({ expectedMs }) => (expectedMs ?? 0) > 0)).toEqual([true, true]);
  });

  test('an earlier run whose replies were too short for a rate tells no time for other suites', async () => {
    const said = JSON.parse((await call(...flags, '--model', brief, '--json')).stdout) as Said;
    expect(said).toMatchObject({ measuredBy: id('brief'), expectedMs: null });
    expect(said.suites).toMatchObject([
      { id: 'reasonmath', trials: 24, basis: 'trials' },
      { id: 'toolcall', trials: 24, basis: null, expectedMs: null },
    ]);
    expect(said.suites[0]?.expectedMs).toBeGreaterThan(0);
    expect((await call(...flags, '--model', brief)).stdout).toMatch(/time +unknown for toolcall: run \S+ holds no trial of it/);
    const alone = await call('budget', '--provider', 'mock', '--model', brief, ...math(2));
    expect(alone.stdout).toContain(`by the speed of run ${id('brief')}`);
  });

  test('a stack that was never measured has no time, and is told how to get one', async () => {
    const other = await call(...flags, '--model', 'never-measured');
    expect([other.code, flat(other.stdout)]).toEqual([0, expect.stringMatching(/time unknown: this stack was never measured here/)]);
  });
});
