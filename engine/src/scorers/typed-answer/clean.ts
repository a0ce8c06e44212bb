const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const vulgarFractions: Record<string, string> = {
  '½': '1/2',
  '⅓': '1/3',
  '⅔': '2/3',
  '¼': '1/4',
  '¾': '3/4',
  '⅕': '1/5',
  '⅖': '2/5',
  '⅗': '3/5',
  '⅘': '4/5',
  '⅙': '1/6',
  '⅚': '5/6',
  '⅛': '1/8',
  '⅜': '3/8',
  '⅝': '5/8',
  '⅞': '7/8',
};

const isAscii = /^[\x00-\x7f]*$/;

/** Typographic spellings as plain characters: quotes, dashes before digits, spaces, superscripts, fractions. */
export const plainCharacters = (text: string): string => {
  const lines = text.replace(/\r\n?/g, '\n');
  return isAscii.test(lines) ? lines : plainSigns(lines);
};

const plainSigns = (text: string): string =>
  text
    .replace(/[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g, ' ')
    .replace(/[\u200b-\u200d\u2060\ufeff]/g, '')
    .replace(/[\u2018\u2019\u201a\u2032\u02bc]/g, "'")
    .replace(/[\u201c\u201d\u201e\u2033\u00ab\u00bb]/g, '"')
    .replace(/[\u2212\u2010\u2011\ufe63\uff0d]/g, '-')
    .replace(/\uff1a/g, ':')
    .replace(/\u2044/g, '/')
    .replace(/[\u2070\u00b9\u00b2\u00b3\u2074-\u2079]+/g, (run) => `^${[...run].map((sign) => superscripts.indexOf(sign)).join('')}`)
    .replace(
      /(\d?)([½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞])/g,
      (_all, digit: string, sign: string) => `${digit}${digit === '' ? '' : ' '}${vulgarFractions[sign] ?? ''}`,
    );

const thinkTag = /<(\/?)(?:think|thinking|reasoning)>/gi;

/** Drops thinking that leaked into the reply: an answer there is no answer. A closing tag alone ends thinking from the start. */
export const withoutThinking = (text: string): string => {
  let kept: string[] = [];
  let from: number | null = 0;
  for (const tag of text.matchAll(thinkTag)) {
    if (tag[1] === '') {
      if (from !== null) kept.push(text.slice(from, tag.index));
      from = null;
    } else {
      if (from !== null) kept = [];
      from = tag.index + tag[0].length;
    }
  }
  return from === null ? kept.join('') : `${kept.join('')}${text.slice(from)}`;
};

/** LaTeX spellings of numbers and text as plain text. */
export const withoutLatex = (text: string): string => {
  if (!/[\\{]/.test(text)) return text;
  let result = text;
  for (let depth = 0; depth < 4; depth += 1) {
    result = result
      .replace(/(\d)\s*\\[dt]?frac\s*\{([^{}]*)\}\s*\{([^{}]*)\}/g, '$1 $2/$3')
      .replace(/\\[dt]?frac\s*\{([^{}]*)\}\s*\{([^{}]*)\}/g, '$1/$2')
      .replace(/\\[dt]?frac\s*(\d)\s*(\d)/g, '$1/$2')
      .replace(/\\(?:boxed|fbox|text|textbf|textit|mathrm|mathbf|mathit|operatorname|mbox)\s*\{([^{}]*)\}/g, '$1');
  }
  return result
    .replace(/\{,\}/g, ',')
    .replace(/\\[()[\]]/g, '')
    .replace(/\\[,;:!]/g, ' ')
    .replace(/\\([$%#&_{}])/g, '$1')
    .replace(/\\(?:times|cdot)\b/g, '×')
    .replace(/\\approx\b/g, '≈')
    .replace(/\\pounds\b/g, '£')
    .replace(/\\euro\b/g, '€')
    .replace(/\\(?:to|rightarrow)\b/g, '→')
    .replace(/\\(?:quad|qquad)\b/g, ' ')
    .replace(/\\ /g, ' ');
};

const wrappers: readonly RegExp[] = [
  /^\*{1,3}([^*]*)\*{1,3}$/,
  /^_{1,2}([^_]*)_{1,2}$/,
  /^`{1,3}([^`]*)`{1,3}$/,
  /^\${1,2}([^$]+)\${1,2}$/,
  /^"([^"]*)"$/,
  /^'([^']*)'$/,
];

const pictographs = /^[\p{Extended_Pictographic}\ufe0f\s]+|[\p{Extended_Pictographic}\ufe0f\s]+$/gu;
const emphasis = /(?<=^|[\s,([])\*(?=\S)([^*]*)\*(?=$|[\s,.;)\]])/g;
/** `$42$` within a sentence; a dollar sign before an amount has no partner that closes right after a sign. */
const innerMath = /(?<![\d$])\$(?=\S)([^$]*[^$\s])\$(?![\d$])/g;
const mathDelimiters = /^\${1,2}((?:[^$\\]|\\[\s\S])+)\${1,2}[.,;]?$/;

/** The value of an answer line without markup, quotes and closing punctuation. */
export const cleanValue = (raw: string): string => {
  let value = withoutLatex(raw.trim().replace(mathDelimiters, '$1').replace(innerMath, '$1'))
    .replace(emphasis, '$1')
    .replace(/\*\*/g, '')
    .replace(/`/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  for (let depth = 0; depth < 4; depth += 1) {
    value = value
      .replace(/[.;,!?]+$/, '')
      .replace(pictographs, '')
      .trim();
    for (const wrapper of wrappers) value = value.replace(wrapper, '$1').trim();
    value = value.replace(/^(?:[:=]|is\b)\s*/i, '');
  }
  return value.replace(/\s+/g, ' ').trim();
};
