import type { Capability } from '@benchloop/spec';
import { asRecord, recordOf, textOf, type JsonRecord } from '../../kit/wire/members.ts';
import { parseCount } from '../../kit/model-name.ts';
import { textAt, type ProbeAnswers } from '../answers.ts';
import { listAt, recordsAt } from '../listed.ts';
import { matched, type KindMatch, type ServerKind, type ServerModel } from '../server-kind.ts';
import { capabilityOf, countOf, listedModels, serverModel, unknownCapabilities } from '../server-model.ts';

const olderPath = '/api/v0/models';
const newerPath = '/api/v1/models';

const isOlder = (record: JsonRecord): boolean =>
  textOf(record['id']) !== null && /^(?:not-)?loaded$/u.test(String(record['state'])) && textOf(record['type']) !== null;
const isNewer = (record: JsonRecord): boolean => textOf(record['key']) !== null && Array.isArray(record['loaded_instances']);

const entriesAt = (answers: ProbeAnswers, path: string, member: string, isEntry: (record: JsonRecord) => boolean): JsonRecord[] | null => {
  const records = recordsAt(answers, path, member);
  return records !== null && records.length > 0 && records.every(isEntry) ? records : null;
};

/** With no model at all only the answer to unknown routes is left to tell. */
const unknownRoute = /Unexpected endpoint or method\. \(GET \//u;

const match = (answers: ProbeAnswers): KindMatch | null => {
  if (entriesAt(answers, newerPath, 'models', isNewer) !== null)
    return matched([{ probe: newerPath, saw: ['models[].key', 'models[].loaded_instances'] }]);
  if (entriesAt(answers, olderPath, 'data', isOlder) !== null) return matched([{ probe: olderPath, saw: ['data[].state', 'data[].type'] }]);
  const odd = ['/props', '/running', '/info'].find((path) => unknownRoute.test(textAt(answers, path)));
  return odd !== undefined && listAt(answers, '/v1/models') !== null
    ? matched([{ probe: odd, saw: ['200 with "Unexpected endpoint or method"'] }])
    : null;
};

/** Newer versions list what a model can do; where there is a list, what it lacks is missing. */
const listed = (value: unknown, word: string): Capability => (Array.isArray(value) ? (value.includes(word) ? 'yes' : 'no') : 'unknown');

const visionOf = (type: string | null): Capability => (type === 'vlm' ? 'yes' : type === 'llm' ? 'no' : 'unknown');

const olderModel = (record: JsonRecord): ServerModel => {
  const type = textOf(record['type']);
  return serverModel(String(record['id']), {
    family: textOf(record['arch']),
    quantization: textOf(record['quantization']),
    state: record['state'] === 'loaded' ? 'loaded' : 'not-loaded',
    chats: type !== 'embeddings' && type !== 'embedding',
    contexts: { trained: countOf(record['max_context_length']), perSlot: countOf(record['loaded_context_length']) },
    capabilities: { ...unknownCapabilities, tools: listed(record['capabilities'], 'tool_use'), vision: visionOf(type) },
  });
};

const newerModel = (record: JsonRecord): ServerModel => {
  const instances = Array.isArray(record['loaded_instances']) ? record['loaded_instances'].map(asRecord) : [];
  const loaded = instances.find((instance) => instance !== null) ?? null;
  const abilities = recordOf(record, 'capabilities');
  return serverModel(String(record['key']), {
    family: textOf(record['architecture']),
    quantization: textOf(recordOf(record, 'quantization')['name']),
    parameters: parseCount(textOf(record['params_string']) ?? ''),
    sizeBytes: countOf(record['size_bytes']),
    state: loaded === null ? 'not-loaded' : 'loaded',
    chats: record['type'] !== 'embedding',
    contexts: {
      trained: countOf(record['max_context_length']),
      perSlot: loaded === null ? null : countOf(recordOf(loaded, 'config')['context_length']),
    },
    capabilities: {
      ...unknownCapabilities,
      tools: capabilityOf(abilities['trained_for_tool_use']),
      vision: capabilityOf(abilities['vision']),
      thinking: 'reasoning' in abilities ? 'yes' : 'unknown',
    },
  });
};

const models = (answers: ProbeAnswers): ServerModel[] => {
  const newer = entriesAt(answers, newerPath, 'models', isNewer);
  if (newer !== null) return newer.map(newerModel);
  const older = entriesAt(answers, olderPath, 'data', isOlder);
  return older === null ? listedModels(answers) : older.map(olderModel);
};

/** LM Studio tells most through its own API; it answers unknown routes with 200 and an error, so a status proves nothing. */
export const lmStudio: ServerKind = { id: 'lm-studio', title: 'LM Studio', proxy: false, match, models };
