import type { Generation, Reply, ToolCall } from '@benchloop/spec';
import { jsonEnd } from '../../kit/first-json.ts';
import { syntheticCallId } from '../../kit/tool-arguments.ts';

type Call = { name: string; arguments: unknown };
type JsonRecord = Record<string, unknown>;
export type ReadStep = { text: string; calls: ToolCall[]; problems: string[] };

const isRecord = (value: unknown): value is JsonRecord => value !== null && typeof value === 'object' && !Array.isArray(value);

const written = ({ name, arguments: given }: Call) => ({ tool: name, arguments: given });

/** One step as the JSON that the schema of a step asks for. */
export const stepText = (text: string, calls: readonly Call[]): string => {
  const [first, ...more] = calls.map(written);
  if (first === undefined) return JSON.stringify({ answer: text });
  if (text !== '') return JSON.stringify({ note: text, calls: [first, ...more] });
  return JSON.stringify(more.length === 0 ? first : { calls: [first, ...more] });
};

/** A reply as this harness reads one. */
export const encodeStep = ({ toolCalls = [], text = '', ...rest }: Reply): Reply => ({ ...rest, text: stepText(text, toolCalls) });

/** The object at the start of the text; null = there is none. A server that only asks for JSON may add words to it. */
const leadingObject = (text: string): { step: JsonRecord; rest: string } | null => {
  const start = text.indexOf('{');
  const end = start === -1 ? -1 : jsonEnd(text, start);
  if (end === -1) return null;
  try {
    const step: unknown = JSON.parse(text.slice(start, end));
    return isRecord(step) ? { step, rest: `${text.slice(0, start)}${text.slice(end)}`.trim() } : null;
  } catch {
    return null;
  }
};

const wordsOf = (value: unknown): string => (value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value));

const callOf = (value: JsonRecord, id: string): ToolCall => {
  const given = value['arguments'];
  return {
    id,
    name: String(value['tool']),
    arguments: isRecord(given) ? given : null,
    argumentsText: given === undefined ? '' : JSON.stringify(given),
    repairs: [],
  };
};

const isCall = (value: unknown): value is JsonRecord & { tool: string } => isRecord(value) && typeof value['tool'] === 'string';

/** What a step says and calls; null = the object is no step. */
const contentOf = (step: JsonRecord): { text: string; calls: JsonRecord[] } | null => {
  if (isCall(step)) return { text: '', calls: [step] };
  const { calls } = step;
  if (Array.isArray(calls) && calls.length > 0 && calls.every(isCall)) return { text: wordsOf(step['note']), calls };
  return 'answer' in step ? { text: wordsOf(step['answer']), calls: [] } : null;
};

/**
 * Reads a reply as one step. Text that is no step stays as it is and counts as the answer, since a server may take a
 * schema and not enforce it; that is told among the problems.
 */
export const readStep = (generation: Pick<Generation, 'text' | 'finish'>, turn: number): ReadStep => {
  const found = leadingObject(generation.text);
  const content = found === null ? null : contentOf(found.step);
  if (found === null || content === null) {
    const cut = generation.finish === 'length';
    return { text: generation.text, calls: [], problems: cut ? [] : ['the reply is no step: neither a call nor an answer'] };
  }
  return {
    text: content.text,
    calls: content.calls.map((call, index) => callOf(call, syntheticCallId(`step/${turn}`, index))),
    problems: found.rest === '' ? [] : ['there is text beside the step'],
  };
};
