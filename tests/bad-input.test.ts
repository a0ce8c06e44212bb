import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runCli, type CliResult } from './support/cli.ts';
import { sendChat, sendJson, startModelServer, type ModelServer } from './support/model-server.ts';
import { openSmallDisk } from './support/small-disk.ts';

let home: string;
let servers: ModelServer[] = [];
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'bad-'));
});
afterEach(async () => {
  await Promise.all(servers.map((server) => server.close()));
  servers = [];
  await rm(home, { recursive: true, force: true });
});

const serve = async (...args: Parameters<typeof startModelServer>): Promise<string> => {
  const server = await startModelServer(...args);
  servers.push(server);
  return server.endpoint;
};

const math = ['--suites', 'reasonmath', '--tasks-per-suite', '2'];
const run = (...args: string[]) => runCli(['run', ...math, ...args], home);

/** One message with its next step, the exit code, no stack, and no run left behind. */
const expectMessage = async (result: CliResult, code: number, message: RegExp) => {
  const lines = result.stderr.split('\n').filter((line) => /^(bench-loop:|error:)/.test(line));
  expect(result.stderr).toMatch(message);
  expect(result.stderr).not.toMatch(/unexpected failure|\n\s+at /);
  expect(lines).toHaveLength(1);
  expect(result.code).toBe(code);
};
const expectNoRun = async () => expect(await readdir(join(home, 'runs')).catch(() => [])).toEqual([]);

describe('what the person typed', () => {
  test.each([
    [['--suites', 'reasonmaths'], /no suite named "reasonmaths"[^]*Did you mean reasonmath\?/],
    [['--tasks', 'nothing-like-this'], /No task of the chosen suites/],
    [['--trials', '0'], /--trials has the value "0"[^]*whole number of at least 1/],
    [['--timeout', 'soon'], /--timeout has the value "soon"/],
    [['--provider', 'ollamma'], /no provider named/],
    [['--profile', 'giant'], /no profile named/],
    [['--harness', 'rawr'], /no harness named[^]*Did you mean raw\?/],
    [['--flag-that-is-none'], /unknown option/],
    [['--provider', 'mock', '--model', 'juggle'], /unknown setting "juggle"[^]*oracle/],
    [['--model', '/no/such/model.gguf'], /There is no file[^]*models list/],
    [['--model', 'no-such-name'], /There is no model "no-such-name"/],
  ])('%o', async (args, message) => {
    await expectMessage(await run(...args), 2, message);
    await expectNoRun();
  });

  test('an unknown command and an unknown run', async () => {
    await expectMessage(await runCli(['rnu'], home), 2, /unknown command/);
    await expectMessage(await runCli(['report', 'never-made'], home), 2, /There is no run never-made/);
    await expectMessage(await runCli(['verify', '../../etc'], home), 2, /not a run id/);
  });

  test('a config file that is no YAML, or has an unknown setting', async () => {
    await writeFile(join(home, 'config.yaml'), 'profile: [');
    await expectMessage(await run('--provider', 'mock'), 2, /config.yaml is no valid YAML/);
    await writeFile(join(home, 'config.yaml'), 'profil: smoke');
    await expectMessage(await run('--provider', 'mock'), 2, /unknown setting "profil"/);
  });
});

describe('a model file', () => {
  const withFile = async (content: Uint8Array): Promise<string> => {
    const path = join(home, 'x.gguf');
    await writeFile(path, content);
    return path;
  };

  test('that is no GGUF', async () => {
    await expectMessage(await run('--model', await withFile(Buffer.from('hello, I am a text'))), 2, /no GGUF file/);
    await expectNoRun();
  });

  test('that is cut off', async () => {
    const header = Buffer.alloc(64);
    header.write('GGUF');
    header.writeUInt32LE(3, 4);
    header.writeBigUInt64LE(200n, 8);
    header.writeBigUInt64LE(20n, 16);
    await expectMessage(await run('--model', await withFile(header)), 2, /GGUF|cut off|damaged|truncated/i);
    await expectNoRun();
  });
});

