import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { accessSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCli } from './support/cli.ts';

const hasBubblewrap = (process.env['PATH'] ?? '').split(delimiter).some((folder) => {
  try {
    accessSync(join(folder, 'bwrap'));
    return true;
  } catch {
    return false;
  }
});

type Examination = {
  inForce: string | null;
  levels: { level: string; refusal: { reason: string; remedy: string } | null; attempts: { title: string; held: boolean }[] }[];
};

describe('doctor sandbox', () => {
  let home = '';
  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'sandbox-home-'));
  });
  afterAll(() => rm(home, { recursive: true }));

  test('without bubblewrap the wall of WebAssembly holds, and the table says what would be stronger', async () => {
    const { code, stdout } = await runCli(['doctor', 'sandbox'], home, { PATH: '/nowhere' });
    expect(code).toBe(0);
    expect(stdout).toContain('In force: wasm.');
    expect(stdout).not.toContain('DOES NOT HOLD');
    if (process.platform === 'linux') expect(stdout).toContain('bwrap is not installed');
  });

  test('with bubblewrap the operating system’s wall stands around it', async (context) => {
    context.skip(process.platform !== 'linux' || !hasBubblewrap, 'bwrap is missing: apt-get install bubblewrap');
    const { code, stdout } = await runCli(['doctor', 'sandbox', '--json'], home);
    expect(code).toBe(0);
    const { inForce, levels } = JSON.parse(stdout) as Examination;
    const strongest = levels.find(({ level }) => level === 'wasm+os');
    context.skip(strongest?.refusal?.reason.includes('user namespaces') === true, 'this machine gives no user namespaces to bwrap');
    expect(strongest?.refusal).toBeNull();
    expect(inForce).toBe('wasm+os');
    for (const { attempts } of levels) for (const { title, held } of attempts) expect(held, title).toBe(true);
  });
});
