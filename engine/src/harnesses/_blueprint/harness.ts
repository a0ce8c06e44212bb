import type { Harness, Message } from '@benchloop/spec';
import { runToolLoop } from '../../kit/tool-loop.ts';

const note = 'Read the question twice before you answer.';

/** A system message of the task keeps its place; the note follows it. */
const withNote = (messages: Message[]): Message[] => {
  const system = messages.filter((message) => message.role === 'system');
  return [...system, { role: 'system', content: note }, ...messages.filter((message) => message.role !== 'system')];
};

/** The server's own tool calling, with one note before the question. */
export const createBlueprintHarness = (): Harness => ({
  id: 'blueprint',
  version: '1',
  kind: 'raw',
  title: 'The server’s own tool calling, with a note',
  supports: (task, model) =>
    task.tools === undefined || model.capabilities.tools !== 'no'
      ? { supported: true }
      : {
          supported: false,
          reason: `${model.name} has a chat template without tools`,
          remedy: 'run with --harness hermes, which writes the tools into the prompt',
        },
  attempt: (context) =>
    runToolLoop(context, {
      request: (messages) => ({
        messages: withNote(messages),
        ...(context.task.tools === undefined ? {} : { tools: context.task.tools, toolChoice: 'auto' as const }),
      }),
      read: (generation) => ({ text: generation.text, calls: generation.toolCalls, problems: generation.warnings }),
    }),
  encodeReply: (reply) => reply,
});
