import type { CodeLanguage, GuestValue } from '@benchloop/spec';

const mostCharacters = 160;

const words = {
  python: { none: 'None', undefined: 'None', true: 'True', false: 'False' },
  javascript: { none: 'null', undefined: 'undefined', true: 'true', false: 'false' },
} as const;

const show = (value: GuestValue, language: CodeLanguage): string => {
  const isPython = language === 'python';
  const word = words[isPython ? 'python' : 'javascript'];
  const list = (items: readonly GuestValue[]): string => items.map((item) => show(item, language)).join(', ');
  switch (value.t) {
    case 'none':
      return word.none;
    case 'undefined':
      return word.undefined;
    case 'bool':
      return value.v ? word.true : word.false;
    case 'int':
      return value.v;
    case 'float':
      return /^-?\d+$/.test(value.v) && value.v !== '-0' ? `${value.v}.0` : value.v;
    case 'bigint':
      return `${value.v}n`;
    case 'text':
      return JSON.stringify(value.v);
    case 'bytes':
      return `bytes ${value.v}`;
    case 'other':
      return `a value of type ${value.v}`;
    case 'list':
      return `[${list(value.v)}]`;
    case 'tuple':
      return value.v.length === 1 ? `(${list(value.v)},)` : `(${list(value.v)})`;
    case 'set':
      return isPython && value.v.length > 0 ? `{${list(value.v)}}` : `${isPython ? 'set' : 'Set'}(${list(value.v)})`;
    case 'dict':
      return `{${value.v.map(([key, item]) => `${show(key, language)}: ${show(item, language)}`).join(', ')}}`;
  }
};

/** A text on one line, cut to what a reader takes in at once. */
export const shorten = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= mostCharacters ? line : `${line.slice(0, mostCharacters)} …`;
};

/** A value in the language's own notation, cut to what a reader takes in at once. */
export const showValue = (value: GuestValue, language: CodeLanguage): string => shorten(show(value, language));
