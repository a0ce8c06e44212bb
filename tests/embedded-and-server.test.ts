import { mkdtemp, mkdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRunStore, loadReport, type Verification } from '@benchloop/engine';
import type { Generation, Report, TraceEvent, Trial } from '@benchloop/spec';
import { llamaServer, requireAsset, starterModel } from './support/assets.ts';
import { runCli } from './support/cli.ts';

/** Both stacks get the same context size, thread count and weights; only the engine's build and the wire differ. */
const common = [
  '--profile',
  'core',
  '--suites',
  'speed,reasonmath',
  '--tasks-per-suite',
  '8',
  '--max-tokens',
  '64',
  '--threads',
  '1',
  '--ctx',
  '4096',
  '--json',
];

let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'stacks-'));
});
afterAll(() => rm(home, { recursive: true, force: true }));

const runReport = async (args: readonly string[]): Promise<Report> => {
  const { code, stdout, stderr } = await runCli(['run', ...common, ...args], home);
  expect(stderr).not.toContain('unexpected failure');
  expect(code).toBe(0);
  const { run } = JSON.parse(stdout) as Report;
  const verified = JSON.parse((await runCli(['verify', run.id, '--json'], home)).stdout) as Verification;
  expect(verified).toMatchObject({ changedSuites: [], changedFiles: [], mismatches: [], holds: true });
  return loadReport(home, run.id);
};

const generationOf = async (report: Report, trial: Trial): Promise<Generation> => {
  const trace: TraceEvent[] = await createRunStore(home).loadTrace(report.run.id, trial.traceFile as string);
  const event = trace.find(({ type }) => type === 'generation');
  if (event?.type !== 'generation') throw new Error(`${trial.id} has no generation`);
  return event.generation;
};

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number;

/** Decode rate by the client's clock over the server's own, for one call. */
const clockRatio = ({ calls }: Trial): number | null => {
  const [call] = calls;
  const { firstTokenMs, lastTokenMs } = call?.timings ?? { firstTokenMs: null, lastTokenMs: null };
  const { predictedMs, predictedTokens } = call?.serverTimings ?? { predictedMs: null, predictedTokens: null };
  const tokens = call?.usage?.completionTokens ?? 0;
  if (firstTokenMs === null || lastTokenMs === null || !predictedMs || !predictedTokens || tokens < 32) return null;
  return (tokens - 1) / (lastTokenMs - firstTokenMs) / ((predictedTokens - 1) / predictedMs);
};

test('the embedded engine and a real llama.cpp server give the same answers and counts from the same weights', async (context) => {
  const { path } = requireAsset(context, starterModel());
  const startServer = requireAsset(context, llamaServer()).start;
  await mkdir(join(home, 'models'), { recursive: true });
  await symlink(path, join(home, 'models', 'starter-under-test.gguf'));
  const embedded = await runReport(['--model', 'starter-under-test']);
  const server = await startServer({ threads: 1, contextTokens: 4096 });
  let served: Report;
  try {
    served = await runReport(['--endpoint', server.endpoint]);
  } finally {
    await server.stop();
  }

  expect(embedded.run.server?.place).toBe('embedded');
  expect(served.run.server).toMatchObject({ kind: 'llama-server', place: 'local' });
  expect(served.run.model?.templateDigest).toBe(embedded.run.model?.templateDigest);
  expect(served.run.manifest.suites).toEqual(embedded.run.manifest.suites);

  const math = embedded.trials.filter(({ suiteId }) => suiteId === 'reasonmath');
  expect(math.length).toBeGreaterThanOrEqual(6);
  let sameText = 0;
  for (const trial of math) {
    const other = served.trials.find(({ id }) => id === trial.id) as Trial;
    const [mine, theirs] = [await generationOf(embedded, trial), await generationOf(served, other)];
    expect(theirs.usage?.promptTokens).toBe(mine.usage?.promptTokens);
    if (mine.text === theirs.text) {
      sameText += 1;
      expect(theirs.usage?.completionTokens).toBe(mine.usage?.completionTokens);
      expect([other.outcome, other.score]).toEqual([trial.outcome, trial.score]);
    }
  }
  console.log(`same greedy answers: ${sameText} of ${math.length}`);
  // The two are different builds of llama.cpp with other CPU kernels: one near tie may fall the other way.
  expect(sameText).toBeGreaterThanOrEqual(math.length - 1);

  const ratios = served.trials.map(clockRatio).filter((ratio) => ratio !== null);
  console.log(`client decode rate over the server’s own: ${ratios.map((ratio) => ratio.toFixed(3)).join(', ')}`);
  expect(ratios.length).toBeGreaterThanOrEqual(4);
  expect(Math.abs(median(ratios) - 1)).toBeLessThan(0.05);
});
