import { textOf } from '../../kit/wire/members.ts';
import { objectAt, type ProbeAnswers } from '../answers.ts';
import { matched, type KindMatch, type ServerKind, type ServerModel } from '../server-kind.ts';
import { countOf, listedModels, serverModel } from '../server-model.ts';

const versionPath = '/api/extra/version';
const contextPath = '/api/extra/true_max_context_length';

const match = (answers: ProbeAnswers): KindMatch | null => {
  const about = objectAt(answers, versionPath);
  return about?.['result'] === 'KoboldCpp'
    ? matched([{ probe: versionPath, saw: ['result'] }], { version: textOf(about['version']), slots: 1 })
    : null;
};

const models = (answers: ProbeAnswers): ServerModel[] => {
  const context = countOf(objectAt(answers, contextPath)?.['value']);
  return listedModels(answers).map(({ id }) => {
    const facts = serverModel(id, { state: 'loaded', contexts: { allocated: context, perSlot: context } });
    return { ...facts, model: { ...facts.model, name: facts.model.name.replace(/^koboldcpp\//u, '') } };
  });
};

/** KoboldCpp also answers as Ollama and others do, so its own mark comes first. */
export const koboldcpp: ServerKind = { id: 'koboldcpp', title: 'KoboldCpp', proxy: false, match, models };
