import { describe, expect, test } from 'vitest';
import { preflightFindingSchema, type PreflightLevel, type ToolCall } from '@benchloop/spec';
import { findingOf, planned, tryStack, type TryOptions } from './testing/try-stack.ts';
import { scriptedConnection, type Answer, type Script } from './testing/scripted-connection.ts';
import { weatherTool } from './weather.ts';
import type { PlannedWork } from './needs.ts';
import { checks } from './index.ts';

const plain = planned('maths');
const timed = planned('speed', { nonce: 'prefix' }, 'clock');
const tools = planned('tools', { tools: [weatherTool] });
const system = planned('chat', {
  messages: [
    { role: 'system', content: 'Be short.' },
    { role: 'user', content: 'Hello.' },
  ],
});

type Case = {
  title: string;
  check: string;
  script: Script;
  work?: PlannedWork[];
  connection?: Parameters<typeof scriptedConnection>[1];
  options?: TryOptions;
  level: PreflightLevel;
  what: RegExp;
};

const always =
  (answer: Answer): Script =>
  () =>
    answer;
/** The first call is as usual; the answers of the later ones are given in turn. */
const then =
  (...answers: ReturnType<Script>[]): Script =>
  (_request, call) =>
    call === 1 ? {} : (answers[Math.min(call - 2, answers.length - 1)] ?? {});

const call = (more: Partial<ToolCall> = {}): ToolCall => ({
  id: 'a1b2c3d4e',
  name: 'get_weather',
  arguments: { city: 'Bern' },
  argumentsText: '{"city":"Bern"}',
  repairs: [],
  ...more,
});
const noTools = { error: { kind: 'unsupported' as const, message: 'm does not support tools', status: 400 } };
const lost = { error: { kind: 'connect' as const, message: 'the connection was lost' } };
const embedded = { server: { place: 'embedded' as const } };
const everything = { everything: true };
const usage = { promptTokens: 40, completionTokens: 16, cachedTokens: 0, reasoningTokens: null, source: 'usage' as const };

