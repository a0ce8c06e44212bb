import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { chromiumProgram } from '../tests/support/chromium.ts';
import { addressesOf, openApp, type Theme } from './screenshots/open-app.ts';

/**
 * Pictures of every page of the app in light and dark, wide and narrow, into a folder.
 *
 *   npx tsx scripts/screenshots.ts --demo [FOLDER]          starts an app with demo data and waits for its first runs
 *   npx tsx scripts/screenshots.ts --home DATA_HOME [FOLDER]  starts an app over a data home with real runs
 *   npx tsx scripts/screenshots.ts --link LINK [FOLDER]     takes an app that runs; LINK is what it printed
 *
 * `--only models,run` takes those pages alone, `--widths 1440,390,3840` other widths, `--themes light` one theme.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    demo: { type: 'boolean', default: false },
    home: { type: 'string' },
    link: { type: 'string' },
    only: { type: 'string' },
    widths: { type: 'string', default: '1440,390' },
    themes: { type: 'string', default: 'light,dark' },
  },
});

const heights: Record<number, number> = { 390: 844, 1440: 900, 3840: 2160 };
const folder = resolve(positionals[0] ?? '.cache/screenshots');
const widths = values.widths.split(',').map(Number);
const themes = values.themes.split(',').filter((theme): theme is Theme => theme === 'light' || theme === 'dark');
const only = values.only?.split(',');

const program = chromiumProgram();
if ('skip' in program) throw new Error(program.skip);
mkdirSync(folder, { recursive: true });

const app = await openApp(values);
const browser = await chromium.launch({ executablePath: program.path, args: ['--no-sandbox'] });
try {
  const context = await browser.newContext();
  const page = await context.newPage();
  page.on('pageerror', (error) => process.stderr.write(`${page.url()}: ${error.message}\n`));
  page.on('console', (message) => message.type() === 'error' && process.stderr.write(`${page.url()}: ${message.text()}\n`));
  await page.goto(app.link);
  await page.locator('main h1').first().waitFor();
  for (const { name, path, act } of await addressesOf(page)) {
    if (only !== undefined && !only.includes(name)) continue;
    for (const width of widths)
      for (const theme of themes) {
        await page.setViewportSize({ width, height: heights[width] ?? 900 });
        await page.evaluate(`localStorage.setItem('benchloop-theme', '${theme}')`);
        await page.goto(new URL(path, page.url()).href);
        await page.locator('main h1').first().waitFor();
        await page.locator('.app-loading').first().waitFor({ state: 'detached', timeout: 120_000 });
        await act?.(page);
        await page.evaluate('document.fonts.ready.then(() => null)');
        await page.screenshot({ path: `${folder}/${name}-${width}-${theme}.png`, animations: 'disabled' });
      }
    process.stdout.write(`${name}\n`);
  }
} finally {
  await browser.close();
  await app.close();
}
process.stdout.write(`Pictures lie in ${folder}\n`);
