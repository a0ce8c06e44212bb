const patternLengthMax = 200;
const textLengthMax = 500;
const wideQuantifiersMax = 2;
const optionalPartsMax = 4;

/** The pattern without escapes and character classes, where signs stand for themselves. */
const skeleton = (pattern: string): string => pattern.replace(/\\[\s\S]/g, 'x').replace(/\[[^\]]*\]/g, 'x');

const compile = (pattern: string): RegExp | null => {
  try {
    return new RegExp(`^(?:${pattern})$`, 'u');
  } catch {
    return null;
  }
};

/**
 * True for a regular expression whose matching time is bounded on the texts that are tried: no repeated groups,
 * no look-around, no back-references, few quantifiers.
 */
export const isSafePattern = (pattern: string): boolean => {
  if (pattern.length > patternLengthMax || /\\[1-9k]/.test(pattern) || compile(pattern) === null) return false;
  const bare = skeleton(pattern);
  const wide = bare.match(/[*+]|\{\d+,\d*\}/g) ?? [];
  const optional = bare.replaceAll('(?:', '(').match(/\?/g) ?? [];
  return !/\((?!\?:)\?/.test(bare) && !/\)[*+?{]/.test(bare) && wide.length <= wideQuantifiersMax && optional.length <= optionalPartsMax;
};

/** Whether a text matches from its first to its last letter. Texts over 500 letters never do. */
export const matchesPattern = (pattern: string, text: string): boolean =>
  text.length <= textLengthMax && isSafePattern(pattern) && (compile(pattern)?.test(text) ?? false);
