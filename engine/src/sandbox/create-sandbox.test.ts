import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import type { CodeLanguage, CodeRun, GuestValue } from '@benchloop/spec';
import { afterAll, describe, expect, test } from 'vitest';
import { createSandbox } from './create-sandbox.ts';
import { openLevel } from './levels.ts';

const limits = { cpuMs: 800, memoryBytes: 96 * 1024 ** 2, outputBytes: 4096, fileBytes: 65_536 };
const never = AbortSignal.any([]);
const sandbox = createSandbox({ open: () => openLevel('wasm') });
afterAll(() => sandbox.close());

const run = async (language: CodeLanguage, program: string, scripts: readonly string[]): Promise<CodeRun> => {
  const calls = scripts.map((script, index) => ({ id: String(index), script }));
  const result = await sandbox.run({ language, program, calls, limits }, never);
  if ('reason' in result) throw new Error(result.reason);
  return result;
};
const int = (v: number): GuestValue => ({ t: 'int', v: String(v) });

describe('Python', () => {
  test('scripts see the names of the program, and values come back with their exact types', async () => {
    const { runtime, load, calls } = await run(
      'python',
      'import math\nBASE = 10\ndef double(x):\n    print("doubling", x)\n    return x * 2\n',
      ['return double(BASE)', 'return [1.5, -0.0, True, None, "é", b"a", (1,), {2}, {"k": 2 ** 70}, math.inf]', 'return double([1])'],
    );
    expect({ runtime, load }).toEqual({ runtime: 'CPython 3.11.3 (WASI)', load: { end: 'returned', error: null } });
    expect(calls[0]).toEqual({ id: '0', end: 'returned', error: null, value: int(20), output: 'doubling 10\n' });
    expect(calls[1]?.value).toEqual({
      t: 'list',
      v: [
        { t: 'float', v: '1.5' },
        { t: 'float', v: '-0' },
        { t: 'bool', v: true },
        { t: 'none' },
        { t: 'text', v: 'é' },
        { t: 'bytes', v: '61' },
        { t: 'tuple', v: [int(1)] },
        { t: 'set', v: [int(2)] },
        {
          t: 'dict',
          v: [
            [
              { t: 'text', v: 'k' },
              { t: 'int', v: '1180591620717411303424' },
            ],
          ],
        },
        { t: 'float', v: 'inf' },
      ],
    });
    expect(calls[2]?.value).toEqual({ t: 'list', v: [int(1), int(1)] });
  });

  test('errors have their type, message and line; a call that is ended is followed by a fresh interpreter', async () => {
    const { calls } = await run('python', 'seen = []\ndef fail(x):\n    return {}[x]\n', [
      'seen.append(1)\nreturn seen',
      'return fail("k")',
      'while True: pass',
      'return seen',
      'import sys\nsys.exit(3)',
      'import os\nos._exit(0)',
      'return object()',
      'print("x" * 5000)',
      'return 7',
    ]);
    expect(calls.map(({ end }) => end)).toEqual([
      'returned',
      'raised',
      'time',
      'returned',
      'exited',
      'exited',
      'not-plain',
      'output',
      'returned',
    ]);
    expect(calls[1]?.error).toEqual({ type: 'KeyError', message: "'k'", line: 3 });
    expect(calls[3]?.value).toEqual({ t: 'list', v: [] });
    expect(calls[6]?.value).toEqual({ t: 'other', v: 'object' });
  });

  test('a program that cannot be loaded has no calls that ran', async () => {
    const { load, calls } = await run('python', 'def f(:\n', ['return f()']);
    expect(load).toMatchObject({ end: 'raised', error: { type: 'SyntaxError', line: 1 } });
    expect(calls).toEqual([{ id: '0', end: 'not-run', error: null, value: null, output: '' }]);
  });

  test('sleeping takes no real time, moves the clock and counts against the limit', async () => {
    const { calls } = await run(
      'python',
      'import time\ndef nap(s):\n    before = time.time()\n    time.sleep(s)\n    return round(time.time() - before, 2)',
      ['return nap(0.3)', 'return nap(3600)'],
    );
    expect(calls[0]?.value).toEqual({ t: 'float', v: '0.3' });
    expect(calls[1]?.end).toBe('time');
  });

  test('the memory is capped, files have a quota, and missing files are missing', async () => {
    const { calls } = await run('python', '', [
      'held = []\nwhile True: held.append(bytearray(10 ** 7))',
      'with open("/tmp/a", "wb") as f:\n    while True: f.write(b"x" * 10000)',
      'try: open("/none")\nexcept FileNotFoundError: return "missing"',
      'return (lambda f: f(f, 900))(lambda f, n: 0 if n == 0 else 1 + f(f, n - 1))',
    ]);
    expect(calls.map(({ end }) => end)).toEqual(['memory', 'raised', 'returned', 'returned']);
    expect(calls[1]?.error?.message).toContain('No space left');
  });
});

