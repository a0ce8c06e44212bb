/** A reply as the rules see it. Conventions are those that the prompts state. */
export type Reading = {
  /** The reply as it came, without the space around it. */
  raw: string;
  /** NFC, straight quotes, plain spaces, no invisible characters, no space at line ends or around the whole. */
  text: string;
  /** Lines that are not blank. */
  lines: string[];
  /** Blocks of lines between blank lines. */
  paragraphs: string[];
  /** The same lines without list markers, heading marks, code-fence lines, tags, asterisks and backticks. */
  proseLines: string[];
  /** Ends with `.`, `!`, `?` or `…` and space after it, or with the line; at least one letter or digit. */
  sentences: string[];
  words: string[];
};

const wordPattern = /[\p{L}\p{M}\p{N}]+(?:(?:['-]|(?<=\p{N})[.,](?=\p{N}))[\p{L}\p{M}\p{N}]+)*/gu;

/** A run of letters or digits; an apostrophe or hyphen inside belongs to it, and so does the point inside a number. */
export const wordsOf = (prose: string): string[] => prose.match(wordPattern) ?? [];

/** Curly quotes and apostrophes, special spaces and hyphens as the plain ones that a rule names. */
export const plainText = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[\u200B-\u200D\u2060\uFEFF\u00AD]/g, '')
    .replaceAll(/[\u00A0\u2007\u202F\u2009]/g, ' ')
    .replaceAll(/[‘’ʼ]/g, "'")
    .replaceAll(/[“”„]/g, '"')
    .replaceAll(/[‐‑]/g, '-')
    .replaceAll(/[ \t]+$/gm, '')
    .trim();

const proseOf = (line: string): string =>
  line
    .replace(/^\s*(?:[-*+•]|\d{1,3}[.)])\s+/, '')
    .replace(/^\s*#{1,6}\s+/, '')
    .replaceAll(/<\/?[a-z][\w-]*>/gi, '')
    .replaceAll(/[*`]/g, '')
    .trim();

const isFence = (line: string): boolean => /^\s*(?:```|~~~)/.test(line);
const hasContent = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

const sentencesOf = (line: string): string[] => line.split(/(?<=[.!?…]["')\]]*)\s+|(?<=[。！？])(?![」』）。！？])/u).filter(hasContent);

export const readReply = (reply: string): Reading => {
  const text = plainText(reply);
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const proseLines = lines
    .filter((line) => !isFence(line))
    .map(proseOf)
    .filter(hasContent);
  return {
    raw: reply.trim(),
    text,
    lines,
    paragraphs: text.split(/\n\s*\n/).filter((block) => block.trim() !== ''),
    proseLines,
    sentences: proseLines.flatMap(sentencesOf),
    words: proseLines.flatMap(wordsOf),
  };
};

const isWordCharacter = (character: string | undefined): boolean => character !== undefined && /[\p{L}\p{M}\p{N}]/u.test(character);
const isUnspaced = (character: string | undefined): boolean =>
  character !== undefined && /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(character);

/** How often a word or phrase stands in a text as a whole, whatever its case; scripts without spaces need no borders. */
export const countPhrase = (text: string, phrase: string): number => {
  const hay = plainText(text).toLowerCase();
  const needle = plainText(phrase).toLowerCase();
  if (needle === '') return 0;
  let count = 0;
  for (let at = hay.indexOf(needle); at >= 0; at = hay.indexOf(needle, at + needle.length)) {
    const opens = isUnspaced(needle[0]) || !isWordCharacter(hay[at - 1]);
    const closes = isUnspaced(needle.at(-1)) || !isWordCharacter(hay[at + needle.length]);
    if (opens && closes) count += 1;
  }
  return count;
};
