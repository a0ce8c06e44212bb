import type { Milliseconds } from '@benchloop/spec';

/**
 * What llama-swap writes in the place of reasoning while it loads a model (its setting `sendLoadingState`): a rule, a
 * line with the model's name, remarks, a line with the time that it took, a rule, and a line of one space.
 */
const opening = '━━━━━\nllama-swap loading model:';
const closing = /\nDone! \((\d+(?:\.\d+)?)s\)\n━━━━━\n/u;
const lastLine = ' \n';

export type LoadingBanner = {
  /** The part of a piece of reasoning that a model wrote. Text that may still be the beginning of the banner is held back. */
  push: (text: string) => string;
  /** What was held back and turned out to be a model's. The model writes on, or the reply is over. */
  end: () => string;
  seen: () => boolean;
  /** How long the load took by the banner's own words; null = it was not told. */
  loadMs: () => Milliseconds | null;
};

/** Takes the banner off the beginning of a reply's reasoning, however it is cut. */
export const createLoadingBanner = (): LoadingBanner => {
  let phase: 'opening' | 'inside' | 'after' | 'over' = 'opening';
  let held = '';
  let seen = false;
  let loadMs: Milliseconds | null = null;

  const release = (): string => {
    const text = held;
    held = '';
    phase = 'over';
    return text;
  };

  const read = (): string => {
    if (phase === 'opening') {
      if (opening.startsWith(held)) return '';
      if (!held.startsWith(opening)) return release();
      phase = 'inside';
      seen = true;
    }
    if (phase === 'inside') {
      const end = closing.exec(held);
      if (end === null) return '';
      loadMs = Number(end[1]) * 1_000;
      held = held.slice(end.index + end[0].length);
      phase = 'after';
    }
    if (held !== lastLine && lastLine.startsWith(held)) return '';
    if (held.startsWith(lastLine)) held = held.slice(lastLine.length);
    return release();
  };

  return {
    push: (text) => {
      if (phase === 'over') return text;
      held += text;
      return read();
    },
    end: () => {
      // A banner without its end holds nothing of a model.
      if (phase === 'inside') held = '';
      return phase === 'over' ? '' : release();
    },
    seen: () => seen,
    loadMs: () => loadMs,
  };
};
