import {
  callTimingsSchema,
  generationSchema,
  modelErrorSchema,
  type Connection,
  type ConnectOptions,
  type Generation,
  type ModelEvent,
  type ModelRequest,
  type Provider,
  type RequestOrigin,
  type Task,
} from '@benchloop/spec';
import { afterEach, describe, expect, test } from 'vitest';

/**
 * What a provider is made to answer. `text`: Hello there. `reasoning`: thinks Hm. and says Hello there.
 * `tool-call`: calls get_weather for Bern. `error`: fails before any text. `cut-off`: breaks after some text.
 * `slow`: answers until it is aborted.
 */
export const scenarios = ['text', 'reasoning', 'tool-call', 'error', 'cut-off', 'slow'] as const;
export type Scenario = (typeof scenarios)[number];

/** A provider with a way to make it answer as a scenario asks. */
export type ConformanceSubject = {
  provider: Provider;
  /** A connection whose next call plays the scenario; `dispose` ends what was started for it. */
  open: (scenario: Scenario) => Promise<{ connection: Connection; sentBytes?: () => string; dispose: () => Promise<void> }>;
  /** False where the answers can't be scripted: their form is checked, not their words. */
  scripted: boolean;
  skips: Partial<Record<Scenario, string>>;
};

/** Options for a local endpoint with short limits; a subject overrides what it needs. */
export const conformanceOptions: ConnectOptions = {
  endpoint: null,
  model: null,
  apiKey: null,
  allowInsecure: false,
  contextTokens: null,
  threads: 1,
  gpuLayers: 0,
  connectTimeoutMs: 10_000,
  idleTimeoutMs: 10_000,
};

const marker = 'only-the-scorer-may-know-this';

const task: Task = {
  id: 'conformance',
  family: 'conformance',
  difficulty: 'easy',
  tags: [],
  messages: [{ role: 'user', content: 'Say hello.' }],
  expect: marker,
  limits: { maxTokens: 64, maxTurns: 1 },
  proof: { accepted: [], rejected: [] },
};

const origin: RequestOrigin = { task, turn: 0, encodeReply: (reply) => reply };

const request: ModelRequest = {
  messages: task.messages,
  tools: [
    {
      name: 'get_weather',
      description: 'The weather of a city.',
      parameters: { type: 'object', properties: { city: { type: 'string' } } },
    },
  ],
  sampling: { temperature: 0, topP: null, seed: 1 },
  maxTokens: 64,
  thinking: 'default',
  cachePrompt: false,
};

type Last = Extract<ModelEvent, { type: 'end' | 'error' }>;

const generationOf = (last: Last): Generation | null => (last.type === 'end' ? last.generation : last.partial);

const said = (events: readonly ModelEvent[], channel: 'answer' | 'reasoning'): string =>
  events.map((event) => (event.type === 'delta' && event.channel === channel ? event.text : '')).join('');

const isLast = (event: ModelEvent): event is Last => event.type === 'end' || event.type === 'error';

/** The order and form that every stream of events has. */
const checkForm = (events: readonly ModelEvent[], provider: Provider): Last => {
  const last = events.at(-1);
  if (last === undefined || !isLast(last)) throw new Error('the stream has no last event');
  expect(events.filter(isLast)).toHaveLength(1);
  const sent = events.filter((event) => event.type === 'sent');
  expect(sent.length).toBeLessThanOrEqual(1);
  const hasDelta = events.some((event) => event.type === 'delta');
  expect(events[0]?.type === 'sent' || !hasDelta).toBe(true);
  const stamps = events.flatMap((event) => ('at' in event ? [event.at] : []));
  expect(stamps).toEqual([...stamps].sort((a, b) => a - b));
  const readTimes = last.receipt.reads.map((read) => read.at);
  expect(readTimes).toEqual([...readTimes].sort((a, b) => a - b));
  if (last.timings !== null) callTimingsSchema.parse(last.timings);
  if (last.type === 'error') modelErrorSchema.parse(last.error);
  const generation = generationOf(last);
  if (generation !== null) {
    generationSchema.parse(generation);
    expect(provider.decode(last.receipt)).toEqual(generation);
    expect(provider.decode(JSON.parse(JSON.stringify(last.receipt)) as typeof last.receipt)).toEqual(generation);
  }
  return last;
};