describe('JavaScript and TypeScript', () => {
  test('scripts see functions, classes and constants, may await, and values come back with their exact types', async () => {
    const { calls } = await run(
      'javascript',
      'const base = 10;\nlet log = [];\nclass Box { constructor(v) { this.v = v; } }\nasync function later(x) { await null; return x; }',
      [
        'return [base, await later(2), log]',
        'return [-0, 1.5, NaN, 10n, null, undefined, "\\ud800é", new Map([[1, new Set([2])]]), { a: true }, new Uint8Array([255])]',
        'return new Box(1)',
      ],
    );
    expect(calls[0]?.value).toEqual({ t: 'list', v: [int(10), int(2), { t: 'list', v: [] }] });
    expect(calls[1]?.value).toEqual({
      t: 'list',
      v: [
        { t: 'float', v: '-0' },
        { t: 'float', v: '1.5' },
        { t: 'float', v: 'nan' },
        { t: 'bigint', v: '10' },
        { t: 'none' },
        { t: 'undefined' },
        { t: 'text', v: '\ud800é' },
        { t: 'dict', v: [[int(1), { t: 'set', v: [int(2)] }]] },
        {
          t: 'dict',
          v: [
            [
              { t: 'text', v: 'a' },
              { t: 'bool', v: true },
            ],
          ],
        },
        { t: 'bytes', v: 'ff' },
      ],
    });
    expect(calls[2]).toMatchObject({ end: 'not-plain', value: { t: 'other', v: 'Box' } });
  });

  test('exports of every form become names, types are removed, and errors have their line', async () => {
    const typescript = await run(
      'typescript',
      'enum Size { Big = 5 }\nexport interface A { x: number }\nexport const f = (a: A): number => a.x + Size.Big;\nexport function g(): never { throw new RangeError("no"); }',
      ['return f({ x: 1 })', 'return g()'],
    );
    expect(typescript.calls[0]?.value).toEqual(int(6));
    expect(typescript.calls[1]?.error).toEqual({ type: 'RangeError', message: 'no', line: 4 });
    const common = await run('javascript', 'module.exports = { twice: (x) => 2 * x };', ['return twice(4)']);
    expect(common.calls[0]?.value).toEqual(int(8));
  });

  test('what has to be ended is ended, and the rest runs', async () => {
    const { calls } = await run('javascript', '', [
      'for (;;) {}',
      'const a = []; for (;;) a.push(new Array(1e5).fill(1));',
      'for (;;) console.log("x".repeat(1000));',
      'return new Promise(() => {})',
      'await new Promise((done) => setTimeout(done, 1e9));',
      'console.log("a", { b: 1 }); return 1',
    ]);
    expect(calls.map(({ end }) => end)).toEqual(['time', 'memory', 'output', 'not-plain', 'time', 'returned']);
    expect(calls[5]?.output).toBe('a {"b":1}\n');
  });
});

