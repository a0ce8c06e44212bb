import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { requireAsset, starterModel } from './support/assets.ts';
import { runCli, startCli, type CliResult } from './support/cli.ts';
import { startModelHub, type ModelHub } from './support/model-hub.ts';
import { ollamaServer } from './support/ollama-server.ts';

const starter = starterModel();
const heldBytes = 30_000_000;
const pollMs = 50;

const sha256 = async (path: string): Promise<string> =>
  createHash('sha256')
    .update(await readFile(path))
    .digest('hex');

describe('bench-loop models', () => {
  let home = '';
  let hub: ModelHub;
  const env = () => ({ HOME: home, HF_ENDPOINT: hub.url, HF_TOKEN: '' });
  const models = (...args: string[]): Promise<CliResult> => runCli(['models', ...args], home, env());

  /** Begins a pull, and stops it as Ctrl-C does once some of it has arrived. */
  const pullAndStop = async (...args: string[]): Promise<CliResult> => {
    hub.holdAt(heldBytes);
    const pull = startCli(['models', 'pull', ...args], home, env());
    while (!/download .* 3\d %/u.test(pull.stderr()) && pull.child.exitCode === null)
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    pull.child.kill('SIGINT');
    const result = await pull.result;
    hub.holdAt(null);
    return result;
  };

  beforeAll(async () => {
    if ('skip' in starter) return;
    home = await mkdtemp(join(tmpdir(), 'models-'));
    hub = await startModelHub(starter.path);
  });
  beforeEach((context) => void requireAsset(context, starter));
  afterAll(async () => {
    await hub?.close();
    if (home !== '') await rm(home, { recursive: true, force: true });
  });

  test('a pull that is stopped keeps what has arrived, and the same command goes on from there', async () => {
    const stopped = await pullAndStop(hub.source);
    expect(stopped).toMatchObject({ code: 130, stdout: '' });
    expect(stopped.stderr).toContain('What has arrived is kept: the same command goes on from there.');
    expect(await readdir(join(home, 'models'))).toEqual([`${hub.fileName}.part`]);
    expect((await models('pull', hub.source)).code).toBe(0);
    expect(hub.asked.map(({ start }) => start > 0)).toEqual([false, true]);
    const path = join(home, 'models', hub.fileName);
    expect(await sha256(path)).toBe(await sha256('path' in starter ? starter.path : ''));
    expect((await models('pull', hub.source)).stdout).toContain('was here already');
    expect((await models('list')).stdout).toMatch(
      /SmolLM2\S+\s+disk, models folder\s+98 MB\s+135M\s+Q4_1\s+up to 8k\s+no\s+no\s+no\s+yes/u,
    );
    expect((await models('show', 'smollm2-135m-instruct.q4_1')).stdout).toMatch(/weights digest\s+sha256:[0-9a-f]{64}/u);
    const unknown = await models('show', 'smollm2-135');
    expect(unknown).toMatchObject({ code: 2, stdout: '' });
    expect(unknown.stderr).toContain(`There is no model "smollm2-135". Near it: ${hub.fileName}`);
  });

  test('other bytes than announced, and a model that no disk holds, are refused', async () => {
    await rm(join(home, 'models'), { recursive: true, force: true });
    hub.spoil(true);
    const spoilt = await models('pull', hub.source);
    hub.spoil(false);
    expect(spoilt.code).toBe(1);
    expect(spoilt.stderr).toMatch(
      /its file has the SHA-256 \S+ where \S+ is expected, and was deleted\s+Pull again\. If it differs again/u,
    );
    expect(await readdir(join(home, 'models'))).toEqual([]);
    const before = hub.asked.length;
    const huge = await models('pull', hub.hugeSource);
    expect(huge.code).toBe(1);
    expect(huge.stderr).toMatch(/has [\d,]+ MB free; the model needs 4,000,000,000 MB there[^]*Free some space/u);
    expect(hub.asked.length).toBe(before);
  });

  test('an Ollama fetches a model, and goes on with what it has', async (context) => {
    const ollama = await requireAsset(context, ollamaServer()).start();
    try {
      const pull = [hub.ollamaSource, '--endpoint', ollama.endpoint];
      const before = hub.asked.length;
      expect((await pullAndStop(...pull)).code).toBe(130);
      const done = await models('pull', ...pull);
      expect(done).toMatchObject({ code: 0, stdout: expect.stringMatching(/library\/tiny:latest {2}98 MB {2}at /u) });
      expect(hub.asked.slice(before).filter(({ start }) => start > 0)).toHaveLength(1);
      const listed = await models('list', '--endpoint', ollama.endpoint);
      expect(listed.stdout).toMatch(/library\/tiny:latest\s+98 MB\s+135M\s+Q4_1\s+up to 8k\s+no\s+no\s+no/u);
    } finally {
      await ollama.stop();
    }
  });
});
