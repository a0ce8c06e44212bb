import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ask, startApp, startBrowser } from './support/app.ts';
import { requireAsset } from './support/assets.ts';
import { chromiumProgram } from './support/chromium.ts';
import { runCli } from './support/cli.ts';

/** Each would set the mark where a browser took it for markup. */
const attack = `<script>window.hacked=1</script><img src=x onerror="window.hacked=1"><svg onload="window.hacked=1">`;
const link = `[x](javascript:window.hacked=1) <a href="javascript:window.hacked=1">x</a>\u202E`;

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'app-security-'));
});
afterEach(() => rm(home, { recursive: true, force: true }));

/** Puts the attack into every text of these names, in a file of JSON or of JSON lines. */
const spoil = async (path: string, names: readonly string[]): Promise<void> => {
  const spoiled = (line: string): string =>
    JSON.stringify(JSON.parse(line, (key, value: unknown) => (typeof value === 'string' && names.includes(key) ? attack : value)));
  const text = await readFile(path, 'utf8');
  const lines = path.endsWith('.jsonl') ? text.split('\n').filter((line) => line !== '') : [text];
  await writeFile(path, lines.map((line) => `${spoiled(line)}\n`).join(''));
};

/** A finished run whose model, machine, tasks, replies and notes are all hostile, as one from elsewhere may be. */
const hostileRun = async (): Promise<{ id: string; trial: string }> => {
  const plan = ['--profile', 'custom', '--suites', 'toolcall', '--tasks-per-suite', '2', '--yes'];
  const made = await runCli(['run', '--provider', 'mock', '--model', `say=plain${link.replaceAll(';', '')}`, ...plan], home);
  expect(made.code, made.stderr).toBe(0);
  const [id = ''] = await readdir(join(home, 'runs'));
  const folder = join(home, 'runs', id);
  await spoil(join(folder, 'run.json'), ['name', 'vendor', 'model', 'quantization', 'family', 'distribution']);
  await spoil(join(folder, 'trials.jsonl'), ['reason', 'family']);
  for (const file of await readdir(join(folder, 'traces'))) await spoil(join(folder, 'traces', file), ['content', 'text', 'description']);
  await mkdir(join(home, 'notes'), { recursive: true });
  await writeFile(
    join(home, 'notes', `${id}.json`),
    JSON.stringify({ name: attack.slice(0, 200), tags: [attack.slice(0, 40)], notes: `${attack} ${link}` }),
  );
  const [first = '{}'] = (await readFile(join(folder, 'trials.jsonl'), 'utf8')).split('\n');
  return { id, trial: (JSON.parse(first) as { id: string }).id };
};

test('no script of a model, a reply, a task or a run file runs in any page, and the browser has nothing to complain of', async (context) => {
  const executablePath = requireAsset(context, chromiumProgram()).path;
  const { id, trial } = await hostileRun();
  const app = await startApp(home);
  const browser = await startBrowser(executablePath);
  try {
    const page = await browser.open(app);
    await page.getByRole('navigation').first().waitFor();
    const { runs, damaged } = await ask<{ runs: { id: string; model: string }[]; damaged: unknown[] }>(page, 'runs');
    expect(damaged).toEqual([]);
    expect(runs[0]).toMatchObject({ id, model: attack });
    const trace = `/runs/${id}/trace?trial=${encodeURIComponent(trial)}`;
    for (const path of [
      '/models',
      '/benchmark',
      '/runs',
      `/runs/${id}`,
      trace,
      '/leaderboard',
      `/compare?runs=${id}`,
      '/stacks',
      '/chat',
    ]) {
      await page.goto(`${app.origin}${path}`);
      await page.getByRole('navigation').first().waitFor();
      if (path === trace) {
        await page.getByText('window.hacked').filter({ visible: true }).first().waitFor();
        await page
          .getByRole('button', { name: /^Raw bytes/u })
          .first()
          .click();
        await page.getByText('Back to the conversation').waitFor();
      } else if (path.startsWith('/runs')) await page.getByText('window.hacked').filter({ visible: true }).first().waitFor();
      expect([path, await page.evaluate('window.hacked ?? 0')]).toEqual([path, 0]);
      expect(await page.locator('a[href^="javascript"], script:not([src]), [onerror], [onload]').count()).toBe(0);
    }
    expect(browser.wrong).toEqual([]);
  } finally {
    await browser.close();
    await app.stop();
  }
}, 300_000);
