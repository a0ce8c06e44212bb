/** Sees which model each reply names, and says once when it changes within a run. */
export type ModelWatch = {
  see: (reported: string | null) => void;
  /** The first name that a reply gave; null = none did. */
  first: () => string | null;
};

export const createModelWatch = (onChange: (before: string, now: string) => void): ModelWatch => {
  let first: string | null = null;
  let said = false;
  return {
    first: () => first,
    see: (reported) => {
      if (reported === null || reported === '') return;
      first ??= reported;
      if (reported === first || said) return;
      said = true;
      onChange(first, reported);
    },
  };
};
