import type { GenerateOptions, ModelRequest, Reply, ToolDefinition } from '@benchloop/spec';
import type { ClientId, ControlId, OracleId } from './behaviour.ts';
import { firstOfSchema, placeholderOfSchema, propertiesOf } from './schema-values.ts';

const promptText = (request: ModelRequest): string => {
  const last = request.messages.findLast((message) => message.role === 'user');
  return last?.content ?? '';
};

/** Dialects write the tools into the prompt, so the request alone may not tell them. */
const toolsOf = (request: ModelRequest, options: GenerateOptions): readonly ToolDefinition[] =>
  request.tools ?? options.origin?.task.tools ?? [];

const callOf = (tool: ToolDefinition, text: string): Reply => ({
  toolCalls: [
    {
      name: tool.name,
      arguments: Object.fromEntries(
        Object.entries(propertiesOf(tool.parameters)).map(([key, schema]) => [key, firstOfSchema(schema, text)]),
      ),
    },
  ],
});

/** What stands first in quotation marks, otherwise the first word: the guess of a client that reads no further. */
const firstMention = (prompt: string): string => /["“']([^"”']+)["”']/.exec(prompt)?.[1] ?? /\S+/.exec(prompt)?.[0] ?? '';

const spray = (request: ModelRequest, options: GenerateOptions): Reply => {
  const prompt = promptText(request);
  const toolCalls = toolsOf(request, options).map((tool) => ({
    name: tool.name,
    arguments: Object.fromEntries(Object.keys(propertiesOf(tool.parameters)).map((key) => [key, prompt])),
  }));
  return toolCalls.length > 0 ? { toolCalls } : { text: prompt };
};

/** Fills in the schema that it was given with nothing of its own, or copies the form that the prompt asks for. */
const copyTheSchema = (request: ModelRequest, options: GenerateOptions): Reply => {
  const [tool] = toolsOf(request, options);
  if (tool !== undefined) return { toolCalls: [{ name: tool.name, arguments: propertiesOf(tool.parameters) }] };
  const schema = options.origin?.task.responseSchema;
  if (schema !== undefined) return { text: JSON.stringify(placeholderOfSchema(schema)) };
  return {
    text:
      promptText(request)
        .trim()
        .split(/\n\s*\n/)
        .at(-1) ?? '',
  };
};

const firstChoice = (request: ModelRequest, options: GenerateOptions): Reply => {
  const prompt = promptText(request);
  const [tool] = toolsOf(request, options);
  if (tool !== undefined) return callOf(tool, firstMention(prompt));
  const schema = options.origin?.task.responseSchema;
  if (schema !== undefined) return { text: JSON.stringify(firstOfSchema(schema, firstMention(prompt))) };
  return { text: 'Answer: A' };
};

const repeatTool = (request: ModelRequest, options: GenerateOptions): Reply => {
  const [tool] = toolsOf(request, options);
  if (tool !== undefined) return callOf(tool, firstMention(promptText(request)));
  return { text: 'I will look that up with a tool. '.repeat(8) };
};

const garbageCode = [
  'Here is the code:',
  '```python',
  'def solve(*args, **kwargs):',
  '    result = {"answer": None, "items": [1, 2, 3}',
  '    return foo(bar(baz)) + undefined_name[',
  '```',
  '```javascript',
  'export const solve = (input) => { return input.map(x => x +* 2 };',
  '```',
].join('\n');

const claimsDone =
  'Done. I have deleted it, sent it, saved it and checked it, exactly as you asked. Everything was successful: all tests pass and the task is complete.';

const controls: Record<ControlId, (request: ModelRequest, options: GenerateOptions) => Reply> = {
  'always-first-choice': firstChoice,
  'claims-done': () => ({ text: claimsDone }),
  constant: () => ({ text: 'The result is as follows.\n\nAnswer: 42' }),
  'copy-the-schema': copyTheSchema,
  echo: (request) => ({ text: promptText(request) }),
  empty: () => ({ text: '' }),
  error: () => ({ text: '' }),
  'garbage-code': () => ({ text: garbageCode }),
  refuse: () => ({ text: "I'm sorry, but I can't help with that request." }),
  'repeat-tool-forever': repeatTool,
  spray,
};

const oraclePlaces: Record<OracleId, number> = { oracle: 1, 'oracle-2': 2, 'oracle-3': 3, 'oracle-4': 4, 'oracle-5': 5 };

/** The style of an answer after thinking. */
const thinking: OracleId = 'oracle-4';

const oracle = (id: OracleId, options: GenerateOptions): Reply => {
  const cases = options.origin?.task.proof.accepted ?? [];
  const replies = cases[Math.min(oraclePlaces[id], cases.length) - 1]?.replies ?? [];
  const reply = replies[Math.min(options.origin?.turn ?? 0, replies.length - 1)] ?? { text: '' };
  return id === thinking ? { reasoning: 'I read the task once more before I answer.', ...reply } : reply;
};

const isOracle = (id: ClientId): id is OracleId => id in oraclePlaces;

/** What a client says to one request. */
export const replyOfClient = (id: ClientId, request: ModelRequest, options: GenerateOptions): Reply =>
  isOracle(id) ? oracle(id, options) : controls[id](request, options);
