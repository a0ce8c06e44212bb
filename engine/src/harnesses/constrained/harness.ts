import type { Harness } from '@benchloop/spec';
import { runToolLoop } from '../../kit/tool-loop.ts';
import { conversationOfSteps } from './prompt.ts';
import { stepSchema } from './step-schema.ts';
import { encodeStep, readStep } from './step.ts';

/**
 * Tool calling by constrained decoding: while the model writes, its server lets through only tokens that lead to one
 * step, which is a call of an offered tool with arguments that fit its schema, several such calls, or the final answer.
 * A model that never writes a call of its own accord makes real calls this way. A task without tools is asked as it is.
 */
export const createConstrainedHarness = (): Harness => ({
  id: 'constrained',
  version: '1',
  kind: 'dialect',
  title: 'Tools in the prompt, every step held to an offered call or an answer',
  constrains: true,
  supports: (task, model) =>
    (task.tools ?? []).length === 0 || model.capabilities.jsonSchema !== 'no'
      ? { supported: true }
      : {
          supported: false,
          reason: `the server of ${model.name} holds no reply to a JSON Schema, so its steps can’t be constrained`,
          remedy: 'run with --harness hermes, which needs none, or take llama-server, Ollama 0.5 or later, or the embedded engine',
        },
  attempt: (context) => {
    const tools = context.task.tools ?? [];
    const systemRole = context.model.capabilities.system !== 'no';
    const constraint = { kind: 'json-schema' as const, schema: stepSchema(tools) };
    return runToolLoop(context, {
      request: (messages) =>
        tools.length === 0 ? { messages } : { messages: conversationOfSteps(messages, tools, systemRole), constraint },
      read: (generation, turn) => {
        if (tools.length === 0) return { text: generation.text, calls: generation.toolCalls, problems: generation.warnings };
        const step = readStep(generation, turn);
        // Some servers parse calls out of the text by themselves, also when no tools were sent.
        return { ...step, calls: [...generation.toolCalls, ...step.calls], problems: [...generation.warnings, ...step.problems] };
      },
    });
  },
  encodeReply: (reply, task) => ((task.tools ?? []).length === 0 ? reply : encodeStep(reply)),
});
