import { spawn } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PreflightFinding, Run, Trial, Warning } from '@benchloop/spec';
import { llamaServer, requireAsset, starterModel } from './support/assets.ts';
import { startBehavingServer, type Faults } from './support/behaving-server.ts';
import { runCli } from './support/cli.ts';
import type { ModelServer } from './support/model-server.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

let home: string;
let servers: ModelServer[] = [];
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'preflight-'));
});
afterEach(async () => {
  await Promise.all(servers.map((server) => server.close()));
  servers = [];
  await rm(home, { recursive: true, force: true });
});

const serve = async (faults: Faults = {}): Promise<string> => {
  const server = await startBehavingServer(faults);
  servers.push(server);
  return server.endpoint;
};

type Report = { model: { name: string; capabilities: Record<string, string> }; findings: (PreflightFinding & { title: string })[] };

const plan = ['--suites', 'speed,reasonmath,toolcall', '--tasks-per-suite', '2', '--local'];

/** The findings of `bench-loop preflight` by check, with its exit code. */
const examine = async (faults: Faults, ...flags: string[]) => {
  const { code, stdout, stderr } = await runCli(['preflight', '--endpoint', await serve(faults), ...plan, ...flags, '--json'], home);
  if (stdout === '') throw new Error(stderr);
  const report = JSON.parse(stdout) as Report;
  return { code, report, of: new Map(report.findings.map((finding) => [finding.id, finding])) };
};

describe('bench-loop preflight', () => {
  test('finds nothing against a server that does all', async () => {
    const { code, report } = await examine({});
    expect(report.findings.filter(({ level }) => level === 'problem' || level === 'impossible')).toEqual([]);
    expect(report.findings).toHaveLength(18);
    expect(report.model.capabilities).toMatchObject({ tools: 'yes', system: 'yes' });
    expect(code).toBe(0);
    expect(await readdir(join(home, 'runs')).catch(() => [])).toEqual([]);
  });

  test.each<{ title: string; faults: Faults; flags: string[]; id: string; level: PreflightFinding['level']; what: RegExp }>([
    {
      title: 'cuts in silence',
      faults: { windowWords: 40 },
      flags: [],
      id: 'context-window',
      level: 'impossible',
      what: /cuts long prompts in silence/,
    },
    { title: 'ignores stop', faults: { ignoresStop: true }, flags: ['--harness', 'hermes'], id: 'stop', level: 'problem', what: /ignored/ },
    {
      title: 'coalesces the stream',
      faults: { coalesces: true },
      flags: [],
      id: 'streaming',
      level: 'problem',
      what: /at once|Several tokens/,
    },
    {
      title: 'refuses tools',
      faults: { refusesTools: true },
      flags: [],
      id: 'tool-call',
      level: 'impossible',
      what: /does not support tools/,
    },
    {
      title: 'ignores the seed',
      faults: { ignoresSeed: true },
      flags: ['--temperature', '0.8'],
      id: 'seed',
      level: 'problem',
      what: /ignored/,
    },
    { title: 'enforces no schema', faults: { ignoresSchema: true }, flags: [], id: 'json-schema', level: 'note', what: /not enforced/ },
    {
      title: 'can’t switch thinking',
      faults: { ignoresThinking: true },
      flags: ['--think', 'on'],
      id: 'thinking',
      level: 'problem',
      what: /holds no reasoning/,
    },
    {
      title: 'refuses the system role',
      faults: { refusesSystem: true },
      flags: [],
      id: 'system-role',
      level: 'impossible',
      what: /System role not supported/,
    },
    {
      title: 'counts no tokens',
      faults: { countsNothing: true },
      flags: [],
      id: 'tokens-counted',
      level: 'problem',
      what: /does not count/,
    },
    { title: 'answers as another', faults: { swapsAtCall: 1 }, flags: [], id: 'model-reported', level: 'problem', what: /names other/ },
  ])('finds a server that $title', async ({ faults, flags, id, level, what }) => {
    const { code, of } = await examine(faults, ...flags);
    const finding = of.get(id);
    expect(finding).toMatchObject({ level, what: expect.stringMatching(what) as string });
    expect(finding?.remedy).toMatch(/\w/);
    expect(code).toBe(level === 'impossible' ? 1 : 0);
  });

  test('prints a table with the settings, and waits while the server loads', async () => {
    const { code, stdout, stderr } = await runCli(
      ['preflight', '--endpoint', await serve({ refusesTools: true, loadingCalls: 2 }), ...plan],
      home,
    );
    expect(stdout).toMatch(/^m on openai-compatible, local$/m);
    expect(stdout).toMatch(/^impossible +Tool call comes back$[^]*→ Run with --harness hermes/m);
    expect(stdout).toMatch(/^ok +Streaming is real$/m);
    expect(stdout).toMatch(/can’t do 1 thing that the plan needs/);
    expect(stderr).toMatch(/loading its model/);
    expect(code).toBe(1);
  });

  test('of a server that is not there is one message', async () => {
    const { code, stderr } = await runCli(['preflight', '--endpoint', 'http://127.0.0.1:9', ...plan], home);
    expect(stderr).toMatch(/Nothing answers at/);
    expect(code).toBe(2);
  });
});

