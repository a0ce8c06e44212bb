import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createReportCommand } from './report.ts';
import { createRunCommand } from './run.ts';

let home: string;
let runId: string;

/** Runs one command line in this process and gives what it wrote to standard output. */
const call = async (...args: string[]): Promise<string> => {
  const out = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const program = new Command().exitOverride();
  for (const create of [createRunCommand, createReportCommand]) create().register(program);
  for (const command of program.commands) command.exitOverride();
  try {
    await program.parseAsync(args, { from: 'user' });
    return out.mock.calls.map(([text]) => String(text)).join('');
  } finally {
    out.mockRestore();
    vi.restoreAllMocks();
  }
};

const written = async (format: string): Promise<Buffer> => {
  const file = join(home, `report.${format}`);
  await call('report', runId, '--format', format, '--output', file);
  return readFile(file);
};

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'report-'));
  vi.stubEnv('BENCHLOOP_HOME', home);
  const report = await call('run', '--provider', 'mock', '--model', 'refuse', '--suites', 'reasonmath', '--tasks-per-suite', '3', '--json');
  runId = (JSON.parse(report) as { run: { id: string } }).run.id;
}, 120_000);
afterAll(async () => {
  vi.unstubAllEnvs();
  process.exitCode = undefined;
  await rm(home, { recursive: true, force: true });
});

describe('report of a stored run', () => {
  test('as HTML holds the conversations of the failed trials', async () => {
    const html = (await written('html')).toString();
    expect(html.startsWith('<!doctype html>\n<html lang="en">')).toBe(true);
    expect(html.match(/<details class="trial">/g)).toHaveLength(3);
    expect(html.match(/class="block block-user"/g)).toHaveLength(3);
    expect(html).toContain(runId);
  });

  test('as JUnit has one case for each task', async () => {
    expect((await written('junit')).toString().match(/<testcase /g)).toHaveLength(3);
  });

  test('as a card is an SVG and a PNG', async () => {
    expect((await written('card-svg')).toString()).toMatch(/^<svg role="img" width="1200" height="630"/);
    expect((await written('card-png')).subarray(1, 4).toString()).toBe('PNG');
  });

  test('another format is refused', async () => {
    await expect(call('report', runId, '--format', 'pdf')).rejects.toThrow(
      'Give one of: console, json, md, csv, junit, html, card-svg, card-png.',
    );
  });
});
