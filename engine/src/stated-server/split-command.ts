import { UserError } from '@benchloop/spec';

/** What only a shell gives a meaning; inside quotes each is a letter like any other. */
const shellOnly = /[|&;<>$`()*?\n\r]/u;

const broken = (message: string): never => {
  throw new UserError(message, 'Write the program and its arguments, with quotes around what holds a space; no shell reads it.');
};

/**
 * The words of a command, as they are given to the program: parted by spaces, with '…' and "…" around what holds one. Nothing is
 * expanded and no shell is used. Throws `UserError` for what only a shell understands.
 */
export const splitCommand = (text: string): string[] => {
  const words: string[] = [];
  let word: string | null = null;
  let quote: string | null = null;
  for (const letter of text.trim()) {
    if (quote !== null) {
      if (letter === quote) quote = null;
      else word = (word ?? '') + letter;
    } else if (letter === '"' || letter === "'") {
      quote = letter;
      word ??= '';
    } else if (letter === ' ' || letter === '\t') {
      if (word !== null) words.push(word);
      word = null;
    } else if (shellOnly.test(letter)) broken(`The server command holds ${JSON.stringify(letter)}, which only a shell understands.`);
    else if (letter === '~' && word === null) broken('The server command holds a path that begins with ~, which only a shell understands.');
    else word = (word ?? '') + letter;
  }
  if (quote !== null) broken(`The server command has a ${quote} without its partner.`);
  if (word !== null) words.push(word);
  if ((words[0] ?? '') === '') broken('The server command names no program.');
  return words;
};

/** A word of a command as a POSIX shell reads it back. */
const quoted = (word: string): string => (/^[\w./:=@%+,{}-]+$/u.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`);

/** The command for people; pasted into a shell it means the same. */
export const joinCommand = (words: readonly string[]): string => words.map(quoted).join(' ');