type Stored = { run: Run; trials: Trial[]; summary: { warnings: Warning[] } };

const run = async (faults: Faults, ...flags: string[]) => {
  const result = await runCli(['run', '--endpoint', await serve(faults), '--local', ...flags], home);
  return { ...result, report: result.stdout.startsWith('{') ? (JSON.parse(result.stdout) as Stored) : null };
};
const both = ['--suites', 'reasonmath,toolcall', '--tasks-per-suite', '2'];

describe('bench-loop run', () => {
  test('leaves out what the server refuses, says so once, and runs the rest', async () => {
    const { code, stderr, report } = await run({ refusesTools: true }, ...both, '--json');
    expect(code).toBe(0);
    expect(report?.trials.map(({ suiteId, outcome }) => [suiteId, outcome === 'unsupported'])).toEqual([
      ['reasonmath', false],
      ['reasonmath', false],
      ['toolcall', true],
      ['toolcall', true],
    ]);
    expect(report?.run.notRun).toMatchObject([{ suiteId: 'toolcall', remedy: expect.stringMatching(/--harness hermes/) as string }]);
    expect(report?.run.preflight?.find(({ id }) => id === 'tool-call')).toMatchObject({ level: 'impossible', suites: ['toolcall'] });
    expect(stderr.match(/does not support tools/g)).toHaveLength(1);
  });

  test('--strict stops before the first trial with exit code 2, and stores nothing', async () => {
    const { code, stdout, stderr } = await run({ refusesTools: true }, ...both, '--strict');
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/bench-loop: A part of the plan is impossible[^]*does not support tools[^]*--harness hermes/);
    expect(await readdir(join(home, 'runs')).catch(() => [])).toEqual([]);
    expect((await run({}, ...both, '--strict')).code).toBe(0);
  });

  test('asks a server only what the plan needs', async () => {
    const server = await startBehavingServer();
    servers.push(server);
    const { code } = await runCli(
      ['run', '--endpoint', server.endpoint, '--suites', 'reasonmath', '--tasks-per-suite', '2', '--json'],
      home,
    );
    expect(code).toBe(0);
    // A first token, one needle as the window is unknown, and the two tasks.
    expect(server.chats()).toBe(4);
  });

  test('keeps tasks away from a window that cuts them', async () => {
    const { report, stderr } = await run({ windowWords: 40 }, '--suites', 'reasonmath', '--tasks-per-suite', '6', '--json');
    const left = report?.trials.filter(({ outcome }) => outcome === 'unsupported') ?? [];
    expect(left.length).toBeGreaterThan(0);
    expect(left[0]?.reason).toMatch(/cuts long prompts in silence[^]*context/i);
    expect(stderr).toMatch(/cuts long prompts in silence/);
  });

  test.each<[string, Faults]>([
    ['in its replies', { swapsAtCall: 4 }],
    ['in its list of models', { listsOtherAfter: 3 }],
  ])('says once that the model was swapped, seen %s', async (_where, faults) => {
    const { report } = await run(faults, '--suites', 'reasonmath', '--tasks-per-suite', '3', '--json');
    const warnings = report?.run.warnings.filter(({ code }) => code === 'model-mismatch') ?? [];
    expect(warnings).toHaveLength(1);
    expect(warnings[0]?.message).toMatch(/changed during the run[^]*\bm\b[^]*\bother\b/);
  });

  test('no swap, no warning', async () => {
    const { report } = await run({}, '--suites', 'reasonmath', '--tasks-per-suite', '2', '--json');
    expect(report?.run.warnings).toEqual([]);
  });

  test('asks a person on a terminal, who may stop', async (context) => {
    if (process.platform !== 'linux') context.skip('script(1) with these options is that of util-linux');
    const endpoint = await serve({ refusesTools: true });
    const answer = (key: string) =>
      new Promise<{ code: number | null; said: string }>((resolve) => {
        const command = `stty cols 100 rows 30; ${process.execPath} dist/bench-loop.js run --endpoint ${endpoint} --local ${both.join(' ')}`;
        const child = spawn('script', ['-qec', command, '/dev/null'], {
          cwd: root,
          env: { ...process.env, BENCHLOOP_HOME: home, NO_COLOR: '1', TERM: 'xterm', CI: '' },
        });
        let said = '';
        let answered = false;
        child.stdout.setEncoding('utf8').on('data', (text: string) => {
          said += text;
          if (!answered && said.includes('Run the rest?')) {
            answered = true;
            setTimeout(() => child.stdin.write(key), 200);
          }
        });
        const late = setTimeout(() => child.kill('SIGKILL'), 60_000);
        child.on('close', (code) => {
          clearTimeout(late);
          resolve({ code, said });
        });
      });
    const stopped = await answer('n');
    expect(stopped.said).toMatch(/does not support tools[^]*Run the rest\?[^]*nothing was run/);
    expect(stopped.code).toBe(2);
    const went = await answer('y');
    expect(went.said).toMatch(/Stored as/);
    expect(went.code).toBe(0);
  });
});