describe('a server', () => {
  const chat = (_request: unknown, response: Parameters<typeof sendChat>[0]) => sendChat(response, 'Answer: 1');

  test('that is not there', async () => {
    await expectMessage(await run('--endpoint', 'http://127.0.0.1:9'), 2, /Nothing answers at/);
    await expectNoRun();
  });

  test.each([401, 403])('that answers %d', async (status) => {
    const endpoint = await serve(chat, (_request, response) => sendJson(response, status, { error: { message: 'bad key' } }));
    const result = await runCli(['run', ...math, '--endpoint', endpoint], home, { BENCHLOOP_API_KEY: 'secret-key-12345' });
    await expectMessage(result, 2, /key|authori/i);
    expect(result.stderr + result.stdout).not.toContain('secret-key-12345');
    await expectNoRun();
  });

  test('that has another model', async () => {
    await expectMessage(await run('--endpoint', await serve(chat), '--model', 'mm'), 2, /"?mm"?[^]*\bm\b/);
    await expectNoRun();
  });

  test('whose path is wrong', async () => {
    await expectMessage(await run('--endpoint', `${await serve(chat)}/wrong/path`, '--model', 'm'), 2, /\/v1/);
    await expectNoRun();
  });

  test('that is a web page', async () => {
    const page = (_request: unknown, response: Parameters<typeof sendChat>[0]) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end('<!doctype html><title>hi</title>');
    };
    await expectMessage(await run('--endpoint', await serve(page, page), '--model', 'm'), 2, /web page|HTML/i);
    await expectNoRun();
  });

  test('that still loads its model is waited for', async () => {
    let asked = 0;
    const endpoint = await serve(chat, (_request, response) =>
      (asked += 1) <= 3
        ? sendJson(response, 503, { error: { code: 503, message: 'Loading model', type: 'unavailable_error' } })
        : sendJson(response, 200, { data: [{ id: 'm' }] }),
    );
    const result = await run('--endpoint', endpoint);
    expect(result.code).toBe(0);
    expect(result.stderr).toMatch(/loading/i);
  });

  test('whose context is too small for the first question', async () => {
    const overflow = (_request: unknown, response: Parameters<typeof sendChat>[0]) =>
      sendJson(response, 400, {
        error: {
          code: 400,
          message: 'request (900 tokens) exceeds the available context size (128 tokens)',
          type: 'exceed_context_size_error',
          n_prompt_tokens: 900,
          n_ctx: 128,
        },
      });
    await expectMessage(await run('--endpoint', await serve(overflow)), 2, /context/i);
  });

  test('that has no tools: the suite ends unsupported, said once, the rest runs', async () => {
    const noTools = (request: { headers: unknown }, response: Parameters<typeof sendChat>[0], number: number) =>
      number > 1 ? sendJson(response, 400, { error: { message: 'registry.example/m does not support tools' } }) : chat(request, response);
    const result = await runCli(
      ['run', '--suites', 'toolcall', '--tasks-per-suite', '2', '--endpoint', await serve(noTools), '--json'],
      home,
    );
    const { trials } = JSON.parse(result.stdout) as { trials: { outcome: string; score: unknown }[] };
    expect(trials.map(({ outcome, score }) => [outcome, score])).toEqual([
      ['unsupported', null],
      ['unsupported', null],
    ]);
  });

  test('that dies in the middle: finished trials are kept, the run is resumable or says what failed', async () => {
    const endpoint = await serve((request, response, number) => (number > 2 ? response.destroy() : chat(request, response)));
    const result = await runCli(['run', '--suites', 'reasonmath', '--tasks-per-suite', '3', '--endpoint', endpoint, '--json'], home);
    const { run: stored, trials } = JSON.parse(result.stdout) as { run: { status: string }; trials: { outcome: string; score: unknown }[] };
    expect(result.code).toBe(1);
    expect(stored.status).toBe('incomplete');
    expect(trials).toHaveLength(3);
    expect(trials.slice(1).map(({ outcome, score }) => [outcome, score])).toEqual([
      ['model-error', null],
      ['model-error', null],
    ]);
  });
});

describe('the disk', () => {
  const mock = ['run', '--provider', 'mock', '--model', 'oracle'];

  test('is full: one message, finished trials are kept, and resume finishes when there is space', async (context) => {
    const small = join(home, 'small');
    const disk = await openSmallDisk(context, small);
    try {
      const full = await runCli([...mock, '--suites', 'reasonmath', '--trials', '20', '--tasks-per-suite', '60'], small);
      await expectMessage(full, 1, /disk is full[^]*resume/i);
      const [id] = await readdir(join(small, 'runs'));
      disk.grow();
      const resumed = await runCli(['resume', id as string], small);
      expect(resumed.code).toBe(0);
      expect((await runCli(['verify', id as string], small)).stdout).toMatch(/^Holds/);
    } finally {
      disk.close();
    }
  });

  test('holds a damaged run: the others are still listed, and it says what to do', async () => {
    const made = await runCli([...mock, ...math, '--json'], home);
    const { run: good } = JSON.parse(made.stdout) as { run: { id: string } };
    await mkdir(join(home, 'runs', 'damaged'));
    await writeFile(join(home, 'runs', 'damaged', 'run.json'), '{"id":');
    await expectMessage(await runCli(['report', 'damaged'], home), 2, /damaged[^]*Restore/);
    const listed = await runCli(['runs', '--rebuild'], home);
    expect(listed.code).toBe(0);
    expect(listed.stdout).toContain(good.id);
    expect(listed.stdout).toMatch(/damaged\s+unreadable/);
  });

  test('may not be written', async (context) => {
    if (process.getuid?.() === 0) {
      // Root may write anywhere, so the home is a path below a file.
      await writeFile(join(home, 'file'), '');
      await expectMessage(await runCli([...mock, ...math], join(home, 'file', 'below')), 2, /can.t be written/);
      return;
    }
    if (process.platform === 'win32') context.skip('permissions work otherwise on Windows');
    await chmod(home, 0o500);
    await expectMessage(await runCli([...mock, ...math], home), 2, /can’t be written/);
    await chmod(home, 0o700);
  });
});
