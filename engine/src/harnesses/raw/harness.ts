import type { Harness } from '@benchloop/spec';
import { runToolLoop } from '../../kit/tool-loop.ts';

/** The server's own chat and tool calling, nothing added to the prompt. */
export const createRawHarness = (): Harness => ({
  id: 'raw',
  version: '1',
  kind: 'raw',
  title: 'The server’s own chat and tool calling',
  supports: (task, model) =>
    task.tools === undefined || model.capabilities.tools !== 'no'
      ? { supported: true }
      : {
          supported: false,
          reason: `${model.name} has a chat template without tools, so the server would drop them silently`,
          remedy: 'run with --harness hermes, which writes the tools into the prompt, or take a model that lists tool support',
        },
  attempt: (context) =>
    runToolLoop(context, {
      request: (messages) => ({
        messages,
        ...(context.task.tools === undefined ? {} : { tools: context.task.tools, toolChoice: 'auto' as const }),
      }),
      read: (generation) => ({ text: generation.text, calls: generation.toolCalls, problems: generation.warnings }),
    }),
  encodeReply: (reply) => reply,
});