describe('real stacks', () => {
  test('a llama.cpp server with the starter model', async (context) => {
    const server = await requireAsset(context, llamaServer()).start();
    try {
      const result = await runCli(
        ['preflight', '--endpoint', server.endpoint, '--suites', 'reasonmath,toolcall', '--tasks-per-suite', '2', '--json'],
        home,
      );
      const { findings } = JSON.parse(result.stdout) as Report;
      const levels = Object.fromEntries(findings.map(({ id, level }) => [id, level]));
      expect(levels).toMatchObject({
        connection: 'ok',
        'model-reported': 'ok',
        'tokens-counted': 'ok',
        streaming: 'ok',
        'tool-call': 'impossible',
        'system-role': 'ok',
        'json-schema': 'ok',
        stop: 'ok',
        seed: 'ok',
        'prefix-cache': 'ok',
        'context-window': 'ok',
      });
      expect(result.code).toBe(1);
    } finally {
      await server.stop();
    }
  });

  test('the embedded engine: a smoke run is asked for one token more, all else is known', async (context) => {
    const { path } = requireAsset(context, starterModel());
    const result = await runCli(
      ['run', '--model', path, '--suites', 'reasonmath', '--tasks-per-suite', '1', '--max-tokens', '8', '--json'],
      home,
    );
    const { run: stored } = JSON.parse(result.stdout) as Stored;
    expect(stored.preflight?.map(({ id, level }) => [id, level])).toEqual([
      ['connection', 'ok'],
      ['model-reported', 'ok'],
      ['context-window', 'ok'],
    ]);
    expect(stored.preflight?.at(-1)?.evidence).toBe('known from the engine');
  });
});
