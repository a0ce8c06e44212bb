import { textOf } from '../../kit/wire/members.ts';
import { objectAt, type ProbeAnswers } from '../answers.ts';
import { listAt } from '../listed.ts';
import { matched, type KindMatch, type ServerKind } from '../server-kind.ts';
import { listedModels } from '../server-model.ts';

const match = (answers: ProbeAnswers): KindMatch | null => {
  const system = objectAt(answers, '/system');
  if (system === null || !Array.isArray(system['backends']) || !('loaded_models' in system) || listAt(answers, '/v1/models') === null)
    return null;
  return matched([{ probe: '/system', saw: ['backends', 'loaded_models'] }], {
    version: textOf(objectAt(answers, '/version')?.['version']),
  });
};

export const localai: ServerKind = { id: 'localai', title: 'LocalAI', proxy: true, match, models: (answers) => listedModels(answers) };
