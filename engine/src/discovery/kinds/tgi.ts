import { textOf, type JsonRecord } from '../../kit/wire/members.ts';
import { objectAt, type ProbeAnswers } from '../answers.ts';
import { matched, type KindMatch, type ServerKind, type ServerModel } from '../server-kind.ts';
import { countOf, listedModels, serverModel } from '../server-model.ts';

const marks = ['docker_label', 'router', 'max_total_tokens', 'max_concurrent_requests'];

const infoOf = (answers: ProbeAnswers): JsonRecord | null => {
  const info = objectAt(answers, '/info');
  return info !== null && textOf(info['model_id']) !== null && marks.some((mark) => mark in info) ? info : null;
};

const match = (answers: ProbeAnswers): KindMatch | null => {
  const info = infoOf(answers);
  return info === null
    ? null
    : matched([{ probe: '/info', saw: ['model_id', ...marks.filter((mark) => mark in info)] }], {
        version: textOf(info['version']),
        slots: countOf(info['max_concurrent_requests']),
      });
};

/** Older versions list no models: then the name is the one that `/info` tells. */
const models = (answers: ProbeAnswers): ServerModel[] => {
  const info = infoOf(answers) ?? {};
  const listed = listedModels(answers);
  const ids = listed.length > 0 ? listed.map(({ id }) => id) : [textOf(info['model_id']) ?? 'tgi'];
  const longest = countOf(info['max_total_tokens']);
  return ids.map((id) =>
    serverModel(id, {
      // Weights of a dtype alone are not quantized; that is what the field tells.
      quantization: textOf(info['quantize']) ?? textOf(info['model_dtype'])?.replace(/^torch\./u, '') ?? null,
      state: 'loaded',
      contexts: { serverMax: longest, perSlot: longest },
    }),
  );
};

export const tgi: ServerKind = { id: 'tgi', title: 'TGI', proxy: false, match, models };