/** The tests that every provider passes. A skipped scenario is listed with its reason. */
export const describeConformance = (id: string, subject: ConformanceSubject): void => {
  describe(`provider ${id}`, () => {
    const disposals: (() => Promise<void>)[] = [];
    afterEach(async () => {
      await Promise.all(disposals.splice(0).map((dispose) => dispose()));
    });

    const play = async (scenario: Scenario, abortAfterDeltas = Infinity): Promise<{ events: ModelEvent[]; last: Last }> => {
      const { connection, sentBytes, dispose } = await subject.open(scenario);
      disposals.push(dispose);
      const controller = new AbortController();
      const events: ModelEvent[] = [];
      // Long enough that an embedded engine is still at it when the abort comes.
      const asked = scenario === 'slow' ? { ...request, maxTokens: 400, ignoreEndToken: true } : request;
      for await (const event of connection.generate(asked, { signal: controller.signal, origin })) {
        events.push(event);
        if (events.filter(({ type }) => type === 'delta').length >= abortAfterDeltas) controller.abort();
      }
      const wires = events.map((event) => (event.type === 'sent' ? (event.wire ?? '') : '')).join('') + (sentBytes?.() ?? '');
      expect(wires).not.toContain(marker);
      const last = checkForm(events, subject.provider);
      await connection.close();
      return { events, last };
    };

    /** A test that is skipped, with its reason, where the scenario does not apply. */
    const scenarioTest = (scenario: Scenario, title: string, check: () => Promise<void>): void => {
      test(title, async (context) => {
        const reason = subject.skips[scenario];
        context.skip(reason !== undefined, `does not apply: ${reason}`);
        await check();
      });
    };

    const endOf = (last: Last) => {
      if (last.type === 'error') throw new Error(last.error.message);
      return last;
    };

    scenarioTest('text', 'text arrives as deltas that add up to the answer', async () => {
      const { events, last } = await play('text');
      const { generation, timings } = endOf(last);
      expect(said(events, 'answer')).toBe(generation.text);
      expect(generation.text).toMatch(subject.scripted ? /^Hello there\.$/u : /\S/u);
      expect(generation).toMatchObject({ toolCalls: [], leakedToolCalls: [], reasoning: '' });
      expect(timings.firstAnswerMs).toBe(timings.firstTokenMs);
      expect(timings.firstReasoningMs).toBeNull();
      expect(timings.textEvents).toBeGreaterThan(1);
    });

    scenarioTest('reasoning', 'reasoning and answer are apart, in text and in time', async () => {
      const { events, last } = await play('reasoning');
      const { generation, timings } = endOf(last);
      expect(generation).toMatchObject({ text: 'Hello there.', reasoning: 'Hm.' });
      expect([said(events, 'reasoning'), said(events, 'answer')]).toEqual(['Hm.', 'Hello there.']);
      expect(timings.firstTokenMs).toBe(timings.firstReasoningMs);
      expect(timings.firstAnswerMs).not.toBeNull();
    });

    scenarioTest('tool-call', 'a tool call is a call, not text', async () => {
      const { generation } = endOf((await play('tool-call')).last);
      expect(generation).toMatchObject({
        finish: 'tool-calls',
        text: '',
        toolCalls: [{ name: 'get_weather', arguments: { city: 'Bern' }, repairs: [] }],
      });
      expect(generation.toolCalls[0]?.id).not.toBe('');
    });

    scenarioTest('error', 'a failure is one event with a next step', async () => {
      const { last } = await play('error');
      expect(last).toMatchObject({
        type: 'error',
        error: { message: expect.stringMatching(/\S/u) as string, hint: expect.stringMatching(/\S/u) as string },
      });
      expect(generationOf(last)?.text ?? '').toBe('');
    });

    scenarioTest('cut-off', 'a reply that breaks keeps what came', async () => {
      const { last } = await play('cut-off');
      expect(last).toMatchObject({ type: 'error', error: { kind: 'stream-truncated' } });
      expect('Hello there.'.startsWith(generationOf(last)?.text ?? '-')).toBe(true);
      expect(generationOf(last)?.text).not.toBe('');
    });

    scenarioTest('slow', 'an abort ends the call and keeps what came', async () => {
      const { events, last } = await play('slow', 2);
      expect(last).toMatchObject({ type: 'error', error: { kind: 'aborted' } });
      expect(generationOf(last)?.text).toBe(said(events, 'answer'));
      expect(generationOf(last)?.text).not.toBe('');
    });
  });
};