const cases: Case[] = [
  { title: 'an answer', check: 'connection', script: always({}), level: 'ok', what: /m answers/ },
  { title: 'its own name', check: 'model-reported', script: always({}), level: 'ok', what: /name m/ },
  {
    title: 'another name',
    check: 'model-reported',
    script: always({ modelReported: 'other' }),
    level: 'problem',
    what: /asked for is m, and the reply names other/,
  },
  { title: 'no name', check: 'model-reported', script: always({ modelReported: null }), level: 'note', what: /do not name/ },

  { title: 'tokens one by one', check: 'streaming', script: always({}), work: [timed], level: 'ok', what: /one by one/ },
  {
    title: 'all in one read',
    check: 'streaming',
    script: always({ timings: { textReads: 1 } }),
    work: [timed],
    level: 'problem',
    what: /made first and sent then/,
  },
  {
    title: 'all in one read, nothing timed',
    check: 'streaming',
    script: always({ timings: { textReads: 1 } }),
    options: everything,
    level: 'note',
    what: /made first/,
  },
  {
    title: 'three tokens a read',
    check: 'streaming',
    script: always({ timings: { textReads: 5 } }),
    work: [timed],
    level: 'problem',
    what: /Several tokens/,
  },
  {
    title: 'one JSON body',
    check: 'streaming',
    script: always({ warnings: ['not_streamed: whole'] }),
    work: [timed],
    level: 'problem',
    what: /ignores stream/,
  },
  {
    title: 'few events for many tokens',
    check: 'streaming',
    script: always({ timings: { textEvents: 4, textReads: 4 } }),
    work: [timed],
    level: 'note',
    what: /One event carries/,
  },
  {
    title: 'a reply of two tokens',
    check: 'streaming',
    script: always({ usage: { ...usage, completionTokens: 2 } }),
    work: [timed],
    level: 'note',
    what: /too short/,
  },
  {
    title: 'the embedded engine',
    check: 'streaming',
    script: always({ timings: { textReads: 1 } }),
    work: [timed],
    connection: embedded,
    level: 'ok',
    what: /Each token/,
  },

  { title: 'usage', check: 'tokens-counted', script: always({}), work: [timed], level: 'ok', what: /counts prompts and replies/ },
  { title: 'no usage', check: 'tokens-counted', script: always({ usage: null }), work: [timed], level: 'problem', what: /does not count/ },
  {
    title: 'an estimate',
    check: 'tokens-counted',
    script: always({ usage: { ...usage, source: 'estimate' } }),
    work: [timed],
    level: 'problem',
    what: /does not count/,
  },
  {
    title: 'zero tokens for text',
    check: 'tokens-counted',
    script: always({ usage: { ...usage, completionTokens: 0 } }),
    work: [timed],
    level: 'problem',
    what: /no tokens for a reply/,
  },
  {
    title: 'no usage, nothing timed',
    check: 'tokens-counted',
    script: always({ usage: null }),
    options: everything,
    level: 'note',
    what: /does not count/,
  },

  { title: 'a call', check: 'tool-call', script: then({ toolCalls: [call()] }), work: [tools], level: 'ok', what: /comes back whole/ },
  { title: 'a refusal', check: 'tool-call', script: then(noTools), work: [tools], level: 'impossible', what: /refuses tools/ },
  {
    title: 'a refusal that the plan does not mind',
    check: 'tool-call',
    script: then(noTools),
    options: everything,
    level: 'note',
    what: /refuses tools/,
  },
  {
    title: 'a crash in the template',
    check: 'tool-call',
    script: then({ error: { kind: 'server', status: 500, message: 'tools param requires --jinja flag' } }),
    work: [tools],
    level: 'impossible',
    what: /--jinja/,
  },
  {
    title: 'a crash of another kind',
    check: 'tool-call',
    script: then({ error: { kind: 'server', status: 500, message: 'out of memory' } }),
    work: [tools],
    level: 'note',
    what: /could not be tried/,
  },
  {
    title: 'a call as text',
    check: 'tool-call',
    script: then({ text: '<tool_call>', leakedToolCalls: [call()] }),
    work: [tools],
    level: 'problem',
    what: /passes the call on as text/,
  },
  {
    title: 'broken arguments',
    check: 'tool-call',
    script: then({ toolCalls: [call({ arguments: null })] }),
    work: [tools],
    level: 'problem',
    what: /broken arguments/,
  },
  {
    title: 'repaired arguments',
    check: 'tool-call',
    script: then({ toolCalls: [call({ repairs: ['x'] })] }),
    work: [tools],
    level: 'problem',
    what: /broken arguments/,
  },
  {
    title: 'tools that make the prompt no longer',
    check: 'tool-call',
    script: always({ usage }),
    work: [tools],
    level: 'impossible',
    what: /dropped in silence/,
  },
  {
    title: 'an answer without a call',
    check: 'tool-call',
    script: then({ text: 'It is warm.' }),
    work: [tools],
    level: 'note',
    what: /without calling one/,
  },
  {
    title: 'reasoning, then a call',
    check: 'tool-call',
    script: then({ text: '', reasoning: 'hm', finish: 'length' }, { toolCalls: [call()] }),
    work: [tools],
    level: 'ok',
    what: /comes back whole/,
  },
  {
    title: 'only reasoning',
    check: 'tool-call',
    script: then({ text: '', reasoning: 'hm', finish: 'length' }),
    work: [tools],
    level: 'note',
    what: /could not be seen/,
  },
  { title: 'a lost connection', check: 'tool-call', script: then(lost), work: [tools], level: 'note', what: /could not be tried/ },
  {
    title: 'a template without tools',
    check: 'tool-call',
    script: always({}),
    work: [tools],
    connection: { model: { capabilities: { tools: 'no', thinking: 'no', vision: 'no', system: 'yes' } } },
    level: 'impossible',
    what: /template without tools/,
  },
  {
    title: 'the embedded engine',
    check: 'tool-call',
    script: then(noTools),
    work: [tools],
    connection: embedded,
    level: 'ok',
    what: /writes tools/,
  },

  {
    title: 'two calls',
    check: 'parallel-calls',
    script: then({ toolCalls: [call(), call({ id: 'z' })] }),
    work: [tools],
    level: 'ok',
    what: /2 calls/,
  },
  { title: 'one call', check: 'parallel-calls', script: then({ toolCalls: [call()] }), work: [tools], level: 'note', what: /fewer came/ },
  {
    title: 'two calls in one',
    check: 'parallel-calls',
    script: then({ toolCalls: [call({ arguments: null, argumentsText: '{}{}' })] }),
    work: [tools],
    level: 'problem',
    what: /glued/,
  },

  {
    title: 'a result that is read',
    check: 'tool-results',
    script: then({ text: 'It is 23 degrees.' }),
    work: [tools],
    level: 'ok',
    what: /taken and read/,
  },
  {
    title: 'a result that is not repeated',
    check: 'tool-results',
    script: then({ text: 'Warm.' }),
    work: [tools],
    level: 'note',
    what: /did not repeat/,
  },
  {
    title: 'a refused role',
    check: 'tool-results',
    script: then({ error: { kind: 'bad-request', status: 400, message: 'unknown role tool' } }),
    work: [tools],
    level: 'impossible',
    what: /unknown role tool/,
  },

  { title: 'obedience', check: 'system-role', script: then({ text: 'Pineapple' }), work: [system], level: 'ok', what: /obeyed/ },
  { title: 'a longer prompt without obedience', check: 'system-role', script: then({}), work: [system], level: 'ok', what: /did not obey/ },
  {
    title: 'a prompt as long as before',
    check: 'system-role',
    script: always({ usage }),
    work: [system],
    level: 'impossible',
    what: /dropped in silence/,
  },
  {
    title: 'a refusal',
    check: 'system-role',
    script: then({ error: { kind: 'bad-request', status: 400, message: 'System role not supported' } }),
    work: [system],
    level: 'impossible',
    what: /System role not supported/,
  },
  {
    title: 'a refusal that the plan does not mind',
    check: 'system-role',
    script: then({ error: { kind: 'bad-request', message: 'no' } }),
    options: everything,
    level: 'note',
    what: /refuses/,
  },
  { title: 'no count', check: 'system-role', script: always({ usage: null }), work: [system], level: 'note', what: /could not be seen/ },

  {
    title: 'JSON of the schema',
    check: 'json-schema',
    script: then({ text: '{"colour":"red","count":1}' }),
    options: everything,
    level: 'ok',
    what: /held to its JSON Schema/,
  },
  {
    title: 'JSON of another shape',
    check: 'json-schema',
    script: then({ text: '{"greeting":"bonjour"}' }),
    work: [planned('json', { responseSchema: {} })],
    level: 'problem',
    what: /not enforced/,
  },
  {
    title: 'steps of another shape',
    check: 'json-schema',
    script: then({ text: '{"greeting":"bonjour"}' }),
    work: [tools],
    options: { kind: 'dialect', constrains: true },
    level: 'impossible',
    what: /not enforced/,
  },
  {
    title: 'a server known to take no schema',
    check: 'json-schema',
    script: then({ error: { kind: 'bad-request', message: 'never asked' } }),
    connection: { model: { capabilities: { tools: 'unknown', thinking: 'no', vision: 'no', system: 'yes', jsonSchema: 'no' } } },
    work: [tools],
    options: { kind: 'dialect', constrains: true },
    level: 'impossible',
    what: /takes no JSON Schema/,
  },
  {
    title: 'a refusal of held steps',
    check: 'json-schema',
    script: then({ error: { kind: 'bad-request', message: 'anyOf' } }),
    work: [tools],
    options: { kind: 'dialect', constrains: true },
    level: 'impossible',
    what: /refuses a JSON Schema: anyOf/,
  },
  { title: 'a word', check: 'json-schema', script: then({ text: 'Bonjour.' }), options: everything, level: 'note', what: /not enforced/ },
  {
    title: 'JSON that was cut',
    check: 'json-schema',
    script: then({ text: '{"colour":', finish: 'length' }),
    options: everything,
    level: 'note',
    what: /cut/,
  },
  {
    title: 'a refusal',
    check: 'json-schema',
    script: then({ error: { kind: 'bad-request', message: 'response_format' } }),
    work: [planned('json', { responseSchema: {} })],
    level: 'problem',
    what: /refuses a JSON Schema/,
  },

  { title: 'a reply cut before the stop', check: 'stop', script: then({ text: 'Th' }), options: everything, level: 'ok', what: /left out/ },
  {
    title: 'a reply that keeps the stop',
    check: 'stop',
    script: then({ text: 'The' }),
    options: everything,
    level: 'note',
    what: /stays in its text/,
  },
  {
    title: 'a reply that goes on',
    check: 'stop',
    script: then({ text: 'The sea is wide.' }),
    work: [tools],
    options: { kind: 'dialect' },
    level: 'problem',
    what: /ignored/,
  },
  {
    title: 'a reply that goes on, and nobody minds',
    check: 'stop',
    script: then({ text: 'The sea is wide.' }),
    options: everything,
    level: 'note',
    what: /ignored/,
  },

  {
    title: 'off, and no reasoning',
    check: 'thinking',
    script: then({ text: '42' }),
    options: { plan: { thinking: 'off' } },
    level: 'ok',
    what: /answers at once/,
  },
  {
    title: 'off, and reasoning',
    check: 'thinking',
    script: then({ reasoning: 'hm' }),
    options: { plan: { thinking: 'off' } },
    level: 'problem',
    what: /switched off and the model reasons/,
  },
  {
    title: 'off, and reasoning in tags',
    check: 'thinking',
    script: then({ text: '<think>hm' }),
    options: { plan: { thinking: 'off' } },
    level: 'problem',
    what: /reasons/,
  },
  {
    title: 'high, and none',
    check: 'thinking',
    script: then({ text: '42' }),
    options: { plan: { thinking: 'high' } },
    level: 'problem',
    what: /holds no reasoning/,
  },
  {
    title: 'both ways',
    check: 'thinking',
    script: then({ text: '42' }, { reasoning: 'hm' }),
    options: everything,
    level: 'ok',
    what: /off and on/,
  },
  {
    title: 'a model that can’t',
    check: 'thinking',
    script: always({}),
    connection: { model: { capabilities: { tools: 'no', thinking: 'no', vision: 'no', system: 'yes' } } },
    options: { plan: { thinking: 'on' } },
    level: 'problem',
    what: /can’t think/,
  },

  { title: 'equal texts', check: 'seed', script: then({ text: 'a b' }), options: everything, level: 'ok', what: /equal/ },
  {
    title: 'other texts',
    check: 'seed',
    script: then({ text: 'a b' }, { text: 'c d' }),
    options: everything,
    level: 'note',
    what: /ignored/,
  },
  {
    title: 'other texts where the plan samples',
    check: 'seed',
    script: then({ text: 'a b' }, { text: 'c d' }),
    options: { plan: { sampling: { temperature: 0.7, topP: null, seed: 1 } } },
    level: 'problem',
    what: /ignored/,
  },
  { title: 'empty texts', check: 'seed', script: then({ text: '' }), options: everything, level: 'note', what: /empty/ },

  {
    title: 'a share on the processor',
    check: 'gpu',
    script: always({}),
    work: [timed],
    connection: { server: { flags: { 'cpu-share': '0.250' } } },
    level: 'problem',
    what: /25 %/,
  },
  {
    title: 'all on the GPU',
    check: 'gpu',
    script: always({}),
    work: [timed],
    connection: { server: { flags: { 'cpu-share': '0.000' } } },
    level: 'ok',
    what: /on the GPU/,
  },
  {
    title: 'a GPU that is not used',
    check: 'gpu',
    script: always({}),
    work: [timed],
    connection: { server: { gpuLayers: 0 } },
    options: { gpus: ['big'] },
    level: 'problem',
    what: /has a GPU/,
  },
  {
    title: 'no GPU',
    check: 'gpu',
    script: always({}),
    work: [timed],
    connection: { server: { flags: { gpu: 'false' } } },
    level: 'note',
    what: /on the processor/,
  },
  { title: 'a server that does not tell', check: 'gpu', script: always({}), work: [timed], level: 'note', what: /does not tell/ },

  {
    title: 'a repeated prompt that is read again',
    check: 'prefix-cache',
    script: always({ usage }),
    options: everything,
    level: 'ok',
    what: /read again/,
  },
  {
    title: 'a repeated prompt from the cache',
    check: 'prefix-cache',
    script: always({ usage: { ...usage, cachedTokens: 180 } }),
    options: everything,
    level: 'note',
    what: /cache is on/,
  },
  {
    title: 'a cache where prompts repeat',
    check: 'prefix-cache',
    script: always({ usage: { ...usage, cachedTokens: 180 } }),
    work: [planned('speed', {}, 'clock')],
    level: 'problem',
    what: /cache is on/,
  },
  {
    title: 'a server that does not tell',
    check: 'prefix-cache',
    script: always({}),
    options: everything,
    level: 'note',
    what: /does not tell/,
  },

  {
    title: 'a busy slot',
    check: 'other-clients',
    script: always({}),
    work: [timed],
    connection: { server: { slots: 4, flags: { 'busy-slots': '1' } } },
    level: 'problem',
    what: /1 of 4 slots busy/,
  },
  {
    title: 'idle slots',
    check: 'other-clients',
    script: always({}),
    work: [timed],
    connection: { server: { slots: 4, flags: { 'busy-slots': '0' } } },
    level: 'ok',
    what: /No other client/,
  },
  {
    title: 'a version that counts wrongly',
    check: 'server-version',
    script: always({}),
    connection: { server: { kind: 'lm-studio', version: '0.3.18' } },
    level: 'problem',
    what: /lm-studio 0\.3\.18 counts the tokens/,
  },
  {
    title: 'an old version that lacks something',
    check: 'server-version',
    script: always({}),
    connection: { server: { kind: 'ollama', version: '0.8.0' } },
    level: 'note',
    what: /thinking/,
  },
  {
    title: 'a version without a known fault',
    check: 'server-version',
    script: always({}),
    connection: { server: { kind: 'ollama', version: '0.17.4' } },
    options: { everything: true },
    level: 'ok',
    what: /No fault/,
  },
  { title: 'a server that does not tell', check: 'other-clients', script: always({}), work: [timed], level: 'note', what: /does not tell/ },
];

