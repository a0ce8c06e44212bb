import { mkdtemp, mkdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRunStore, loadReport, type Verification } from '@benchloop/engine';
import type { Report, TraceEvent, Trial } from '@benchloop/spec';
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

/** exp(0.5) = 1.6: the other choice was at least three fifths as likely. */
const nearTieNats = 0.5;

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

type Exchange = { generation: Extract<TraceEvent, { type: 'generation' }>['generation']; wire: string | null };

const exchangeOf = async (report: Report, trial: Trial): Promise<Exchange> => {
  const trace: TraceEvent[] = await createRunStore(home).loadTrace(report.run.id, trial.traceFile as string);
  const reply = trace.find((event) => event.type === 'generation');
  const request = trace.find((event) => event.type === 'request');
  if (reply?.type !== 'generation' || request?.type !== 'request') throw new Error(`${trial.id} has no exchange`);
  return { generation: reply.generation, wire: request.wire };
};

type Choice = { token: string; top_logprobs: { token: string; logprob: number }[] };

/**
 * How much less likely the server held the embedded engine's continuation where the two texts part, in nats: asks the
 * server the same again with the probabilities of its choices. Infinity = it did not consider that continuation.
 */
const gapWhereTheyPart = async (endpoint: string, served: Exchange, embeddedText: string): Promise<number> => {
  const body = {
    ...(JSON.parse(served.wire as string) as object),
    stream: false,
    stream_options: undefined,
    logprobs: true,
    top_logprobs: 10,
  };
  const reply = await fetch(`${endpoint}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { choices } = (await reply.json()) as { choices: { logprobs: { content: Choice[] } }[] };
  let text = '';
  for (const { token, top_logprobs: top } of choices[0]?.logprobs.content ?? []) {
    // The end of a reply is a choice too: it is the empty token.
    if (token !== '' && embeddedText.startsWith(text + token)) {
      text += token;
      continue;
    }
    const rest = embeddedText.slice(text.length);
    const other = top.find((choice) =>
      rest === '' ? choice.token === '' : choice.token !== token && choice.token !== '' && rest.startsWith(choice.token),
    );
    return (top[0]?.logprob ?? 0) - (other?.logprob ?? -Infinity);
  }
  return Infinity;
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
  context.onTestFinished(() => server.stop());
  const served = await runReport(['--endpoint', server.endpoint]);

  expect(embedded.run.server?.place).toBe('embedded');
  expect(served.run.server).toMatchObject({ kind: 'llama-server', place: 'local' });
  expect(served.run.model?.templateDigest).toBe(embedded.run.model?.templateDigest);
  expect(served.run.manifest.suites).toEqual(embedded.run.manifest.suites);

  const math = embedded.trials.filter(({ suiteId }) => suiteId === 'reasonmath');
  expect(math.length).toBeGreaterThanOrEqual(6);
  let sameText = 0;
  for (const trial of math) {
    const other = served.trials.find(({ id }) => id === trial.id) as Trial;
    const [here, there] = [await exchangeOf(embedded, trial), await exchangeOf(served, other)];
    const [mine, theirs] = [here.generation, there.generation];
    expect(theirs.usage?.promptTokens).toBe(mine.usage?.promptTokens);
    if (mine.text === theirs.text) {
      sameText += 1;
      expect(theirs.usage?.completionTokens).toBe(mine.usage?.completionTokens);
      expect([other.outcome, other.score]).toEqual([trial.outcome, trial.score]);
    } else {
      // Other CPU kernels round otherwise, so the choice may differ where two tokens are almost equally likely, and only there.
      const gap = await gapWhereTheyPart(server.endpoint, there, mine.text);
      console.log(`${trial.id} parts where the server held the two choices ${gap.toFixed(3)} nats apart`);
      expect(gap).toBeLessThan(nearTieNats);
    }
  }
  console.log(`same greedy answers: ${sameText} of ${math.length}`);

  const ratios = served.trials.map(clockRatio).filter((ratio) => ratio !== null);
  console.log(`client decode rate over the server’s own: ${ratios.map((ratio) => ratio.toFixed(3)).join(', ')}`);
  expect(ratios.length).toBeGreaterThanOrEqual(4);
  expect(Math.abs(median(ratios) - 1)).toBeLessThan(0.05);
});
