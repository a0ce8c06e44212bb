import type { Capability } from '@benchloop/spec';
import { parseCount } from '../../kit/model-name.ts';
import { recordOf, textOf, type JsonRecord } from '../../kit/wire/members.ts';
import { objectAt, textAt, type ProbeAnswers } from '../answers.ts';
import { recordsAt } from '../listed.ts';
import { matched, type KindMatch, type ServerKind, type ServerModel } from '../server-kind.ts';
import { countOf, serverModel, unknownCapabilities } from '../server-model.ts';

const isEntry = (record: JsonRecord): boolean =>
  textOf(record['name']) !== null && ('digest' in record || 'details' in record || 'remote_host' in record);

/** Null where the route is missing or its list is of another shape; Ollama without models answers with null or an empty list. */
const tagsOf = (answers: ProbeAnswers): JsonRecord[] | null => {
  const tags = objectAt(answers, '/api/tags');
  if (tags === null || !('models' in tags)) return null;
  if (tags['models'] === null) return [];
  const records = recordsAt(answers, '/api/tags', 'models');
  return records !== null && records.every(isEntry) ? records : null;
};

const match = (answers: ProbeAnswers): KindMatch | null => {
  const version = textOf(objectAt(answers, '/api/version')?.['version']);
  if (!textAt(answers, '/').startsWith('Ollama is running') || version === null || tagsOf(answers) === null) return null;
  return matched(
    [
      { probe: '/', saw: ['Ollama is running'] },
      { probe: '/api/version', saw: ['version'] },
      { probe: '/api/tags', saw: ['models[].name', 'models[].digest'] },
    ],
    // Builds from source say 0.0.0.
    { version: /^v?0\.0\.0\b/u.test(version) ? null : version },
  );
};

const ability = (listed: unknown, word: string): Capability => (Array.isArray(listed) ? (listed.includes(word) ? 'yes' : 'no') : 'unknown');

const known = (text: string | null): string | null => (text === null || text === 'unknown' ? null : text);

const digestOf = (record: JsonRecord): string | null => {
  const digest = textOf(record['digest']);
  return digest === null || digest.includes(':') ? digest : `sha256:${digest}`;
};

const modelOf = (record: JsonRecord, running: JsonRecord[]): ServerModel => {
  const id = String(record['name']);
  const details = recordOf(record, 'details');
  const loaded = running.find(({ name, model }) => name === id || model === id);
  const isCloud = textOf(record['remote_host']) !== null || textOf(record['remote_model']) !== null;
  const abilities = record['capabilities'];
  const context = loaded === undefined ? null : countOf(loaded['context_length']);
  return serverModel(id, {
    family: textOf(details['family']),
    parameters: parseCount(textOf(details['parameter_size']) ?? ''),
    quantization: known(textOf(details['quantization_level'])),
    // The entry of a cloud model is a file of a few hundred bytes.
    sizeBytes: isCloud ? null : countOf(record['size']),
    weightsDigest: digestOf(record),
    runs: isCloud ? 'cloud' : 'here',
    state: loaded === undefined ? 'not-loaded' : 'loaded',
    chats: !Array.isArray(abilities) || abilities.includes('completion'),
    contexts: { trained: countOf(details['context_length']), allocated: context, perSlot: context },
    capabilities: {
      ...unknownCapabilities,
      tools: ability(abilities, 'tools'),
      thinking: ability(abilities, 'thinking'),
      vision: ability(abilities, 'vision'),
    },
  });
};

const models = (answers: ProbeAnswers): ServerModel[] => {
  const running = recordsAt(answers, '/api/ps', 'models') ?? [];
  return (tagsOf(answers) ?? []).map((record) => modelOf(record, running));
};

/** Ollama, by three answers at once, as many servers give one or two of them. */
export const ollama: ServerKind = { id: 'ollama', title: 'Ollama', proxy: false, match, models };
