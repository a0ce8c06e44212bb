import { wantsKey, type ProbeAnswers } from '../answers.ts';
import { listAt } from '../listed.ts';
import { matched, type KindMatch, type ServerKind } from '../server-kind.ts';
import { listedModels } from '../server-model.ts';

const paths = ['/v1/models', '/models'];

const listPath = (answers: ProbeAnswers): string | null => paths.find((path) => listAt(answers, path) !== null) ?? null;

const match = (answers: ProbeAnswers): KindMatch | null => {
  const path = listPath(answers);
  if (path !== null) return matched([{ probe: path, saw: ['data'] }], { apiPath: path.replace(/\/models$/u, '') });
  return wantsKey(answers, '/v1/models')
    ? matched([{ probe: '/v1/models', saw: [`status ${answers.get('/v1/models')?.status}`] }], { needsKey: true })
    : null;
};

/** Any server with a list of models in OpenAI's shape, or that asks for a key where that list should be. */
export const openaiCompatible: ServerKind = {
  id: 'openai-compatible',
  title: 'OpenAI-compatible server',
  proxy: false,
  match,
  models: (answers) => listedModels(answers, listPath(answers) ?? '/v1/models'),
};
