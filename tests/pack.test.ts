import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, type TestContext } from 'vitest';
import { shows, startApp, startBrowser } from './support/app.ts';
import { requireAsset } from './support/assets.ts';
import { chromiumProgram } from './support/chromium.ts';
import { runProgram } from './support/program.ts';

const repository = fileURLToPath(new URL('..', import.meta.url));
const inCi = process.env['CI'] !== undefined && process.env['CI'] !== '';
/** Of it, 14 MiB are the runtimes of the sandbox. */
const largestTarballBytes = 18 * 1024 * 1024;

describe('the published package, installed from its tarball into an empty folder', () => {
  let folder = '';
  let home = '';
  let tarball = '';

  const onlyInCi = (context: TestContext) => context.skip(!inCi, 'slow: CI=1 npx vitest run --project e2e tests/pack.test.ts runs it');
  const bench = (...args: string[]) =>
    runProgram(join(folder, 'app/node_modules/.bin/bench-loop'), args, { cwd: folder, env: { BENCHLOOP_HOME: home } });

  beforeAll(async () => {
    if (!inCi) return;
    folder = await mkdtemp(join(tmpdir(), 'pack-'));
    home = join(folder, 'home');
    await mkdir(join(folder, 'app'));
    const packed = await runProgram('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: repository });
    if (packed.code !== 0) throw new Error(`npm pack failed: ${packed.stderr}`);
    tarball = join(folder, (await readdir(folder)).find((name) => name.endsWith('.tgz')) ?? '');
    const installed = await runProgram('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', tarball], {
      cwd: join(folder, 'app'),
    });
    if (installed.code !== 0) throw new Error(`npm install failed: ${installed.stderr}`);
  });
  afterAll(async () => {
    if (folder !== '') await rm(folder, { recursive: true });
  });

  test('holds the bundle, the texts and no source', async (context) => {
    onlyInCi(context);
    const listed = await runProgram('tar', ['-tzf', tarball], { cwd: folder });
    const files = listed.stdout
      .trim()
      .split('\n')
      .map((file) => file.replace(/^package\//, ''));
    expect(files).toEqual(
      expect.arrayContaining([
        'LICENSE',
        'README.md',
        'CHANGELOG.md',
        'package.json',
        'dist/bench-loop.js',
        'dist/index.js',
        'dist/dashboard/index.html',
      ]),
    );
    expect(
      files.filter(
        (file) =>
          !/^(?:dist\/[\w-]+\.(?:js|txt|wasm|zip)|dist\/dashboard\/(?:index\.html|mark\.svg|assets\/[\w.-]+)|LICENSE|README\.md|CHANGELOG\.md|package\.json)$/.test(
            file,
          ),
      ),
    ).toEqual([]);
    expect((await stat(tarball)).size).toBeLessThan(largestTarballBytes);
  });

  test('--version prints the version', async (context) => {
    onlyInCi(context);
    const { version } = JSON.parse(await readFile(join(repository, 'package.json'), 'utf8')) as { version: string };
    expect(await bench('--version')).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  });

  test('info and suites print the same as from source', async (context) => {
    onlyInCi(context);
    for (const command of ['info', 'suites']) {
      const packed = await bench(command, '--json');
      const source = await runProgram(process.execPath, ['--import', 'tsx', 'cli/src/main.ts', command, '--json'], {
        cwd: repository,
        env: { BENCHLOOP_HOME: home },
      });
      expect(packed, packed.stderr).toMatchObject({ code: 0 });
      expect(JSON.parse(packed.stdout)).toEqual(JSON.parse(source.stdout));
    }
  });

  test('a mock run ends with a report and a stored run that verifies', async (context) => {
    onlyInCi(context);
    const ran = await bench('run', '--provider', 'mock', '--model', 'oracle', '--profile', 'smoke', '--json');
    expect(ran, ran.stderr).toMatchObject({ code: 0 });
    const { run } = JSON.parse(ran.stdout) as { run: { id: string; status: string } };
    expect(run.status).toBe('complete');
    expect(existsSync(join(home, 'runs', run.id, 'run.json'))).toBe(true);
    expect(await bench('verify', run.id)).toMatchObject({ code: 0 });
  });

  test('the app starts, its pages open in Chromium, and its data need the session', async (context) => {
    onlyInCi(context);
    const { path } = requireAsset(context, chromiumProgram());
    const cwd = join(folder, 'empty');
    await mkdir(cwd);
    const app = await startApp(home, { program: [join(folder, 'app/node_modules/.bin/bench-loop')], cwd });
    const browser = await startBrowser(path);
    try {
      const page = await browser.open(app);
      await shows(page, 'Fetch a model');
      await page.getByRole('link', { name: 'Runs', exact: true }).click();
      await page.getByRole('table', { name: /^1 stored run,/u }).waitFor();
      await page.getByRole('link', { name: 'Docs' }).click();
      await page.getByRole('main').getByRole('link').first().click();
      await page.waitForURL('**/docs/*');
      expect((await page.request.get(`${app.origin}/api/runs`)).status()).toBe(200);
      expect((await fetch(`${app.origin}/api/runs`)).status).toBe(401);
      expect(browser.wrong).toEqual([]);
      expect(await readdir(cwd)).toEqual([]);
    } finally {
      await browser.close();
      await app.stop();
    }
  });

  test('the library can be imported', async (context) => {
    onlyInCi(context);
    const script = `const { describeBuild } = await import('bench-loop'); console.log(describeBuild().version);`;
    const imported = await runProgram(process.execPath, ['--input-type=module', '-e', script], { cwd: join(folder, 'app') });
    expect(imported, imported.stderr).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
  });
});
