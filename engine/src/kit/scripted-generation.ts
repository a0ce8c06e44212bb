import type { Generation, Reply } from '@benchloop/spec';

/** A scripted reply as the generation that a flawless server would give. */
export const generationOfReply = (reply: Reply, turn = 0): Generation => ({
  text: reply.text ?? '',
  reasoning: reply.reasoning ?? '',
  toolCalls: (reply.toolCalls ?? []).map((call, index) => ({
    id: `call${turn}n${index}`.padEnd(9, '0'),
    name: call.name,
    arguments: call.arguments,
    argumentsText: JSON.stringify(call.arguments),
    repairs: [],
  })),
  leakedToolCalls: [],
  refused: false,
  finish: reply.finish ?? ((reply.toolCalls ?? []).length > 0 ? 'tool-calls' : 'stop'),
  finishRaw: null,
  end: 'engine',
  usage: null,
  serverTimings: null,
  modelReported: null,
  warnings: [],
});
