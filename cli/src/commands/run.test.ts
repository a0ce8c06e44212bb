import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { UserError } from '@benchloop/spec';
import { createRunCommand } from './run.ts';

type DryRun = { plan: { seed: { value: number | string; origin: string } }; manifest: { suites: { seed: number }[] } };

const dryRun = async (...args: string[]): Promise<{ data: DryRun; notes: string }> => {
  const out = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const notes = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const program = new Command().exitOverride();
  createRunCommand().register(program);
  const fixed = ['run', '--provider', 'mock', '--suites', 'reasonmath', '--tasks-per-suite', '2', '--dry-run', '--json'];
  await program.parseAsync([...fixed, ...args], { from: 'user' });
  const textOf = (spy: typeof out) => spy.mock.calls.map(([text]) => String(text)).join('');
  const result = { data: JSON.parse(textOf(out)) as DryRun, notes: textOf(notes) };
  vi.restoreAllMocks();
  return result;
};

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'run-'));
  vi.stubEnv('BENCHLOOP_HOME', home);
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await rm(home, { recursive: true, force: true });
});

describe('--fresh', () => {
  test('picks a seed, says it, and the plan records it as one from a flag', async () => {
    const { data, notes } = await dryRun('--fresh');
    const { value, origin } = data.plan.seed;
    expect(origin).toBe('flag');
    expect(notes).toContain(`seed ${value};`);
    expect(data.manifest.suites[0]?.seed).toBe(value);
  });

  test('picks another one the next time; without it the published set is taken', async () => {
    const [one, two] = [await dryRun('--fresh'), await dryRun('--fresh')];
    expect(one.data.plan.seed.value).not.toBe(two.data.plan.seed.value);
    expect((await dryRun()).data.plan.seed).toEqual({ value: 'published', origin: 'default' });
  });

  test('does not go with --seed', async () => {
    await expect(dryRun('--fresh', '--seed', '7')).rejects.toThrow(UserError);
  });
});

type PlanShown = Record<'provider' | 'endpoint' | 'model' | 'serverKind', unknown>;

const plainDryRun = async (...args: string[]): Promise<PlanShown> => {
  const out = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const program = new Command().exitOverride();
  createRunCommand().register(program);
  await program.parseAsync(['run', '--suites', 'reasonmath', '--tasks-per-suite', '2', '--dry-run', '--json', ...args], { from: 'user' });
  const text = out.mock.calls.map(([part]) => String(part)).join('');
  vi.restoreAllMocks();
  return (JSON.parse(text) as { plan: PlanShown }).plan;
};

describe('--dry-run', () => {
  test('finds the server of a named model like the run itself, and asks the model nothing', async () => {
    const posted: string[] = [];
    const server = createServer((request, response) => {
      request.on('data', (bytes: Buffer) => posted.push(bytes.toString()));
      const body = request.url === '/v1/models' ? { object: 'list', data: [{ id: 'only-there-7b' }] } : { error: 'none' };
      response.writeHead(request.url === '/v1/models' ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    vi.stubEnv('BENCHLOOP_ENDPOINTS', address);
    try {
      expect(await plainDryRun('--model', 'only-there-7B')).toMatchObject({
        provider: { value: 'openai', origin: 'found' },
        endpoint: { value: `${address}/v1`, origin: 'found' },
        model: { value: 'only-there-7b' },
      });
      // Which API it has is asked with nothing to answer: no model and no text.
      expect(posted.every((body) => body === '{}')).toBe(true);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  test('takes the kind that the person states, and refuses one that there is not', async () => {
    const endpoint = ['--endpoint', 'http://127.0.0.1:9'];
    expect(await plainDryRun(...endpoint, '--server-kind', 'vllm')).toMatchObject({
      provider: { value: 'openai' },
      serverKind: { value: 'vllm', origin: 'flag' },
    });
    expect(await plainDryRun(...endpoint, '--server-kind', 'ollama')).toMatchObject({ provider: { value: 'ollama' } });
    await expect(plainDryRun(...endpoint, '--server-kind', 'vlm')).rejects.toThrow(/no kind of server named "vlm"/u);
  });
});

describe('--until', () => {
  const until = async (...args: string[]) => ((await dryRun(...args)).data.plan as { until?: { value: string; origin: string } }).until;

  test('takes a width, or two words, and the plan records it', async () => {
    expect(await until('--until', '+-3')).toEqual({ value: '±3', origin: 'flag' });
    expect(await until('--until', 'separated-from', '20261202-1015-abc', '--trials', '2')).toEqual({
      value: 'separated-from 20261202-1015-abc',
      origin: 'flag',
    });
    expect(await until('--trials', '2')).toBeUndefined();
  });

  test.each([[['3']], [['separated-from']], [['separated-from', 'a', 'b']]])('%j is refused with what it takes', async (words) => {
    await expect(dryRun('--until', ...words)).rejects.toMatchObject({ nextStep: expect.stringContaining('±3') as string });
  });
});
