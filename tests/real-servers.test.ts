import { mkdtemp, mkdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, type TestContext } from 'vitest';
import { loadReport, type Verification } from '@benchloop/engine';
import type { Report, Trial } from '@benchloop/spec';
import { liteLlmVersion, llamaServerVersion, ollamaVersion, starterModelPath } from '../scripts/test-assets/paths.ts';
import type { TriedServer } from '../scripts/servers/features.ts';
import { llamaServer, requireAsset, starterModel, type RealServer } from './support/assets.ts';
import { runCli } from './support/cli.ts';
import { clockRatio, exchangeOf, gapWhereTheyPart, median, ratiosThroughGateway } from './support/compare-runs.ts';
import { liteLlmProxy } from './support/lite-llm-proxy.ts';
import { ollamaServer } from './support/ollama-server.ts';
import { isRecording, preflightOf, writeTriedServers } from './support/record-servers.ts';

/** All stacks get the same context size, thread count and weights; only the engine's build and the wire differ. */
const common = ['--profile', 'core', '--suites', 'reasonmath', '--tasks-per-suite', '8', '--max-tokens', '64'];
const sameForAll = ['--threads', '1', '--ctx', '4096', '--json'];

/** exp(0.5) = 1.6: the other choice was at least three fifths as likely. */
const nearTieNats = 0.5;

let home: string;
const running: RealServer[] = [];
const recorded: TriedServer[] = [];
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'stacks-'));
});
afterAll(async () => {
  if (recorded.length > 0) await writeTriedServers(recorded);
  await Promise.all(running.map((server) => server.stop()));
  await rm(home, { recursive: true });
});

const keepRunning = async (starting: Promise<RealServer>): Promise<RealServer> => {
  const server = await starting;
  running.push(server);
  return server;
};

const runReport = async (args: readonly string[]): Promise<Report> => {
  const { code, stdout, stderr } = await runCli(['run', ...common, ...sameForAll, ...args], home);
  expect(stderr).not.toContain('unexpected failure');
  expect(code, stderr).toBe(0);
  const { run } = JSON.parse(stdout) as Report;
  const verified = JSON.parse((await runCli(['verify', run.id, '--json'], home)).stdout) as Verification;
  expect(verified).toMatchObject({ changedSuites: [], changedFiles: [], mismatches: [], holds: true });
  return loadReport(home, run.id);
};

type Reference = { server: RealServer; report: Report };

const startReference = async (context: TestContext): Promise<Reference> => {
  const server = await keepRunning(requireAsset(context, llamaServer()).start({ threads: 1, contextTokens: 4096 }));
  return { server, report: await runReport(['--endpoint', server.endpoint]) };
};

let started: Promise<Reference> | undefined;
/** A real llama.cpp server and its run: what every other stack is compared with, as it tells the probabilities of its choices. */
const reference = (context: TestContext): Promise<Reference> => (started ??= startReference(context));

const expectSameClocks = (ratios: readonly number[], least: number): void => {
  console.log(`client decode rate over the server’s own: ${ratios.map((ratio) => ratio.toFixed(3)).join(', ')}`);
  expect(ratios.length).toBeGreaterThanOrEqual(least);
  expect(Math.abs(median(ratios) - 1)).toBeLessThan(0.05);
};

const ratiosOf = (report: Report): number[] => report.trials.map(clockRatio).filter((ratio) => ratio !== null);

const expectSameAnswers = async ({ server, report: mine }: Reference, other: Report): Promise<void> => {
  expect(mine.trials.length).toBeGreaterThanOrEqual(6);
  let sameTexts = 0;
  for (const trial of mine.trials) {
    const theirs = other.trials.find(({ id }) => id === trial.id) as Trial;
    const [here, there] = [await exchangeOf(home, mine, trial), await exchangeOf(home, other, theirs)];
    expect(there.generation.usage?.promptTokens).toBe(here.generation.usage?.promptTokens);
    if (there.generation.text === here.generation.text) {
      sameTexts += 1;
      expect(there.generation.usage?.completionTokens).toBe(here.generation.usage?.completionTokens);
      expect([theirs.outcome, theirs.score]).toEqual([trial.outcome, trial.score]);
    } else {
      // Other CPU kernels round otherwise, so the choice may differ where two tokens are almost equally likely, and only there.
      const gap = await gapWhereTheyPart(server.endpoint, here.wire as string, there.generation.text);
      console.log(`${trial.id} parts where the llama.cpp server held the two choices ${gap.toFixed(3)} nats apart`);
      expect(gap).toBeLessThan(nearTieNats);
    }
  }
  console.log(`same greedy answers: ${sameTexts} of ${mine.trials.length}`);
};

type Stack = {
  name: string;
  /** As the server itself tells it. A build that tells none has the version that it was fetched as. */
  version: (report: Report) => string;
  /** What the run says of its server. */
  server: { kind?: string; place: 'embedded' | 'local' };
  /** Starts it, before the llama.cpp server where it is a gateway, and gives the flags that choose it. */
  start: (context: TestContext, upstream: RealServer) => Promise<{ flags: string[]; endpoint?: string }>;
  /** Whether a reply carries the server's own times. */
  tellsTimes: boolean;
};

let ollama: Promise<RealServer> | undefined;
const startOllama = (context: TestContext): Promise<RealServer> =>
  (ollama ??= keepRunning(requireAsset(context, ollamaServer()).start({ threads: 1 })));

