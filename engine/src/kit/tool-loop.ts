import type { AttemptContext, Generation, HarnessRequest, Message, ToolCall, Transcript } from '@benchloop/spec';

/** How one harness writes a conversation for the model and reads a reply back. */
export type LoopDialect = {
  request: (messages: Message[]) => Pick<HarnessRequest, 'messages' | 'tools' | 'toolChoice' | 'constraint' | 'stop'>;
  /** The reply's calls and the text that is left when they are taken out. */
  read: (generation: Generation, turn: number) => { text: string; calls: ToolCall[]; problems: string[] };
};

const stopOf = (generation: Generation): Transcript['stop'] =>
  generation.finish === 'length' ? 'truncated' : generation.finish === 'filtered' ? 'filtered' : 'answer';

/** Asks, runs the calls of the reply in their order, tells the results, and asks again until a reply calls nothing. */
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
    transcript.toolCalls.push(...calls.map((call) => ({ turn, call })));
    added.push({
      role: 'assistant',
      content: text,
      ...(generation.reasoning === '' ? {} : { reasoning: generation.reasoning }),
      ...(calls.length === 0 ? {} : { toolCalls: calls }),
    });
    const stop = stopOf(generation);
    if (stop !== 'answer' || calls.length === 0) {
      transcript.stop = stop;
      return transcript;
    }
    if (transcript.turns === limits.maxTurns) return transcript;
    for (const call of calls) {
      const result = await environment.call(call);
      added.push({
        role: 'tool',
        content: result.content,
        toolCallId: call.id,
        toolName: call.name,
        ...(result.isError ? { isError: true } : {}),
      });
    }
  }
  return transcript;
};
