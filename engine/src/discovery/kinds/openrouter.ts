import type { Capability } from '@benchloop/spec';
import { asRecord, recordOf, type JsonRecord } from '../../kit/wire/members.ts';
import type { ProbeAnswers } from '../answers.ts';
import { listAt, type Listed } from '../listed.ts';
import { matched, type KindMatch, type ServerKind, type ServerModel } from '../server-kind.ts';
import { countOf, serverModel, unknownCapabilities } from '../server-model.ts';

const paths = ['/api/v1/models', '/v1/models'];

const isEntry = ({ record }: Listed): boolean => asRecord(record['pricing']) !== null && countOf(record['context_length']) !== null;

const entriesOf = (answers: ProbeAnswers): { path: string; entries: Listed[] } | null => {
  for (const path of paths) {
    const entries = listAt(answers, path);
    if (entries !== null && entries.length > 0 && entries.every(isEntry)) return { path, entries };
  }
  return null;
};

const match = (answers: ProbeAnswers): KindMatch | null => {
  const found = entriesOf(answers);
  return found === null
    ? null
    : matched([{ probe: found.path, saw: ['data[].pricing', 'data[].context_length'] }], { apiPath: found.path.replace(/\/models$/u, '') });
};

const listed = (value: unknown, word: string): Capability => (Array.isArray(value) ? (value.includes(word) ? 'yes' : 'no') : 'unknown');

const modelOf = ({ id, record }: Listed): ServerModel => {
  const context = countOf(record['context_length']);
  const architecture: JsonRecord = recordOf(record, 'architecture');
  return serverModel(id, {
    runs: 'cloud',
    contexts: { serverMax: context, perSlot: context },
    capabilities: {
      ...unknownCapabilities,
      tools: listed(record['supported_parameters'], 'tools'),
      thinking: listed(record['supported_parameters'], 'reasoning'),
      vision: listed(architecture['input_modalities'], 'image'),
    },
  });
};

export const openrouter: ServerKind = {
  id: 'openrouter',
  title: 'OpenRouter',
  proxy: true,
  match,
  models: (answers) => (entriesOf(answers)?.entries ?? []).map(modelOf),
};
