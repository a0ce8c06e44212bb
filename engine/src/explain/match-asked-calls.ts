import type { AskedCall, MadeCall, Task, ToolCall, Transcript } from '@benchloop/spec';
import { bestPairing } from '../scorers/tool-calls/pairing.ts';
import { createToolCallsScorer } from '../scorers/tool-calls/scorer.ts';
import { toolCallsExpectSchema, type ExpectedCall, type ToolCallsExpect } from '../scorers/tool-calls/expect.ts';
import { wordsOfMatcher } from './words-of-matcher.ts';

export type MatchedCalls = { asked: AskedCall[]; made: MadeCall[] };

export const argumentsInWords = ({ arguments: wanted }: ExpectedCall): AskedCall['arguments'] =>
  Object.entries(wanted).map(([name, matcher]) => ({ name, wanted: wordsOfMatcher(matcher) }));

/** The calls of an attempt, each with the asked one that it serves. */
export const madeCalls = ({ toolCalls }: Transcript, servedBy: readonly (number | null)[]): MadeCall[] =>
  toolCalls.map(({ turn, call, ran }, place) => {
    const serves = servedBy.indexOf(place);
    return { turn, tool: call.name, argumentsText: call.argumentsText, ran: ran !== false, serves: serves < 0 ? null : serves };
  });

/** One asked call against one made call, by the scorer itself, so that what is shown is what was judged. */
const judgePair = (task: Task, wanted: ExpectedCall, call: ToolCall): { worth: number; fault: string | null } | null => {
  if (wanted.tool !== call.name) return null;
  const transcript: Transcript = {
    messages: [],
    finalText: '',
    reasoning: '',
    toolCalls: [{ turn: 0, call }],
    turns: 1,
    stop: 'answer',
    refused: false,
    problems: [],
  };
  const verdict = createToolCallsScorer().score({ task, expect: { groups: [[wanted]] }, transcript, evidence: null });
  if (verdict.outcome !== 'scored') return null;
  const { passed, reason, components = [] } = verdict.score;
  return { worth: components.find(({ id }) => id === 'calls')?.value ?? 0, fault: passed ? null : reason };
};

const askedCalls = ({ groups }: ToolCallsExpect): ExpectedCall[] => groups.flat();

/** Which of the made calls serves which of the calls that a task of the scorer `tool-calls` asks for. Null = the task asks otherwise. */
export const matchAskedCalls = (task: Task, transcript: Transcript): MatchedCalls | null => {
  const expect = toolCallsExpectSchema.safeParse(task.expect);
  if (!expect.success) return null;
  const wanted = askedCalls(expect.data);
  const calls = transcript.toolCalls.map(({ call }) => call);
  const judged = new Map<string, ReturnType<typeof judgePair>>();
  const judge = (at: number, made: number) => {
    const key = `${at}/${made}`;
    const [asked, call] = [wanted[at], calls[made]];
    const known = judged.get(key) ?? (asked === undefined || call === undefined ? null : judgePair(task, asked, call));
    judged.set(key, known);
    return known;
  };
  const { pairs } = bestPairing(
    expect.data.groups.flatMap((group, index) => group.map(() => index)),
    transcript.toolCalls.map(({ turn }) => turn),
    (at, made) => judge(at, made)?.worth ?? null,
  );
  const servedBy = wanted.map((_one, at) => pairs.find((pair) => pair.expected === at)?.call ?? null);
  const faultOf = (at: number, by: number | null): string | null => {
    if (by !== null) return judge(at, by)?.fault ?? null;
    const isEarly = calls.some(({ name }, made) => name === wanted[at]?.tool && !servedBy.includes(made));
    return isEarly ? 'it was called before the results that it needs, or once too often' : 'the call is missing';
  };
  return {
    asked: wanted.map((one, at) => {
      const by = servedBy[at] ?? null;
      return { tool: one.tool, arguments: argumentsInWords(one), otherWays: [], servedBy: by, fault: faultOf(at, by) };
    }),
    made: madeCalls(transcript, servedBy),
  };
};
