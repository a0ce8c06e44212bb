import { asRecord, textOf, type JsonRecord } from '../kit/wire/members.ts';
import { objectAt, type ProbeAnswers } from './answers.ts';

/** One entry of a list of models. */
export type Listed = { id: string; record: JsonRecord };

const entryOf = (value: unknown): Listed | null => {
  if (typeof value === 'string') return { id: value, record: {} };
  const record = asRecord(value);
  const id = record === null ? null : (textOf(record['id']) ?? textOf(record['name']) ?? textOf(record['model']));
  return record === null || id === null ? null : { id, record };
};

const entriesOf = (list: unknown): Listed[] | null => {
  if (list === null) return [];
  return Array.isArray(list) ? list.map(entryOf).filter((entry) => entry !== null) : null;
};

/** The models that an OpenAI-compatible list names, also as a bare array; null where the path answers with no such list. */
export const listAt = (answers: ProbeAnswers, path: string): Listed[] | null => {
  const answer = answers.get(path);
  if (answer !== undefined && answer.status === 200 && Array.isArray(answer.json)) {
    const entries = entriesOf(answer.json);
    // Any JSON service may answer with an array.
    return entries !== null && entries.length > 0 ? entries : null;
  }
  const record = objectAt(answers, path);
  return record !== null && 'data' in record ? entriesOf(record['data']) : null;
};

/** Entries of a list that an own API keeps under `member`, each an object. */
export const recordsAt = (answers: ProbeAnswers, path: string, member: string): JsonRecord[] | null => {
  const list = objectAt(answers, path)?.[member];
  return Array.isArray(list) ? list.map(asRecord).filter((record) => record !== null) : null;
};

/** Whether the list names this owner for at least one model. */
export const ownedBy = (answers: ProbeAnswers, path: string, owner: string): boolean =>
  (listAt(answers, path) ?? []).some(({ record }) => record['owned_by'] === owner);
