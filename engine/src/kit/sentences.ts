/** Texts joined as sentences: each begins with a capital and ends with a mark. */
export const sentences = (...texts: readonly string[]): string =>
  texts
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map((text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?…:]$/u.test(text) ? '' : '.'}`)
    .join(' ');
