import { afterEach, beforeEach, expect, test } from 'vitest';
import { exitCode, type Connection, type ModelRequest, type PreflightFinding } from '@benchloop/spec';
import { createRunStore } from '../store/run-store.ts';
import { createBench, type Bench } from './testing/bench.ts';
import { createTinySuite } from './testing/tiny-suite.ts';
import { verifyRun } from './verify-run.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await createBench(createTinySuite(3, { tools: true }));
});
afterEach(() => bench.remove());

/** Makes the mock a server on this machine, changed as told. */
const serve = (change: (connection: Connection) => Partial<Connection>): void => {
  const base = bench.parts.providers.get('mock');
  if (base === undefined) throw new Error('no mock');
  bench.parts.providers.set('mock', {
    ...base,
    connect: async (options, signal) => {
      const result = await base.connect(options, signal);
      if (!result.ok) return result;
      const { connection } = result;
      const local: Connection = {
        ...connection,
        server: { ...connection.server, place: 'local' },
        model: { ...connection.model, contextInForce: 4096 },
      };
      return { ok: true, connection: { ...local, ...change(local) } };
    },
  });
};

const refusesTools = (connection: Connection): Partial<Connection> => ({
  generate: async function* (request: ModelRequest, options) {
    if (request.tools === undefined) return yield* connection.generate(request, options);
    const error = { kind: 'unsupported' as const, message: 'no tools here', hint: 'Take another model.', status: 400, retryAfterMs: null };
    yield { type: 'error', error, partial: null, timings: null, receipt: { status: 400, contentType: null, reads: [] } };
  },
});

const warningCodes = (): string[] => bench.events.flatMap((event) => (event.type === 'warning' ? [event.warning.code] : []));

test('what the server refuses is left out, said once, and kept in the run, and verify agrees', async () => {
  serve(refusesTools);
  const run = await bench.start({ model: 'oracle' });
  const { trials } = await createRunStore(bench.home).loadTrials(run.id);
  expect(trials.map(({ outcome, calls }) => [outcome, calls.length])).toEqual(Array(3).fill(['unsupported', 0]));
  expect(trials[0]?.reason).toMatch(/no tools here.*--harness hermes/is);
  expect(run.notRun).toMatchObject([{ suiteId: 'tiny' }]);
  expect(run.preflight?.find(({ id }) => id === 'tool-call')).toMatchObject({ level: 'impossible', suites: ['tiny'] });
  expect(run.model?.capabilities.tools).toBe('no');
  expect(warningCodes()).toEqual(['unsupported-suite']);
  expect((await verifyRun({ home: bench.home, id: run.id, parts: bench.parts })).holds).toBe(true);
});

test('the person is asked with the findings, and a no stops before anything is stored', async () => {
  serve(refusesTools);
  const asked: PreflightFinding[] = [];
  bench.onImpossible = async (impossible) => {
    asked.push(...impossible);
    return false;
  };
  await expect(bench.start({ model: 'oracle' })).rejects.toMatchObject({
    message: expect.stringMatching(/impossible on this stack.*no tools here/is) as string,
    exitCode: exitCode.usage,
  });
  expect(asked.map(({ id }) => id)).toEqual(['tool-call']);
  expect(await createRunStore(bench.home).list()).toEqual([]);
});

test('a stack that does what the plan needs asks nobody', async () => {
  bench.onImpossible = async () => {
    throw new Error('asked');
  };
  const run = await bench.start({ model: 'oracle' });
  expect(run.status).toBe('complete');
  expect(warningCodes()).toEqual([]);
});

const naming =
  (nameOf: (call: number) => string) =>
  (connection: Connection): Partial<Connection> => {
    let calls = 0;
    return {
      generate: async function* (request, options) {
        calls += 1;
        const modelReported = nameOf(calls);
        for await (const event of connection.generate(request, options))
          yield event.type === 'end' ? { ...event, generation: { ...event.generation, modelReported } } : event;
      },
    };
  };

test('a model that changes between calls is said once', async () => {
  await bench.remove();
  bench = await createBench(createTinySuite(4));
  serve(naming((call) => (call < 3 ? 'oracle' : 'other')));
  const run = await bench.start({ model: 'oracle' });
  const said = run.warnings.filter(({ code }) => code === 'model-mismatch');
  expect(said).toHaveLength(1);
  expect(said[0]?.message).toMatch(/oracle at first and other later/);
});

test.each([
  ['another model', 'other', 1],
  ['the same', 'oracle', 0],
])('identity is asked again at the end: %s', async (_title, name, count) => {
  await bench.remove();
  bench = await createBench(createTinySuite(2));
  serve((connection) => ({ ...naming(() => 'oracle')(connection), identify: async () => ({ ...connection.model, name }) }));
  const run = await bench.start({ model: 'oracle' });
  expect(run.warnings.filter(({ code }) => code === 'model-mismatch')).toHaveLength(count);
});
