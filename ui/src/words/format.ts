/** Stands where a number is absent; the reason is said beside it. Never 0. */
export const absent = '—';

const thin = '\u2009';

/** A number with its unit, kept together by a thin space. */
export const withUnit = (text: string, unit: string): string => `${text}${thin}${unit}`;

/** A duration as people say it: `340 ms`, `1.4 s`, `12 min`, `2.1 h`. */
export const sayDuration = (milliseconds: number): string => {
  if (milliseconds < 9.95) return withUnit(milliseconds.toFixed(1), 'ms');
  if (milliseconds < 999.5) return withUnit(milliseconds.toFixed(0), 'ms');
  const seconds = milliseconds / 1000;
  if (seconds < 99.5) return withUnit(seconds.toFixed(seconds < 9.95 ? 1 : 0), 's');
  const minutes = Math.round(seconds / 60);
  return minutes < 100 ? withUnit(String(minutes), 'min') : withUnit((seconds / 3600).toFixed(1), 'h');
};

/** Three digits of a positive number: `4.21`, `40.0`, `512`. */
export const sayThreeDigits = (value: number): string => value.toFixed(value < 9.995 ? 2 : value < 99.95 ? 1 : 0);

/** A rate in tokens per second. */
export const sayRate = (perSecond: number): string => withUnit(sayThreeDigits(perSecond), 'tok/s');

/** A share between 0 and 1 as a percentage. */
export const sayPercent = (share: number, digits = 0): string => withUnit((100 * share).toFixed(digits), '%');

/** Tokens of context: `512`, `4k`. */
export const sayTokens = (tokens: number): string =>
  tokens >= 1024 && tokens % 512 === 0
    ? `${tokens / 1024}k`
    : tokens >= 10_000
      ? `${(tokens / 1000).toFixed(0)}${thin}000`
      : String(Math.round(tokens));

/** A difference with its sign and a true minus: `+4.2`, `−1.0`, `0.0`. */
export const saySigned = (value: number, digits = 1): string => {
  const text = Math.abs(value).toFixed(digits);
  return Number(text) === 0 ? text : `${value < 0 ? '−' : '+'}${text}`;
};

/** Limits of an interval, `33.1 to 66.9`. */
export const sayLimits = ({ low, high }: { low: number; high: number }, say = (value: number): string => value.toFixed(1)): string =>
  `${say(low)} to ${say(high)}`;

/** `1 trial`, `3 trials`. */
export const sayCount = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

const controls = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/** Text from elsewhere on one line, without anything that is invisible or turns the direction of writing. */
export const onOneLine = (text: string): string => text.replaceAll(controls, ' ').replaceAll(/ {2,}/g, ' ').trim();

/** Text of several lines whose invisible and direction-turning characters can be seen; joiners, which scripts and emoji need, stay. */
export const showHidden = (text: string): string =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/(?![\u200C\u200D])[\p{Cc}\p{Cf}]/gu, (character) =>
      character === '\n' || character === '\t'
        ? character
        : `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`,
    );
