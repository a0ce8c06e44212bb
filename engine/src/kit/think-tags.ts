/** Pairs of marks that models put around reasoning, as seen in the wild. The gpt-oss pair is its raw channels. */
const pairs: readonly { open: readonly string[]; close: readonly string[] }[] = [
  ...['think', 'thinking', 'reasoning', 'thought'].map((tag) => ({ open: [`<${tag}>`], close: [`</${tag}>`] })),
  { open: ['[THINK]'], close: ['[/THINK]'] },
  { open: ['◁think▷'], close: ['◁/think▷'] },
  {
    open: ['<|channel|>analysis<|message|>', '<|start|>assistant<|channel|>analysis<|message|>'],
    close: [
      '<|end|><|start|>assistant<|channel|>final<|message|>',
      '<|start|>assistant<|channel|>final<|message|>',
      '<|channel|>final<|message|>',
      '<|end|>',
    ],
  },
];
/** Marks of an answer without reasoning before it. */
const answerMarks = ['<|start|>assistant<|channel|>final<|message|>', '<|channel|>final<|message|>'];
const openers = pairs.flatMap((pair) => pair.open);
const startMarks = [...openers, ...answerMarks];
/** Closers that, without an opener, show that the template had opened the reasoning. */
const orphanClosers = ['</think>', '</thinking>', '[/THINK]', '◁/think▷'];

/** A mark and its place; `mark` is null where the text ends in what could still grow into one. */
type Found = { at: number; mark: string | null };

/** The longest mark that begins at `at`, if more text can't change that. */
const markAt = (text: string, at: number, options: { marks: readonly string[]; final: boolean }): Found | null => {
  const { marks, final } = options;
  const left = text.length - at;
  if (!final && marks.some((mark) => mark.length > left && mark.startsWith(text.slice(at)))) return { at, mark: null };
  const mark = marks.filter((candidate) => text.startsWith(candidate, at)).sort((a, b) => b.length - a.length)[0];
  return mark === undefined ? null : { at, mark };
};