test.each(cases)('$check, $title: $level', async ({ check, script, work = [plain], connection, options, level, what }) => {
  const { blocked, ...finding } = await findingOf(check, scriptedConnection(script, connection), work, options);
  expect(preflightFindingSchema.parse(finding)).toMatchObject({ id: check, level });
  expect(finding.what).toMatch(what);
  // An impossible part names what it takes away and how to get it back.
  expect(blocked.length > 0).toBe(level === 'impossible');
  if (level === 'impossible' || level === 'problem') expect(finding.remedy).toMatch(/\w{4}/);
  for (const sentence of [finding.what, finding.why]) expect(sentence).toMatch(/^\S.*[.!]$/s);
});

test('every check has an accepted and a rejected example', () => {
  const tested = (id: string, levels: PreflightLevel[]) => cases.some(({ check, level }) => check === id && levels.includes(level));
  const elsewhere = ['connection', 'context-window', 'vision'];
  const others = checks.map(({ id }) => id).filter((id) => !elsewhere.includes(id));
  expect(others.filter((id) => !tested(id, ['ok']))).toEqual([]);
  expect(others.filter((id) => !tested(id, ['problem', 'impossible']))).toEqual([]);
});

describe('only what the plan needs is asked', () => {
  const small = { model: { contextInForce: 4096 } };

  test('a plan of plain questions costs one call', async () => {
    const connection = scriptedConnection(always({}), small);
    const { findings } = await tryStack(connection, [plain]);
    expect(connection.requests).toHaveLength(1);
    expect(findings.map(({ id }) => id)).toEqual(['connection', 'model-reported', 'context-window']);
  });

  test('the embedded engine is asked for a first token only, whatever the plan needs', async () => {
    const connection = scriptedConnection(always({}), { ...small, ...embedded });
    const { findings } = await tryStack(connection, [plain, timed, tools, system], { everything: true });
    expect(connection.requests).toHaveLength(1);
    expect(findings).toHaveLength(checks.length);
    expect(findings.filter(({ evidence }) => evidence.startsWith('known from the engine')).length).toBeGreaterThan(9);
  });

  test('a server without tools is not asked about their results', async () => {
    const connection = scriptedConnection(then(noTools), small);
    const { findings, blocked, capabilities } = await tryStack(connection, [tools]);
    expect(connection.requests).toHaveLength(2);
    expect(findings.map(({ id }) => id)).not.toContain('tool-results');
    expect([...blocked.keys()]).toEqual(['tools/one']);
    expect(capabilities.tools).toBe('no');
  });

  test('tools that a dialect writes into the prompt need no tool calling of the server', async () => {
    const { findings, blocked } = await tryStack(scriptedConnection(then(noTools), small), [tools], { kind: 'dialect' });
    expect(findings.map(({ id }) => id)).toContain('stop');
    expect(findings.map(({ id }) => id)).not.toContain('tool-call');
    expect(blocked.size).toBe(0);
  });
});

describe('the first call', () => {
  test('waits while the server loads, and says so', async () => {
    const said: string[] = [];
    const loading = { error: { kind: 'model-loading' as const, message: 'Loading model' } };
    const connection = scriptedConnection((_request, number) => (number <= 2 ? loading : {}), { model: { contextInForce: 4096 } });
    const { firstCall } = await tryStack(connection, [plain], { announce: (message) => said.push(message) });
    expect(firstCall).not.toBeNull();
    expect(said).toContain('the server is loading its model');
    expect(connection.requests).toHaveLength(3);
  });

  test('that fails is one message with the next step', async () => {
    await expect(
      tryStack(
        scriptedConnection(() => lost),
        [plain],
      ),
    ).rejects.toMatchObject({
      message: expect.stringMatching(/first, short question.*connection was lost/is) as string,
      nextStep: 'Mend it.',
    });
  });

  test('that is stopped finds nothing', async () => {
    const stopped = new AbortController();
    stopped.abort();
    expect((await tryStack(scriptedConnection(always({})), [plain], { signal: stopped.signal })).findings).toEqual([]);
  });
});
