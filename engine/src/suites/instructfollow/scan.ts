/** One line of a reply, read character by character. */
export type ScannedLine = {
  text: string;
  /** Without its marker, heading mark, tags, asterisks and backticks. */
  body: string;
  indent: number;
  marker: 'none' | 'bullet' | 'number';
  number: number;
  hashes: number;
  words: string[];
};

export type Scan = {
  raw: string;
  text: string;
  lines: ScannedLine[];
  proseLines: ScannedLine[];
  words: string[];
  /** Words of all lines as they stand, with what a marker or tag holds, in small letters. */
  allWords: () => string[];
  sentences: () => string[][];
  blocks: number;
};

const isWide = (one: string): boolean => one > '\u2E80' && !'。、「」！？（）・'.includes(one);
const asciiWord = new Set('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789');
const isLetterOrDigit = (one: string | undefined): boolean =>
  one !== undefined && (one < '\u0080' ? asciiWord.has(one) : one.toLowerCase() !== one.toUpperCase() || isWide(one));
const isDigit = (one: string | undefined): boolean => one !== undefined && one >= '0' && one <= '9';

const joinsAt = (text: string, at: number): boolean => {
  const [one, before, after] = [text[at] ?? '', text[at - 1], text[at + 1]];
  if (one === "'" || one === '-') return isLetterOrDigit(before) && isLetterOrDigit(after);
  return (one === '.' || one === ',') && isDigit(before) && isDigit(after);
};

/** A small machine: letters and digits make a word, and a joining mark between two of them belongs to it. */
export const scanWords = (text: string): string[] => {
  const words: string[] = [];
  let start = -1;
  for (let at = 0; at < text.length; at += 1) {
    if (isLetterOrDigit(text[at]) || (start >= 0 && joinsAt(text, at))) start = start < 0 ? at : start;
    else if (start >= 0) {
      words.push(text.slice(start, at));
      start = -1;
    }
  }
  return start < 0 ? words : [...words, text.slice(start)];
};

const scanSentences = (body: string): string[][] => {
  const sentences: string[][] = [];
  let current = '';
  let ended = false;
  const close = () => {
    const words = scanWords(current);
    if (words.length > 0) sentences.push(words);
    current = '';
    ended = false;
  };
  for (const one of body) {
    if (ended && (one === ' ' || one === '\t')) close();
    else if (ended && !'.!?…"\')]。！？'.includes(one)) {
      if (/[。！？]$/.test(current)) close();
      else ended = false;
    }
    current += one;
    if ('.!?…。！？'.includes(one)) ended = true;
  }
  close();
  return sentences;
};

const withoutTags = (line: string): string => {
  let result = '';
  for (let at = 0; at < line.length; at += 1) {
    const close = line[at] === '<' ? line.indexOf('>', at) : -1;
    const name = close < 0 ? '' : line.slice(at + 1, close).replace('/', '');
    if (name !== '' && [...name].every((one) => isLetterOrDigit(one) || one === '-')) at = close;
    else result += line[at];
  }
  return result;
};

const markerOf = (line: string): { marker: ScannedLine['marker']; number: number; rest: string } => {
  const space = line.indexOf(' ');
  const head = space < 0 ? '' : line.slice(0, space);
  const rest = line.slice(space + 1).trim();
  if (rest !== '' && head.length === 1 && '-*+•'.includes(head)) return { marker: 'bullet', number: 0, rest };
  const digits = head.slice(0, -1);
  if (rest !== '' && digits !== '' && digits.length < 4 && [...digits].every(isDigit) && '.)'.includes(head.at(-1) ?? ''))
    return { marker: 'number', number: Number(digits), rest };
  return { marker: 'none', number: 0, rest: line };
};

const scanLine = (text: string): ScannedLine => {
  const trimmed = text.trim();
  const { marker, number, rest } = markerOf(trimmed);
  let hashes = 0;
  while (trimmed[hashes] === '#') hashes += 1;
  if (hashes > 6 || trimmed[hashes] !== ' ') hashes = 0;
  const body = withoutTags(rest.slice(hashes)).split('*').join('').split('`').join('').trim();
  return {
    text,
    body,
    indent: text.length - text.trimStart().length,
    marker,
    number,
    hashes,
    words: scanWords(body),
  };
};

/** Straight quotes, plain line ends, no space at the ends of lines. */
export const plain = (reply: string): string =>
  reply
    .split('\r\n')
    .join('\n')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trim()
    .split(/[‘’]/)
    .join("'")
    .split(/[“”]/)
    .join('"');

/** Many checks ask for none of it. */
const once = <T>(make: () => T): (() => T) => {
  let made: T | undefined;
  return () => (made ??= make());
};

export const scanReply = (reply: string): Scan => {
  const text = plain(reply.normalize('NFC'));
  const all = text.split('\n').map(scanLine);
  const lines = all.filter((line) => line.text !== '');
  const proseLines = lines.filter((line) => line.words.length > 0 && !line.text.startsWith('```'));
  const blocks = all.filter((line, at) => line.text !== '' && (all[at - 1]?.text ?? '') === '').length;
  return {
    raw: reply.trim(),
    text,
    lines,
    proseLines,
    words: proseLines.flatMap(({ words }) => words),
    allWords: once(() => scanWords(text.toLowerCase())),
    sentences: once(() => proseLines.flatMap(({ body }) => scanSentences(body))),
    blocks,
  };
};
