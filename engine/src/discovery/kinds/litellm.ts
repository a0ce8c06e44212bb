import { textOf } from '../../kit/wire/members.ts';
import { anyHeader, objectAt, textAt, wantsKey, type ProbeAnswers } from '../answers.ts';
import { listAt } from '../listed.ts';
import { matched, type Evidence, type KindMatch, type ServerKind } from '../server-kind.ts';
import { listedModels } from '../server-model.ts';

/** Answered without a key and without a call of any model; `/health` would call them all. */
const alivePath = '/health/liveliness';
const readyPath = '/health/readiness';

const headerVersion = (answers: ProbeAnswers): string | null => {
  for (const { headers } of answers.values()) {
    const version = textOf(headers['x-litellm-version']);
    if (version !== null) return version;
  }
  return null;
};

const match = (answers: ProbeAnswers): KindMatch | null => {
  const ready = textOf(objectAt(answers, readyPath)?.['litellm_version']);
  const evidence: Evidence[] = [
    ...(ready === null ? [] : [{ probe: readyPath, saw: ['litellm_version'] }]),
    ...(/^"?I'm alive!"?$/u.test(textAt(answers, alivePath).trim()) ? [{ probe: alivePath, saw: ["I'm alive!"] }] : []),
    ...(anyHeader(answers, 'x-litellm-version', /./u) ? [{ probe: 'header', saw: ['x-litellm-version'] }] : []),
  ];
  const needsKey = answers.get('/v1/models')?.status === 401 || wantsKey(answers, '/v1/models');
  if (evidence.length === 0 || (!needsKey && listAt(answers, '/v1/models') === null)) return null;
  return matched(evidence, { version: ready ?? headerVersion(answers), needsKey });
};

export const litellm: ServerKind = { id: 'litellm', title: 'LiteLLM', proxy: true, match, models: (answers) => listedModels(answers) };
