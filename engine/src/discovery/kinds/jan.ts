import { textAt, wantsKey, type ProbeAnswers } from '../answers.ts';
import { listAt } from '../listed.ts';
import { matched, type KindMatch, type ServerKind } from '../server-kind.ts';
import { listedModels } from '../server-model.ts';

/** Jan shows itself by the page of its local API; its routes need a key unless that is switched off. */
const match = (answers: ProbeAnswers): KindMatch | null => {
  if (!/<title>[^<]*\bJan\b[^<]*<\/title>/u.test(textAt(answers, '/'))) return null;
  const needsKey = answers.get('/v1/models')?.status === 401 || wantsKey(answers, '/v1/models');
  return needsKey || listAt(answers, '/v1/models') !== null ? matched([{ probe: '/', saw: ['title Jan'] }], { needsKey }) : null;
};

export const jan: ServerKind = { id: 'jan', title: 'Jan', proxy: true, match, models: (answers) => listedModels(answers) };
