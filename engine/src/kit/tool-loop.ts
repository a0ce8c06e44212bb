import type { AttemptContext, Environment, Generation, HarnessRequest, Message, ToolCall, ToolResult, Transcript } from '@benchloop/spec';

/** How one harness writes a conversation for the model and reads a reply back. */
export type LoopDialect = {
  request: (messages: Message[]) => Pick<HarnessRequest, 'messages' | 'tools' | 'toolChoice' | 'constraint' | 'stop'>;
  /** The reply's calls and the text that is left when they are taken out. */
  read: (generation: Generation, turn: number) => { text: string; calls: ToolCall[]; problems: string[] };
};

/** Calls of one reply that are run where the task sets no other limit: no right answer of any task needs half as many. */
export const defaultCallsPerTurn = 32;
/** Name and arguments of a call together, in characters of their text: a page of a file fits ten times, a runaway reply does not. */
export const longestCall = 32_768;

const refusal = (call: ToolCall, index: number, most: number): ToolResult | null => {
  if (index >= most) return { content: `error: not run, because a reply may hold at most ${most} calls`, isError: true };
  const length = call.name.length + call.argumentsText.length;
  return length > longestCall
    ? { content: `error: not run, because the call is ${length} characters long and ${longestCall} are the most`, isError: true }
    : null;
};

/** What goes back to the model of an oversized call, which would fill its context with its own words. */
const shortened = (call: ToolCall): ToolCall =>
  call.name.length + call.argumentsText.length > longestCall
    ? { ...call, name: call.name.slice(0, 64), arguments: {}, argumentsText: '{}' }
    : call;

/** Results of a reply's calls, in their order. A call beyond a limit has an error result and is never run. */
const runCalls = async (calls: readonly { call: ToolCall; refused: ToolResult | null }[], environment: Environment): Promise<Message[]> => {
  const told: Message[] = [];
  for (const { call, refused } of calls) {
    const { content, isError } = refused ?? (await environment.call(call));
    const { id, name } = shortened(call);
    told.push({ role: 'tool', content, toolCallId: id, toolName: name, ...(isError ? { isError } : {}) });
  }
  return told;
};

const stopOf = (generation: Generation): Transcript['stop'] =>
  generation.finish === 'length' ? 'truncated' : generation.finish === 'filtered' ? 'filtered' : 'answer';

/**
 * Asks, runs the calls of the reply in their order, tells the results, and asks again until a reply calls nothing.
 * Whatever a model does ends in a tool result or in a stop: malformed and unknown calls are the environment's to answer,
 * a flood and a huge call are answered here, and a loop ends at the turn limit. All calls made stand in the transcript.
 */
export const runToolLoop = async (context: AttemptContext, dialect: LoopDialect): Promise<Transcript> => {
  const { task, limits, environment, generate } = context;
  const added: Message[] = [];
  const transcript: Transcript = {
    messages: added,
    finalText: '',
    reasoning: '',
    toolCalls: [],
    turns: 0,
    stop: 'turn-limit',
    refused: false,
    problems: [],
  };
  while (transcript.turns < limits.maxTurns) {
    const turn = transcript.turns;
    const generation = await generate({ ...dialect.request([...task.messages, ...added]), maxTokens: limits.maxTokens });
    const { text, calls, problems } = dialect.read(generation, turn);
    transcript.turns += 1;
    transcript.problems.push(...problems);
    transcript.reasoning += generation.reasoning;
    transcript.finalText = text;
    transcript.refused ||= generation.refused;
    const most = limits.maxCallsPerTurn ?? defaultCallsPerTurn;
    const made = calls.map((call, index) => ({ call, refused: refusal(call, index, most) }));
    transcript.toolCalls.push(...made.map(({ call, refused }) => ({ turn, call, ...(refused === null ? {} : { ran: false as const }) })));
    added.push({
      role: 'assistant',
      content: text,
      ...(generation.reasoning === '' ? {} : { reasoning: generation.reasoning }),
      ...(calls.length === 0 ? {} : { toolCalls: calls.map(shortened) }),
    });
    const stop = stopOf(generation);
    if (stop !== 'answer' || calls.length === 0) {
      transcript.stop = stop;
      return transcript;
    }
    if (transcript.turns === limits.maxTurns) return transcript;
    added.push(...(await runCalls(made, environment)));
  }
  return transcript;
};
