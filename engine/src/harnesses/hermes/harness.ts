import type { Harness } from '@benchloop/spec';
import { runToolLoop } from '../../kit/tool-loop.ts';
import { conversationText, replyText } from './prompt.ts';
import { readCalls } from './read-calls.ts';

/**
 * Tool calling for models whose chat template knows no tools: the tools stand in the system message and the calls
 * are read from the text, in the public Hermes function-calling convention
 * (https://github.com/NousResearch/Hermes-Function-Calling). No `tools` are sent to the server.
 */
export const createHermesHarness = (): Harness => ({
  id: 'hermes',
  version: '1',
  kind: 'dialect',
  title: 'Tools in the prompt, calls read from <tool_call> blocks',
  supports: () => ({ supported: true }),
  attempt: (context) => {
    const tools = context.task.tools ?? [];
    const systemRole = context.model.capabilities.system !== 'no';
    return runToolLoop(context, {
      request: (messages) => ({
        messages: conversationText(messages, tools, systemRole),
        // A model that writes the result itself would answer from an invented one.
        ...(tools.length > 0 ? { stop: ['<tool_response>'] } : {}),
      }),
      read: (generation, turn) => {
        const read = tools.length > 0 ? readCalls(generation.text, turn) : { text: generation.text, calls: [], problems: [] };
        // Some servers parse this convention by themselves, also when no tools were sent.
        return { ...read, calls: [...generation.toolCalls, ...read.calls], problems: [...generation.warnings, ...read.problems] };
      },
    });
  },
  encodeReply: ({ toolCalls, text, ...rest }) => ({ ...rest, text: replyText(text ?? '', toolCalls ?? []) }),
});