const firstCharacters = /[<[◁]/gu;

const findMark = (text: string, marks: readonly string[], final: boolean): Found | null => {
  for (const { index } of text.matchAll(firstCharacters)) {
    const found = markAt(text, index, { marks, final });
    if (found !== null) return found;
  }
  return null;
};

export type ThinkPiece = {
  channel: 'reasoning' | 'answer';
  text: string;
  /** Everything given out as answer so far was reasoning: its opening tag was in the prompt. */
  answerSoFarWasReasoning?: true;
};

export type ThinkSplit = {
  reasoning: string;
  answer: string;
  /** A closing tag came without an opening one. */
  openerMissing: boolean;
  /** The reasoning was never closed: there is no answer. */
  unclosed: boolean;
};

export type ThinkSplitter = {
  push: (text: string) => ThinkPiece[];
  /** Gives out what was held back. */
  end: () => ThinkPiece[];
  /** All that was pushed, split; final after `end`. */
  result: () => ThinkSplit;
};

type State = {
  phase: 'start' | 'reasoning' | 'answer';
  held: string;
  closers: readonly string[];
  /** True while a closing tag without an opening one would still be believed. */
  orphanPossible: boolean;
  /** Whitespace at the edges of reasoning, and before the answer behind it, belongs to no one. */
  trimStart: boolean;
  /** Trailing whitespace of reasoning, given out only when text follows. */
  space: string;
  split: ThinkSplit;
};

const insideCode = (before: string): boolean => before.endsWith('`') || before.split('```').length % 2 === 0;

const mentionsOpener = (text: string): boolean => openers.some((opener) => text.includes(opener));

const giveReasoning = (state: State, text: string): ThinkPiece[] => {
  const whole = state.trimStart ? text.trimStart() : state.space + text;
  const kept = whole.trimEnd();
  if (kept === '') {
    if (!state.trimStart) state.space = whole;
    return [];
  }
  state.trimStart = false;
  state.space = whole.slice(kept.length);
  state.split.reasoning += kept;
  return [{ channel: 'reasoning', text: kept }];
};

const giveAnswer = (state: State, text: string): ThinkPiece[] => {
  if (text === '') return [];
  state.split.answer += text;
  return [{ channel: 'answer', text }];
};

const enterStart = (state: State): void => {
  state.phase = 'start';
  state.trimStart = true;
  state.space = '';
  state.orphanPossible = false;
};

/** Before any visible text: an opening tag, or else the answer begins. */
const stepStart = (state: State, final: boolean): ThinkPiece[] | null => {
  const body = state.held.trimStart();
  if (body === '' && !final) return null;
  const found = markAt(body, 0, { marks: startMarks, final });
  if (found?.mark === null) return null;
  if (found !== null) {
    const { mark } = found;
    const pair = pairs.find((candidate) => candidate.open.includes(mark));
    state.held = body.slice(mark.length);
    state.phase = pair === undefined ? 'answer' : 'reasoning';
    state.closers = pair?.close ?? [];
    state.orphanPossible = false;
    state.trimStart = true;
    return [];
  }
  state.phase = 'answer';
  if (state.trimStart) state.held = body;
  return [];
};

const stepReasoning = (state: State, final: boolean): ThinkPiece[] | null => {
  const found = findMark(state.held, state.closers, final);
  if (found === null || found.mark === null) {
    const cut = found?.at ?? state.held.length;
    const pieces = giveReasoning(state, state.held.slice(0, cut));
    state.held = state.held.slice(cut);
    return pieces.length > 0 ? pieces : null;
  }
  const pieces = giveReasoning(state, state.held.slice(0, found.at));
  state.held = state.held.slice(found.at + found.mark.length);
  state.split.unclosed = false;
  enterStart(state);
  return pieces;
};

/** All answer so far becomes reasoning. */
const turnIntoReasoning = (state: State, text: string): ThinkPiece[] => {
  state.split.reasoning = (state.split.answer + text).trim();
  state.split.answer = '';
  state.split.openerMissing = true;
  enterStart(state);
  return [{ channel: 'reasoning', text: text.trimEnd(), answerSoFarWasReasoning: true }];
};

const stepAnswer = (state: State, final: boolean): ThinkPiece[] | null => {
  const found = state.orphanPossible ? findMark(state.held, orphanClosers, final) : null;
  const cut = found?.at ?? state.held.length;
  const text = state.held.slice(0, cut);
  if (found === null || found.mark === null) {
    state.held = state.held.slice(cut);
    const pieces = giveAnswer(state, text);
    return pieces.length > 0 ? pieces : null;
  }
  const before = state.split.answer + text;
  state.held = state.held.slice(cut + found.mark.length);
  if (!mentionsOpener(before) && !insideCode(before)) return turnIntoReasoning(state, text);
  return giveAnswer(state, text + found.mark);
};

/**
 * Splits reasoning from the answer in a stream of text, tags cut anywhere. Tags count only before visible text:
 * one in the middle of an answer stays text. A first closing tag without an opening one makes all before it reasoning.
 * `insideReasoning`: the prompt already ended with an opening tag.
 */
export const createThinkSplitter = (options: { insideReasoning?: boolean } = {}): ThinkSplitter => {
  const state: State = {
    phase: options.insideReasoning === true ? 'reasoning' : 'start',
    held: '',
    closers: pairs.flatMap((pair) => pair.close.filter((mark) => orphanClosers.includes(mark))),
    orphanPossible: true,
    trimStart: options.insideReasoning === true,
    space: '',
    split: { reasoning: '', answer: '', openerMissing: false, unclosed: false },
  };
  const steps = { start: stepStart, reasoning: stepReasoning, answer: stepAnswer };
  const run = (final: boolean): ThinkPiece[] => {
    const pieces: ThinkPiece[] = [];
    while (state.held !== '') {
      const step = steps[state.phase](state, final);
      if (step === null) break;
      pieces.push(...step);
    }
    return pieces;
  };
  return {
    push: (text) => {
      state.held += text;
      return run(false);
    },
    end: () => {
      const pieces = run(true);
      state.split.unclosed = state.phase === 'reasoning';
      return pieces;
    },
    result: () => ({ ...state.split }),
  };
};

/** The whole-text form of `createThinkSplitter`. */
export const splitThinking = (text: string, options: { insideReasoning?: boolean } = {}): ThinkSplit => {
  const splitter = createThinkSplitter(options);
  splitter.push(text);
  splitter.end();
  return splitter.result();
};
