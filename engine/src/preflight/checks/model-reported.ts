import { defineCheck, isEmbedded } from '../check.ts';
import { knownFromEngine, note, ok } from '../finding.ts';
import { isSameModelName } from '../../kit/same-model-name.ts';

const why = 'Scores belong to the model that answered, and some servers answer with another one that is loaded.';

/** Whether the model that the reply names is the one that was asked for. */
export const modelReportedCheck = defineCheck({
  id: 'model-reported',
  title: 'Model that answers is the one asked',
  isNeeded: () => true,
  known: ({ stack }) => (isEmbedded(stack) ? knownFromEngine(`${stack.model.name} is the file that was loaded.`, why) : null),
  ask: async ({ first }) => (first.ok ? first.generation.modelReported : null),
  judge: (reported, { stack: { model } }) => {
    if (reported === null) return note({ what: 'Replies do not name their model.', why, evidence: 'no member model' });
    const evidence = `asked ${model.name}, reply names ${reported}`;
    if (isSameModelName(model.name, reported)) return ok({ what: `Replies name ${reported}.`, why, evidence });
    return {
      level: 'problem',
      what: `The model asked for is ${model.name}, and the reply names ${reported}.`,
      why,
      evidence,
      remedy: `Load ${model.name} in the server and unload the other, or name the one that answers: --model ${reported}.`,
    };
  },
});
