import { Ajv2020 } from 'ajv/dist/2020.js';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Report, TraceEvent, Trial } from '@benchloop/spec';
import { llamaServer, requireAsset, starterModel, type RealServer } from './support/assets.ts';
import { runCli } from './support/cli.ts';

/** Tasks of two suites that take several turns when they are done right; the last one needs no call and offers tools all the same. */
const tasks = ['dependent-calls-01', 'error-recovery-01', 'mail-fact-01', 'database-no-tool-01'];
const suites = ['toolcall', 'agent'];
const command = ['run', '--suites', suites.join(','), '--tasks', tasks.join(','), '--local', '--no-queue', '--ctx', '4096', '--json'];

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'constrained-'));
});
afterEach(() => rm(home, { recursive: true, force: true }));

const run = async (flags: readonly string[]): Promise<Report> => {
  const { stdout, stderr } = await runCli([...command, ...flags], home);
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as Report;
};

const traceOf = async ({ run: { id } }: Report, { traceFile }: Trial): Promise<TraceEvent[]> =>
  traceFile === null
    ? []
    : (await readFile(join(home, 'runs', id, traceFile), 'utf8'))
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as TraceEvent);

type Call = { tool: string; arguments: unknown };
type Step = Partial<Call> & { calls?: Call[]; answer?: string };

/** What the replies of a trial called, turn by turn; each reply is checked against the very schema that it was held to. */
const callsByTurn = (trace: readonly TraceEvent[]): Call[][] => {
  const request = trace.find((event) => event.type === 'request');
  const constraint = request?.type === 'request' ? request.request.constraint : undefined;
  if (constraint?.kind !== 'json-schema') throw new Error('the request was not held to a schema');
  const fits = new Ajv2020({ strict: false }).compile(constraint.schema);
  const replies = trace.flatMap((event) => (event.type === 'generation' ? [event.generation] : []));
  return replies
    .filter(({ finish }) => finish !== 'length')
    .map(({ text }) => {
      const step = JSON.parse(text) as Step;
      expect(fits(step), text).toBe(true);
      return step.calls ?? (step.tool === undefined ? [] : [step as Call]);
    });
};

/** The model drove the loop: valid calls of offered tools, over several turns, each run and answered. */
const expectRealLoops = async (report: Report): Promise<void> => {
  expect(report.trials.map(({ taskId }) => taskId).sort()).toEqual([...tasks].sort());
  let turnsWithCalls = 0;
  for (const trial of report.trials) {
    expect(['scored', 'truncated'], trial.reason).toContain(trial.outcome);
    const trace = await traceOf(report, trial);
    const turns = callsByTurn(trace);
    const results = trace.filter((event) => event.type === 'tool-result');
    // The calls of the last turn that the task allows are not run.
    const called = turns.flat().map(({ tool }) => tool);
    expect(called.slice(0, results.length)).toEqual(results.map(({ call }) => call.name));
    expect(results.some(({ content }) => content.includes('there is no tool named'))).toBe(false);
    turnsWithCalls = Math.max(turnsWithCalls, turns.filter((calls) => calls.length > 0).length);
  }
  expect(turnsWithCalls).toBeGreaterThanOrEqual(2);
};

const verify = async ({ run: { id } }: Report): Promise<unknown> => JSON.parse((await runCli(['verify', id, '--json'], home)).stdout);

const expectTold = async (report: Report): Promise<void> => {
  const { stdout } = await runCli(['report', report.run.id], home);
  expect(stdout.replaceAll(/\s+/gu, ' ')).toContain('constrained decoding, another stack than the same model decoding freely');
  expect(report.summary.comparable).toBe(false);
  expect(report.summary.notComparableBecause.join(' ')).toContain('constrained decoding');
};

describe('the starter model drives real tool loops where its steps are held', () => {
  test('in the embedded engine; without being held it calls nothing', async (context) => {
    const { path } = requireAsset(context, starterModel());
    const engine = ['--model', path, '--threads', '1'];
    const held = await run([...engine, '--harness', 'constrained']);
    await expectRealLoops(held);
    await expectTold(held);
    expect(await verify(held)).toMatchObject({ holds: true, rescored: tasks.length });

    const free = await run([...engine, '--harness', 'hermes']);
    for (const trial of free.trials) expect((await traceOf(free, trial)).filter(({ type }) => type === 'tool-result')).toEqual([]);
    expect(free.run.manifest.harness.decoding).toBe('free');
    expect(free.run.manifest.digest).not.toBe(held.run.manifest.digest);

    const raw = await run([...engine, '--harness', 'raw']);
    const notRun = raw.summary.notRun.filter(({ reason }) => /without tools/u.test(reason)).map(({ suiteId }) => suiteId);
    expect(notRun.sort()).toEqual([...suites].sort());
    expect(await readdir(join(home, 'runs'))).toHaveLength(3);
  });

  test('on a real llama.cpp server, by its JSON Schema', async (context) => {
    const server: RealServer = await requireAsset(context, llamaServer()).start();
    try {
      const held = await run(['--endpoint', server.endpoint, '--harness', 'constrained']);
      expect(held.run.preflight?.find(({ id }) => id === 'json-schema')).toMatchObject({ level: 'ok' });
      expect(held.run.model?.capabilities.jsonSchema).toBe('yes');
      await expectRealLoops(held);
      await expectTold(held);
      expect(await verify(held)).toMatchObject({ holds: true, rescored: tasks.length });
    } finally {
      await server.stop();
    }
  });
});
