import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { serverNote, type PythonCommand } from '../scripts/test-assets/paths.ts';
import { pythonEnvironment, requireAsset, starterModel } from './support/assets.ts';
import { runCli } from './support/cli.ts';

const script = fileURLToPath(new URL('./support/llama-server.py', import.meta.url));

test('a run starts a real llama.cpp server by its command, records it without paths, and stops it', async (context) => {
  const model = requireAsset(context, starterModel());
  if (!existsSync(serverNote())) return context.skip('the llama.cpp server is not in the test cache');
  const python = JSON.parse(readFileSync(serverNote(), 'utf8')) as PythonCommand;
  const home = mkdtempSync(join(tmpdir(), 'benchloop-stated-'));
  const command = `"${python.program}" "${script}" {model} {port} {threads} {context}`;
  const plan = ['--model', model.path, '--ctx', '1024', '--threads', '1', '--profile', 'custom', '--suites', 'reasonmath'];
  try {
    const stack = ['run', '--json', '--yes', '--server-command', command, ...plan, '--tasks-per-suite', '1', '--max-tokens', '8'];
    const environment = Object.fromEntries(
      Object.entries(pythonEnvironment(python)).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    );
    const { code, stdout, stderr } = await runCli(stack, home, environment);
    expect([code, stderr]).toEqual([0, expect.any(String)]);
    const { run } = JSON.parse(stdout) as {
      run: { id: string; server: { flags: Record<string, string>; loadMs: number; threads: number }; model: Record<string, unknown> };
    };
    expect(run.server).toMatchObject({ threads: 1, flags: { contextAsked: '1024' } });
    expect(run.server.flags['startedBy']).toMatch(/^\S+ llama-server\.py \{model\} \{port\} \{threads\} \{context\}$/u);
    expect(run.server.loadMs).toBeGreaterThan(0);
    expect(run.model).toMatchObject({ contextInForce: 1024, weightsDigest: expect.stringMatching(/^sha256:b179c952/u) as string });
    const stored = readFileSync(join(home, 'runs', run.id, 'run.json'), 'utf8');
    for (const folder of [home, script, model.path]) expect(stored).not.toContain(folder);
    const address = /--port|(\d{4,5}) 1 1024/u.exec(stderr)?.[1];
    if (address !== undefined) await expect(fetch(`http://127.0.0.1:${address}/health`)).rejects.toThrow('fetch failed');
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
});

test('a command that can’t be started is one message and exit code 2', async () => {
  const home = mkdtempSync(join(tmpdir(), 'benchloop-stated-'));
  try {
    const plan = ['--profile', 'custom', '--suites', 'reasonmath', '--tasks-per-suite', '1', '--yes'];
    const missing = await runCli(['run', '--server-command', 'no-such-server --port {port}', ...plan], home);
    expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining('there is no program "no-such-server"') as string });
    const shell = await runCli(['run', '--server-command', 'server --port {port} | tee log', ...plan], home);
    expect(shell).toMatchObject({ code: 2, stderr: expect.stringContaining('only a shell understands') as string });
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
});