const stacks: Stack[] = [
  {
    name: 'Embedded engine',
    version: ({ run }) => `llama.cpp ${run.server?.version}`,
    server: { kind: 'llama.cpp', place: 'embedded' },
    start: async (context) => {
      await mkdir(join(home, 'models'), { recursive: true });
      await symlink(requireAsset(context, starterModel()).path, join(home, 'models', 'starter-under-test.gguf'));
      return { flags: ['--model', 'starter-under-test'] };
    },
    tellsTimes: true,
  },
  {
    name: 'Ollama, its own API',
    version: ({ run }) => run.server?.version ?? ollamaVersion,
    server: { kind: 'ollama', place: 'local' },
    start: async (context) => ({ flags: ['--provider', 'ollama', '--endpoint', (await startOllama(context)).endpoint] }),
    tellsTimes: true,
  },
  {
    name: 'Ollama, its OpenAI-compatible API',
    version: ({ run }) => run.server?.version ?? ollamaVersion,
    server: { place: 'local' },
    start: async (context) => ({ flags: ['--provider', 'openai', '--endpoint', `${(await startOllama(context)).endpoint}/v1`] }),
    tellsTimes: false,
  },
  {
    name: 'LiteLLM proxy before llama.cpp’s server',
    version: ({ run }) => run.server?.version ?? liteLlmVersion,
    server: { place: 'local' },
    start: async (context, upstream) => {
      const { endpoint } = await keepRunning(requireAsset(context, liteLlmProxy()).start(upstream));
      return { flags: ['--provider', 'openai', '--endpoint', endpoint], endpoint };
    },
    tellsTimes: false,
  },
];

/** What the checks say of it, for the page about servers. */
const record = async (report: Report, stack: Pick<TriedServer, 'name' | 'version'> & { flags: readonly string[] }): Promise<void> => {
  if (!isRecording) return;
  const { plan } = report.run;
  recorded.push(await preflightOf({ ...stack, provider: plan.provider.value, model: basename(starterModelPath(), '.gguf') }, home));
};

test('a real llama.cpp server tells times that the client’s clock confirms', async (context) => {
  const { server, report } = await reference(context);
  expect(report.run.server).toMatchObject({ kind: 'llama-server', place: 'local' });
  expectSameClocks(ratiosOf(report), 4);
  await record(report, {
    name: 'llama.cpp’s server',
    version: `build ${llamaServerVersion.split('.').at(-1)}`,
    flags: ['--endpoint', server.endpoint],
  });
});

describe.for(stacks)('$name', ({ name, version, server, start, tellsTimes }) => {
  test('gives the answers and counts of the llama.cpp server', async (context) => {
    const compared = await reference(context);
    const { flags, endpoint } = await start(context, compared.server);
    const report = await runReport(flags);
    expect(report.run.server).toMatchObject(server);
    expect(report.run.manifest.suites).toEqual(compared.report.run.manifest.suites);
    if (report.run.model?.templateDigest && server.kind !== 'ollama')
      expect(report.run.model.templateDigest).toBe(compared.report.run.model?.templateDigest);
    await expectSameAnswers(compared, report);
    if (tellsTimes) expectSameClocks(ratiosOf(report), 4);
    if (endpoint !== undefined) expectSameClocks(await ratiosThroughGateway(endpoint, compared.server.endpoint, 5), 5);
    await record(report, { name, version: version(report), flags });
  });
});

test('a real llama.cpp server whose chat template begins to think is proved to think, and not to where it is asked not to', async (context) => {
  const { endpoint } = await keepRunning(
    requireAsset(context, llamaServer()).start({ threads: 1, contextTokens: 4096, template: 'thinking' }),
  );
  const stack = {
    name: 'llama.cpp’s server, with a chat template that thinks',
    version: `build ${llamaServerVersion.split('.').at(-1)}`,
    provider: 'openai',
    model: basename(starterModelPath(), '.gguf'),
  };
  const seen = await preflightOf({ ...stack, flags: ['--endpoint', endpoint, '--think', 'on'] }, home);
  expect(seen.features['thinking']).toEqual({ level: 'ok', what: 'With thinking on the model reasons.' });
  expect(seen.abilities.thinking).toBe('yes');
  const asked = await preflightOf({ ...stack, flags: ['--endpoint', endpoint, '--think', 'off'] }, home);
  expect(asked.features['thinking']).toEqual({ level: 'ok', what: 'With thinking off the model answers at once.' });
  if (isRecording) recorded.push(seen);
});

test('a real llama.cpp server whose chat template shows how tools are called calls them, also two at a time', async (context) => {
  const { endpoint } = await keepRunning(
    requireAsset(context, llamaServer()).start({ threads: 1, contextTokens: 4096, template: 'tool-calling' }),
  );
  const seen = await preflightOf(
    {
      name: 'llama.cpp’s server, with a chat template that shows tool calls',
      version: `build ${llamaServerVersion.split('.').at(-1)}`,
      provider: 'openai',
      model: basename(starterModelPath(), '.gguf'),
      flags: ['--endpoint', endpoint, '--suites', 'toolcall', '--tasks', 'choose-tool-01,similar-tools-03'],
    },
    home,
  );
  expect(seen.features['tool-call']).toEqual({ level: 'ok', what: 'A tool call comes back whole.' });
  expect(seen.features['parallel-calls']).toEqual({ level: 'ok', what: '2 calls of one reply come back apart.' });
  expect(seen.abilities.tools).toBe('yes');
  if (isRecording) recorded.push(seen);
});