test('runs are the same every time: clock, randomness and order of sets', async () => {
  const fresh = createSandbox({ open: () => openLevel('wasm'), keepsResults: false });
  try {
    const request = {
      language: 'python' as const,
      program: 'import random, time',
      calls: [{ id: 'a', script: 'return [random.random(), time.time(), list({"a", "b", "c"}), hash("x")]' }],
      limits,
    };
    expect(await fresh.run(request, never)).toEqual(await fresh.run(request, never));
  } finally {
    await fresh.close();
  }
});

test('a signal ends a run, programs run side by side, and nothing is left behind', async () => {
  const own = createSandbox({ open: () => openLevel('wasm') });
  const programOf = (k: number) => ({
    language: 'javascript' as const,
    program: `const k = ${k};`,
    calls: [{ id: 'a', script: 'return k' }],
    limits,
  });
  const controller = new AbortController();
  const endless = own.run(
    { ...programOf(0), limits: { ...limits, cpuMs: 600_000 }, calls: [{ id: 'a', script: 'for (;;) {}' }] },
    controller.signal,
  );
  endless.catch(() => undefined);
  const results = await Promise.all([1, 2, 3, 4].map((k) => own.run(programOf(k), never)));
  expect(results.map((result) => ('calls' in result ? result.calls[0]?.value : null))).toEqual([1, 2, 3, 4].map(int));
  controller.abort(new Error('enough'));
  await expect(endless).rejects.toThrow('enough');
  await own.close();
  const mine = readdirSync(tmpdir()).filter((name) => name.startsWith('benchloop-sandbox-'));
  const later = await own.run(programOf(5), never);
  expect('calls' in later && later.calls[0]?.value).toEqual(int(5));
  await own.close();
  expect(readdirSync(tmpdir()).filter((name) => name.startsWith('benchloop-sandbox-')).length).toBeLessThanOrEqual(mine.length + 4);
});

test('a level that cannot be had is a refusal with a remedy', async () => {
  const refused = createSandbox({ open: () => openLevel('wasm+os', '/nowhere') });
  const result = await refused.run({ language: 'python', program: '', calls: [], limits }, never);
  expect(result).toMatchObject({ reason: expect.stringContaining('wall') as string, remedy: expect.any(String) as string });
});

/** The processes that this one, by whichever of its threads, has started for a sandbox (Linux). */
const sandboxChildren = (): number[] =>
  readdirSync('/proc/self/task')
    .flatMap((thread) => readFileSync(`/proc/self/task/${thread}/children`, 'utf8').split(' '))
    .filter((pid) => pid !== '' && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('sandbox-child'))
    .map(Number);

test.skipIf(process.platform !== 'linux')(
  'a machine that gives the sandbox no time for longer than its limit fails no honest program',
  async () => {
    const known = sandboxChildren();
    const own = createSandbox({ open: () => openLevel('wasm') });
    const request = (count: number) => ({
      language: 'javascript' as const,
      program: 'const work = (count) => { let sum = 0; for (let at = 0; at < count; at += 1) sum += at % 7; return sum; };',
      calls: Array.from({ length: 3 }, (_, id) => ({ id: String(id), script: `return work(${count})` })),
      limits: { ...limits, cpuMs: 1500 },
    });
    try {
      await own.run(request(1), never);
      const [child = 0] = sandboxChildren().filter((pid) => !known.includes(pid));
      expect(child).toBeGreaterThan(0);
      const run = own.run(request(500_000), never);
      for (let stop = 0; stop < 2; stop += 1) {
        process.kill(child, 'SIGSTOP');
        await new Promise((resolve) => setTimeout(resolve, 1700));
        process.kill(child, 'SIGCONT');
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      const result = await run;
      expect('calls' in result && result.calls.map(({ end }) => end)).toEqual(['returned', 'returned', 'returned']);
    } finally {
      await own.close();
    }
  },
);
