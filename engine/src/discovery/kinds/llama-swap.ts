import { textOf, type JsonRecord } from '../../kit/wire/members.ts';
import type { ProbeAnswers } from '../answers.ts';
import { listAt, ownedBy, recordsAt } from '../listed.ts';
import { matched, type Evidence, type KindMatch, type ServerKind, type ServerModel } from '../server-kind.ts';
import { listedModels } from '../server-model.ts';

const runningOf = (answers: ProbeAnswers): JsonRecord[] | null => {
  const running = recordsAt(answers, '/running', 'running');
  return running !== null && running.every((entry) => textOf(entry['model']) !== null) ? running : null;
};

const match = (answers: ProbeAnswers): KindMatch | null => {
  const evidence: Evidence[] = [
    ...(runningOf(answers) !== null && listAt(answers, '/v1/models') !== null ? [{ probe: '/running', saw: ['running[]'] }] : []),
    ...(ownedBy(answers, '/v1/models', 'llama-swap') ? [{ probe: '/v1/models', saw: ['owned_by llama-swap'] }] : []),
  ];
  return evidence.length === 0 ? null : matched(evidence);
};

/** A model that is not running is loaded by the first request, which then waits. */
const models = (answers: ProbeAnswers): ServerModel[] => {
  const running = runningOf(answers);
  return listedModels(answers).map((model) => {
    const entry = running?.find((candidate) => candidate['model'] === model.id);
    return {
      ...model,
      state: running === null ? ('unknown' as const) : entry?.['state'] === 'ready' ? ('loaded' as const) : ('not-loaded' as const),
    };
  });
};

export const llamaSwap: ServerKind = { id: 'llama-swap', title: 'llama-swap', proxy: true, match, models };
