import { textOf, type JsonRecord } from '../../kit/wire/members.ts';
import { objectAt, type ProbeAnswers } from '../answers.ts';
import { ownedBy } from '../listed.ts';
import { matched, type Evidence, type KindMatch, type ServerKind, type ServerModel } from '../server-kind.ts';
import { countOf, listedModels, serverModel } from '../server-model.ts';

/** Newer and older name of the same route. */
const serverPaths = ['/server_info', '/get_server_info'];
const modelPaths = ['/model_info', '/get_model_info'];

const isServerInfo = (info: JsonRecord): boolean =>
  textOf(info['model_path']) !== null &&
  ['tp_size', 'mem_fraction_static', 'internal_states', 'max_total_num_tokens'].some((key) => key in info);
const isModelInfo = (info: JsonRecord): boolean => textOf(info['model_path']) !== null && typeof info['is_generation'] === 'boolean';

const firstOf = (answers: ProbeAnswers, paths: string[], is: (info: JsonRecord) => boolean): { path: string; info: JsonRecord } | null => {
  for (const path of paths) {
    const info = objectAt(answers, path);
    if (info !== null && is(info)) return { path, info };
  }
  return null;
};

const match = (answers: ProbeAnswers): KindMatch | null => {
  const server = firstOf(answers, serverPaths, isServerInfo);
  const model = firstOf(answers, modelPaths, isModelInfo);
  const evidence: Evidence[] = [
    ...(server === null ? [] : [{ probe: server.path, saw: ['model_path', 'version'] }]),
    ...(model === null ? [] : [{ probe: model.path, saw: ['model_path', 'is_generation'] }]),
    ...(ownedBy(answers, '/v1/models', 'sglang') ? [{ probe: '/v1/models', saw: ['owned_by sglang'] }] : []),
  ];
  return evidence.length === 0 ? null : matched(evidence, { version: textOf(server?.info['version']) });
};

const models = (answers: ProbeAnswers): ServerModel[] => {
  const info = firstOf(answers, serverPaths, isServerInfo)?.info ?? {};
  return listedModels(answers).map((plain) =>
    serverModel(plain.id, {
      ...plain.model,
      quantization: textOf(info['quantization']) ?? plain.model.quantization,
      state: 'loaded',
      contexts: {
        ...plain.contexts,
        allocated: countOf(info['max_total_num_tokens']),
        perSlot: plain.contexts.perSlot ?? countOf(info['context_length']),
      },
    }),
  );
};

export const sglang: ServerKind = { id: 'sglang', title: 'SGLang', proxy: false, match, models };
