import { createThinkSplitter, splitThinking } from '../think-tags.ts';

/** A piece of generated text as a chunk carries it. `content` may still hold reasoning in tags. */
export type TextPart = { field: 'content' | 'reasoning' | 'refusal'; text: string };

export type ChannelDelta = { channel: 'answer' | 'reasoning'; text: string; answerSoFarWasReasoning?: true };

export type ContentChannels = {
  push: (part: TextPart) => ChannelDelta[];
  end: () => ChannelDelta[];
  result: () => { text: string; reasoning: string; refused: boolean; warnings: string[] };
};

/** Leftover closing tags at the very start of an answer whose reasoning came in its own field. */
const strayClosers = ['</think>', '</thinking>', '[/THINK]'];

const createStrayStripper = () => {
  let held: string | null = '';
  let stripped = false;
  const settle = (final: boolean): string => {
    const text = held ?? '';
    const body = text.trimStart();
    if (!final && strayClosers.some((closer) => closer.length > body.length && closer.startsWith(body))) return '';
    const closer = strayClosers.find((candidate) => body.startsWith(candidate));
    held = null;
    if (closer === undefined) return text;
    stripped = true;
    return body.slice(closer.length).trimStart();
  };
  return {
    push: (text: string): string => {
      if (held === null) return text;
      held += text;
      return settle(false);
    },
    end: (): string => (held === null || held === '' ? '' : settle(true)),
    stripped: () => stripped,
  };
};

/** Whether each text began with the whole text before it: a server that sends the reply so far, not what is new. */
const createCumulativeTest = () => {
  let last = '';
  let chunks = 0;
  let holds = true;
  return {
    push: (text: string) => {
      holds &&= text.startsWith(last) && (chunks === 0 || text.length > last.length);
      chunks += 1;
      last = holds ? text : '';
    },
    whole: (): string | null => (holds && chunks >= 3 ? last : null),
  };
};

/**
 * Divides generated text into answer and reasoning: reasoning fields win, else tags in the content decide.
 * Refusals are answer text with a flag.
 */
export const createContentChannels = (): ContentChannels => {
  const splitter = createThinkSplitter();
  const stripper = createStrayStripper();
  const cumulative = createCumulativeTest();
  let fieldReasoning = '';
  let fieldAnswer = '';
  let refusal = '';
  let mode: 'field' | 'tags' | null = null;

  const pushContent = (text: string): ChannelDelta[] => {
    cumulative.push(text);
    mode ??= fieldReasoning === '' ? 'tags' : 'field';
    if (mode === 'tags') return splitter.push(text);
    const answer = stripper.push(text);
    fieldAnswer += answer;
    return answer === '' ? [] : [{ channel: 'answer', text: answer }];
  };

  const endContent = (): ChannelDelta[] => {
    if (mode === 'tags') return splitter.end();
    const rest = mode === 'field' ? stripper.end() : '';
    fieldAnswer += rest;
    return rest === '' ? [] : [{ channel: 'answer', text: rest }];
  };

  const result = () => {
    const whole = cumulative.whole();
    const split = mode === 'tags' ? (whole === null ? splitter.result() : splitThinking(whole)) : null;
    const answer = split?.answer ?? whole ?? fieldAnswer;
    const warnings: string[] = [];
    if (whole !== null) warnings.push('cumulative: each chunk repeated the text before it');
    if (split?.openerMissing === true) warnings.push('opener-missing: reasoning ended with a tag that was never opened');
    if (split?.unclosed === true) warnings.push('reasoning-unclosed: the reply ended inside its reasoning');
    if (stripper.stripped()) warnings.push('stray-tag: a closing reasoning tag was taken from the start of the answer');
    if (refusal !== '') return { text: answer + refusal, reasoning: fieldReasoning + (split?.reasoning ?? ''), refused: true, warnings };
    return { text: answer, reasoning: fieldReasoning + (split?.reasoning ?? ''), refused: false, warnings };
  };

  return {
    push: ({ field, text }) => {
      if (field === 'content') return pushContent(text);
      if (field === 'reasoning') fieldReasoning += text;
      else refusal += text;
      return [{ channel: field === 'reasoning' ? 'reasoning' : 'answer', text }];
    },
    end: endContent,
    result,
  };
};
