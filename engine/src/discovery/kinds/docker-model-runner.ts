import { textAt, type ProbeAnswers } from '../answers.ts';
import { ownedBy } from '../listed.ts';
import { matched, type Evidence, type KindMatch, type ServerKind } from '../server-kind.ts';
import { listedModels } from '../server-model.ts';

const listPath = '/engines/v1/models';

const match = (answers: ProbeAnswers): KindMatch | null => {
  const evidence: Evidence[] = [
    ...(textAt(answers, '/').startsWith('Docker Model Runner') ? [{ probe: '/', saw: ['Docker Model Runner'] }] : []),
    ...(ownedBy(answers, listPath, 'docker') ? [{ probe: listPath, saw: ['owned_by docker'] }] : []),
  ];
  return evidence.length === 0 ? null : matched(evidence, { apiPath: '/engines/v1' });
};

/** Docker Model Runner; its API stands below `/engines`. */
export const dockerModelRunner: ServerKind = {
  id: 'docker-model-runner',
  title: 'Docker Model Runner',
  proxy: true,
  match,
  models: (answers) => listedModels(answers, listPath),
};
