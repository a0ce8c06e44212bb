import { modelErrorKindSchema, UserError, type ModelErrorKind } from '@benchloop/spec';

/** Clients whose answers are known in advance: they show that nothing scores by accident, and that the right answer does. */
export const controlIds = [
  'always-first-choice',
  'claims-done',
  'constant',
  'copy-the-schema',
  'echo',
  'empty',
  'error',
  'garbage-code',
  'refuse',
  'repeat-tool-forever',
  'spray',
] as const;

/** Clients that know the answer: `oracle` plays the first accepted proof case of a task, `oracle-n` the n-th, or the last. */
export const oracleIds = ['oracle', 'oracle-2', 'oracle-3', 'oracle-4', 'oracle-5'] as const;

export type ControlId = (typeof controlIds)[number];
export type OracleId = (typeof oracleIds)[number];
export type ClientId = ControlId | OracleId;
const clientIds: readonly ClientId[] = [...controlIds, ...oracleIds];

/** What a mock model does: what it answers, how fast, and how it fails. */
export type Behaviour = {
  answer:
    | { kind: 'client'; id: ClientId }
    | { kind: 'say'; text: string }
    | { kind: 'call'; name: string; argumentsText: string }
    /** Right in about this share of the tasks, 0 to 1, less often in hard ones; otherwise a wrong answer of the task's proof. */
    | { kind: 'skill'; share: number };
  /** What the model is called; null = as its settings read. */
  shownName: string | null;
  quantization: string | null;
  reasoning: string;
  /** Delay before the first token and between tokens, milliseconds. */
  ttftMs: number;
  itlMs: number;
  /** Characters per token. */
  tokenLength: number;
  fail: { kind: ModelErrorKind; afterTokens: number; times: number } | null;
};

const defaults: Omit<Behaviour, 'answer'> = {
  shownName: null,
  quantization: null,
  reasoning: '',
  ttftMs: 0,
  itlMs: 0,
  tokenLength: 4,
  fail: null,
};

const usage = `use a client (${clientIds.join(', ')}) and/or settings joined by semicolons: say=TEXT, call=NAME{"argument":1}, think=TEXT, skill=PERCENT, as=NAME, quant=NAME, ttft=MS, itl=MS, token=CHARACTERS, fail=KIND[@TOKENS][xTIMES]`;

const badName = (name: string, part: string): UserError =>
  new UserError(`The mock model ${JSON.stringify(name)} has the unknown setting ${JSON.stringify(part)}.`, usage);

const readNumber = (name: string, part: string, text: string): number => {
  const value = Number(text);
  if (text === '' || !Number.isFinite(value) || value < 0) throw badName(name, part);
  return value;
};

const readFailure = (name: string, part: string, text: string): NonNullable<Behaviour['fail']> => {
  const match = /^([a-z-]+?)(?:@(\d+))?(?:x(\d+))?$/.exec(text);
  const kind = modelErrorKindSchema.safeParse(match?.[1]);
  if (!match || !kind.success) throw badName(name, part);
  return { kind: kind.data, afterTokens: Number(match[2] ?? 0), times: Number(match[3] ?? Infinity) };
};

const readCall = (name: string, part: string, text: string): Behaviour['answer'] => {
  const match = /^([\w.-]+)(\{.*\})?$/s.exec(text);
  if (!match) throw badName(name, part);
  return { kind: 'call', name: match[1] as string, argumentsText: match[2] ?? '{}' };
};

const readSkill = (name: string, part: string, text: string): Behaviour['answer'] => {
  const percent = readNumber(name, part, text);
  if (percent > 100) throw badName(name, part);
  return { kind: 'skill', share: percent / 100 };
};

/** Reads a mock model's name, for example `oracle;ttft=50;itl=10` or `say=42;fail=server@3x2`. */
export const parseBehaviour = (name: string): Behaviour => {
  const behaviour: Behaviour = { ...defaults, answer: { kind: 'client', id: 'oracle' } };
  for (const part of name.split(';').filter((text) => text !== '')) {
    const split = part.indexOf('=');
    const key = split < 0 ? part : part.slice(0, split);
    const value = split < 0 ? '' : part.slice(split + 1);
    const client = clientIds.find((id) => id === part);
    if (client) behaviour.answer = { kind: 'client', id: client };
    else if (key === 'say') behaviour.answer = { kind: 'say', text: value };
    else if (key === 'call') behaviour.answer = readCall(name, part, value);
    else if (key === 'skill') behaviour.answer = readSkill(name, part, value);
    else if (key === 'as' && value !== '') behaviour.shownName = value;
    else if (key === 'quant' && value !== '') behaviour.quantization = value;
    else if (key === 'think') behaviour.reasoning = value;
    else if (key === 'ttft') behaviour.ttftMs = readNumber(name, part, value);
    else if (key === 'itl') behaviour.itlMs = readNumber(name, part, value);
    else if (key === 'token') behaviour.tokenLength = Math.max(1, readNumber(name, part, value));
    else if (key === 'fail') behaviour.fail = readFailure(name, part, value);
    else throw badName(name, part);
  }
  if (behaviour.answer.kind === 'client' && behaviour.answer.id === 'error')
    behaviour.fail ??= { kind: 'server', afterTokens: 0, times: Infinity };
  return behaviour;
};
