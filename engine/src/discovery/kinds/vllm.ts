import { textOf } from '../../kit/wire/members.ts';
import { objectAt, type ProbeAnswers } from '../answers.ts';
import { ownedBy } from '../listed.ts';
import { matched, type KindMatch, type ServerKind, type ServerModel } from '../server-kind.ts';
import { listedModels } from '../server-model.ts';

const match = (answers: ProbeAnswers): KindMatch | null => {
  if (!ownedBy(answers, '/v1/models', 'vllm')) return null;
  const version = textOf(objectAt(answers, '/version')?.['version']);
  return matched(
    [{ probe: '/v1/models', saw: ['owned_by vllm'] }, ...(version === null ? [] : [{ probe: '/version', saw: ['version'] }])],
    { version },
  );
};

const models = (answers: ProbeAnswers): ServerModel[] => listedModels(answers).map((model) => ({ ...model, state: 'loaded' as const }));

/** vLLM serves what it lists; `max_model_len` is what one request can use. */
export const vllm: ServerKind = { id: 'vllm', title: 'vLLM', proxy: false, match, models };
