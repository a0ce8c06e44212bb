import { asRecord, type JsonRecord } from '../kit/wire/members.ts';

/** What a server answered to one GET. `json` is undefined where the body is none. */
export type ProbeAnswer = { status: number; headers: Record<string, string>; text: string; json: unknown };

/** Answers by path below the server's root; a path without one did not answer in time. */
export type ProbeAnswers = ReadonlyMap<string, ProbeAnswer>;

/** Header names in lower case. */
export const probeAnswer = (status: number, headers: Record<string, string>, text: string): ProbeAnswer => {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    json = undefined;
  }
  return { status, headers, text, json };
};

const isFine = ({ status }: ProbeAnswer): boolean => status >= 200 && status < 300;

const saysError = (record: JsonRecord): boolean => record['error'] !== undefined && record['error'] !== null;

/** The object at a path: a 2xx reply that is JSON and no error. Some servers answer an unknown route with 200 and an error. */
export const objectAt = (answers: ProbeAnswers, path: string): JsonRecord | null => {
  const answer = answers.get(path);
  const record = answer !== undefined && isFine(answer) ? asRecord(answer.json) : null;
  return record === null || saysError(record) ? null : record;
};

/** The text at a path, where it came with a 2xx status. */
export const textAt = (answers: ProbeAnswers, path: string): string => {
  const answer = answers.get(path);
  return answer !== undefined && isFine(answer) ? answer.text : '';
};

/** Whether any answer carries a header that matches. */
export const anyHeader = (answers: ProbeAnswers, name: string, pattern: RegExp): boolean =>
  [...answers.values()].some(({ headers }) => pattern.test(headers[name] ?? ''));

/** Whether a path answers that a key is missing, in the way of an API and not of a web page. */
export const wantsKey = (answers: ProbeAnswers, path: string): boolean => {
  const answer = answers.get(path);
  if (answer === undefined || (answer.status !== 401 && answer.status !== 403)) return false;
  const record = asRecord(answer.json);
  return record !== null && ['error', 'detail', 'message'].some((member) => member in record);
};
