import type { GenerateOptions, ModelRequest, Reply } from '@benchloop/spec';
import type { Behaviour } from './behaviour.ts';
import { replyOfClient } from './clients.ts';
import { replyOfSkill } from './skill.ts';

/** The reply of a mock model to one request, written the way the harness in use reads it. */
export const replyOf = (behaviour: Behaviour, request: ModelRequest, options: GenerateOptions): Reply => {
  const encode = options.origin?.encodeReply ?? ((reply: Reply) => reply);
  const { answer } = behaviour;
  const reply: Reply =
    answer.kind === 'client'
      ? replyOfClient(answer.id, request, options)
      : answer.kind === 'say'
        ? { text: answer.text }
        : answer.kind === 'skill'
          ? replyOfSkill({ share: answer.share, name: behaviour.shownName ?? '' }, options)
          : { toolCalls: [{ name: answer.name, arguments: JSON.parse(answer.argumentsText) as Record<string, unknown> }] };
  const encoded = encode(reply);
  return behaviour.reasoning === '' ? encoded : { ...encoded, reasoning: behaviour.reasoning };
};
