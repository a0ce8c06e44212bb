/** Turns tokens into text that can be shown: whole characters only, and nothing that may become a stop string. */
export type TextRelease = {
  /** Text that this token made certain; may be empty. */
  push: (id: number) => string;
  /** True once a stop string was completed; nothing more may be pushed. */
  stopped: () => boolean;
  /** What was held back and is certain at the end. An incomplete character is no text. */
  end: () => string;
};

/** How a tokenizer shows the bytes of an incomplete character. */
const incompleteTail = /\uFFFD+$/;
/** A character has four bytes at most; a longer tail is truly invalid. */
const mostHeldTokens = 4;
/** Enough for every tokenizer that looks back, for a space before a word. */
const mostTokensBefore = 8;

/** Length of the longest end of `text` that could grow into one of `stops`. */
const possibleStop = (text: string, stops: readonly string[]): number => {
  const longest = Math.min(text.length, Math.max(0, ...stops.map((stop) => stop.length - 1)));
  for (let length = longest; length > 0; length -= 1) {
    if (stops.some((stop) => stop.startsWith(text.slice(-length)))) return length;
  }
  return 0;
};

const firstStop = (text: string, stops: readonly string[]): number => {
  const places = stops.map((stop) => text.indexOf(stop)).filter((place) => place >= 0);
  return places.length === 0 ? -1 : Math.min(...places);
};

/** `detokenize` gets the tokens and those before them, as some tokenizers need both. */
export const createTextRelease = (detokenize: (ids: number[], before: number[]) => string, stopStrings: readonly string[]): TextRelease => {
  const stops = stopStrings.filter((stop) => stop !== '');
  let before: number[] = [];
  let pending: number[] = [];
  let given = 0;
  let stalled = 0;
  let held = '';
  let stopped = false;
  const settle = (text: string): string => {
    const rest = text.slice(given);
    before = [...before, ...pending].slice(-mostTokensBefore);
    pending = [];
    given = 0;
    stalled = 0;
    return rest;
  };
  /** The whole characters that this token completes. */
  const whole = (id: number): string => {
    pending.push(id);
    const text = detokenize(pending, before);
    const tail = incompleteTail.exec(text)?.[0].length ?? 0;
    const complete = text.slice(given, text.length - tail);
    stalled = complete === '' ? stalled + 1 : 0;
    if (tail === 0 || stalled >= mostHeldTokens) return settle(text);
    given += complete.length;
    return complete;
  };
  const certain = (text: string): string => {
    held += text;
    const place = firstStop(held, stops);
    const cut = place >= 0 ? place : held.length - possibleStop(held, stops);
    const released = held.slice(0, cut);
    held = place >= 0 ? '' : held.slice(cut);
    stopped = place >= 0;
    return released;
  };
  return {
    push: (id) => certain(whole(id)),
    stopped: () => stopped,
    end: () => {
      const rest = held;
      held = '';
      return rest;
    },
  };
};
