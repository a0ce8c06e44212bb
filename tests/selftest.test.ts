import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Selftest } from '@benchloop/engine';
import { runCli } from './support/cli.ts';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'selftest-'));
});
afterEach(() => rm(home, { recursive: true, force: true }));

test('every suite of this build holds: all proofs, all control clients, the oracle in all styles', async () => {
  const result = await runCli(['selftest', '--json'], home);
  const { rows, holds, durationMs } = JSON.parse(result.stdout) as Selftest;
  expect(rows.flatMap(({ culprits }) => culprits)).toEqual([]);
  expect({ holds, code: result.code }).toEqual({ holds: true, code: 0 });
  for (const { proofs, controls, worst, oracle } of rows) {
    expect(proofs.held).toBe(proofs.cases);
    expect(controls.passed).toBe(0);
    expect(worst.points).toBeLessThanOrEqual(10);
    expect(oracle.points).toBe(100);
  }
  expect(durationMs).toBeGreaterThan(0);
  expect(result.stderr).toMatch(/100 %/);
  expect(await readdir(join(home, 'runs')).catch(() => [])).toEqual([]);
});

test('a suite of your own is tested by its path, and a name that is none gives one message', async () => {
  const own = await runCli(['selftest', '--suites', './docs/examples/my-suite'], home);
  expect(own.code).toBe(0);
  expect(own.stdout).toMatch(/^suite +tasks +proofs held +controls passed +worst control, points +oracle\nmy-suite +4 +40\/40 +0\/44 /);
  const none = await runCli(['selftest', '--suites', 'reasonmaths'], home);
  expect(none.stderr).toMatch(/no suite named "reasonmaths"/);
  expect(none.code).toBe(2);
});
