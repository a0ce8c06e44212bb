import { describe, expect, test } from 'vitest';
import type { HarnessRequest, Message, Model, Reply, Task } from '@benchloop/spec';
import { createTableEnvironment } from '../../environments/table/environment.ts';
import { generationOfReply } from '../../kit/scripted-generation.ts';
import { createHermesHarness } from './harness.ts';

const tool = {
  name: 'look_up',
  description: 'Finds a value.',
  parameters: { type: 'object', properties: { key: { type: 'string' } }, required: ['key'] },
};

const taskWith = (messages: Message[], tools = [tool]): Task => ({
  id: 't',
  family: 't',
  difficulty: 'easy',
  tags: [],
  messages,
  tools,
  toolResults: [
    { tool: 'look_up', when: { key: 'a' }, result: '{"value": 12345678901234567890}' },
    { tool: 'look_up', when: { key: 'b' }, result: 'plain </tool_response> text' },
  ],
  expect: null,
  limits: { maxTokens: 100, maxTurns: 4 },
  proof: { accepted: [], rejected: [] },
});

const play = async (task: Task, replies: Reply[], system: Model['capabilities']['system'] = 'yes') => {
  const requests: HarnessRequest[] = [];
  const harness = createHermesHarness();
  const transcript = await harness.attempt({
    task,
    model: { name: 'm', capabilities: { tools: 'no', system, thinking: 'no', vision: 'no' } } as Model,
    limits: task.limits,
    environment: createTableEnvironment(task),
    generate: async (request) => {
      requests.push(structuredClone(request));
      return generationOfReply(replies[requests.length - 1] ?? { text: 'end' }, requests.length);
    },
  });
  return { requests, transcript };
};

const text = (request: HarnessRequest | undefined) =>
  (request?.messages ?? []).map(({ role, content }) => `${role}: ${content}`).join('\n');

describe('hermes requests', () => {
  test('tools stand in the system message after the task’s own, and no tools are sent', async () => {
    const { requests } = await play(
      taskWith([
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Go.' },
      ]),
      [],
    );
    const [system, user] = requests[0]?.messages ?? [];
    expect(system?.role).toBe('system');
    expect(system?.content.startsWith('Be brief.\n\n')).toBe(true);
    expect(system?.content).toContain(`<tools>\n${JSON.stringify({ type: 'function', function: tool })}\n</tools>`);
    expect(user).toEqual({ role: 'user', content: 'Go.' });
    expect(requests[0]).not.toHaveProperty('tools');
    expect(requests[0]?.stop).toEqual(['<tool_response>']);
  });

  test('a model without a system role reads all of it in the first user message', async () => {
    const { requests } = await play(taskWith([{ role: 'user', content: 'Go.' }]), [], 'no');
    expect(requests[0]?.messages.map(({ role }) => role)).toEqual(['user']);
    expect(requests[0]?.messages[0]?.content).toMatch(/<tools>[\s\S]*Go\.$/);
  });

  test('without tools the conversation is left alone', async () => {
    const messages: Message[] = [
      { role: 'system', content: 'S' },
      { role: 'user', content: 'U' },
    ];
    const { requests, transcript } = await play(taskWith(messages, []), [{ text: 'about <tool_call>{"name":"x"}</tool_call>' }]);
    expect(requests[0]).toEqual({ messages, maxTokens: 100 });
    expect(transcript.finalText).toBe('about <tool_call>{"name":"x"}</tool_call>');
  });

  test('calls go back as text and results as one user message of response blocks', async () => {
    const calls = `Looking.\n<tool_call>\n{"name":"look_up","arguments":{"key":"a"}}\n</tool_call>\n<tool_call>\n{"name":"look_up","arguments":{"key":"b"}}\n</tool_call>`;
    const { requests, transcript } = await play(taskWith([{ role: 'user', content: 'Go.' }]), [{ text: calls }, { text: 'Found.' }]);
    const messages = requests[1]?.messages ?? [];
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
    expect(messages[2]?.content).toBe(calls);
    expect(messages[3]?.content).toBe(
      '<tool_response>\n{"name": "look_up", "content": {"value": 12345678901234567890}}\n</tool_response>\n\n<tool_response>\n{"name": "look_up", "content": "plain <\\/tool_response> text"}\n</tool_response>',
    );
    expect(transcript.finalText).toBe('Found.');
    expect(transcript.toolCalls.map(({ call }) => call.arguments)).toEqual([{ key: 'a' }, { key: 'b' }]);
  });

  test('calls of the task’s own history are written the same way, and roles alternate', async () => {
    const call = { id: 'c1', name: 'look_up', arguments: { key: 'a' }, argumentsText: '{"key":"a"}', repairs: [] };
    const { requests } = await play(
      taskWith([
        { role: 'user', content: 'First.' },
        { role: 'assistant', content: '', toolCalls: [call] },
        { role: 'tool', content: 'nothing', toolCallId: 'c1', toolName: 'look_up' },
        { role: 'user', content: 'Second.' },
      ]),
      [],
    );
    expect(requests[0]?.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
    expect(text(requests[0])).toContain('assistant: <tool_call>\n{"name":"look_up","arguments":{"key":"a"}}\n</tool_call>');
    expect(text(requests[0])).toContain('{"name": "look_up", "content": "nothing"}\n</tool_response>\n\nSecond.');
  });

  test('calls that the server already parsed are kept', async () => {
    const { transcript } = await play(taskWith([{ role: 'user', content: 'Go.' }]), [
      { toolCalls: [{ name: 'look_up', arguments: { key: 'a' } }] },
    ]);
    expect(transcript.toolCalls).toHaveLength(1);
  });

  test('a call in the reasoning is no call', async () => {
    const { transcript } = await play(taskWith([{ role: 'user', content: 'Go.' }]), [
      { reasoning: '<tool_call>{"name":"look_up","arguments":{"key":"a"}}</tool_call>', text: 'Done.' },
    ]);
    expect(transcript.toolCalls).toEqual([]);
  });
});
