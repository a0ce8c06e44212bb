import { cleanValue, plainCharacters, withoutThinking } from './clean.ts';

/**
 * What a reply states as its answer. `line`: on a labelled answer line. `closing`: no label, but the whole reply or its
 * last line may be just the value. `none`: nothing that could be one.
 */
export type StatedAnswer = { kind: 'line' | 'closing'; value: string } | { kind: 'none' };

/** Longer texts are prose, never a value. */
const longestValue = 400;
const longestLine = 4000;

const mark = String.raw`[*_\x60~]{0,3}`;
const label = String.raw`(?:the +)?(?:(?:my|final|correct|short) +){0,2}answer(?: +is)?`;
const labelledLine = new RegExp(String.raw`^[\s>#*_\x60|$\\([-]*${mark}${label}${mark} *(?::|=|\bis\b| [-–—] )${mark}(?<value>.*)$`, 'i');
const labelledHeading = new RegExp(String.raw`^(?:#{1,6} +${mark}|\*\*)${label}${mark} *$`, 'i');
const labelAfterSentence = new RegExp(String.raw`(?:[.!?)]|[-–—]|=>|→) +${mark}(?:final +)?answer${mark} *:${mark}(?<value>.*)$`, 'i');
const closingSentence =
  /^(?:(?:so|thus|hence|therefore|and so),? +)?(?:the |my )?(?:final |correct )?answer is(?: therefore)?:? +(?<value>.*)$/i;
const fence = /^\s*(?:```|~~~)/;
const displayMath = /^\s*(?:\$\$|\\\[|\\\])\s*$/;
const bullet = /^\s*(?:[-*•]|\d+[.)])\s+/;

/** The value in the lines below a label that stands alone: one line, or a list as one line. */
const valueBelow = (lines: readonly string[]): string => {
  const first = lines[0] ?? '';
  if (!bullet.test(first)) return first;
  const end = lines.findIndex((line) => !bullet.test(line));
  return lines
    .slice(0, end === -1 ? lines.length : end)
    .map((line) => line.replace(bullet, '').trim())
    .join(', ');
};

/** The content of a line's one `\\boxed{…}`, with nested braces. */
const boxContent = (line: string): string => {
  const start = line.indexOf('\\boxed{') + '\\boxed{'.length;
  let depth = 1;
  let end = start;
  for (; end < line.length && depth > 0; end += 1) depth += line[end] === '{' ? 1 : line[end] === '}' ? -1 : 0;
  return line.slice(start, depth === 0 ? end - 1 : end);
};

const isSentenceLabel = (line: string): boolean => /^[^:=]*\banswer +is\b(?! *[:=])/i.test(line);

/** Finds the last answer line; without one, the last line when it may be just the value. */
export const findAnswer = (reply: string): StatedAnswer => {
  const text = plainCharacters(withoutThinking(reply));
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !fence.test(line) && !displayMath.test(line));
  for (let index = lines.length - 1; index >= 0; index -= 1) {
    const line = lines[index] ?? '';
    // "The answer is 42" inside the prose is no answer line; only as the last line it counts, below.
    const match = isSentenceLabel(line) ? null : (labelledLine.exec(line) ?? labelAfterSentence.exec(line));
    const rest = match?.groups?.['value'] ?? (labelledHeading.test(line) ? '' : null);
    if (rest === null) continue;
    const isEmpty = cleanValue(rest.slice(0, longestLine)) === '';
    const value = cleanValue((isEmpty ? valueBelow(lines.slice(index + 1)) : rest).slice(0, longestLine));
    if (value === '') return { kind: 'none' };
    return { kind: 'line', value: value.length > longestValue ? `${value.slice(0, longestValue)}…` : value };
  }
  const last = (lines.at(-1) ?? '').trim().replace(/^[>#\s]+/, '');
  if (last === '' || last.length > longestValue) return { kind: 'none' };
  const boxes = [...last.matchAll(/\\boxed\{/g)];
  if (boxes.length === 1) return { kind: 'closing', value: cleanValue(boxContent(last)) };
  const sentence = closingSentence.exec(cleanValue(last))?.groups?.['value'];
  return sentence === undefined ? { kind: 'closing', value: cleanValue(last) } : { kind: 'closing', value: cleanValue(sentence) };
};
