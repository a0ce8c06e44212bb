import type { CodeLanguage, GuestValue } from '@benchloop/spec';

/** Arguments and results of the programs: data that both languages write down alike. */
export type Plain = null | boolean | number | string | Plain[] | { [key: string]: Plain };

const pythonLiteral = (value: Plain): string => {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map(pythonLiteral).join(', ')}]`;
  if (typeof value === 'object')
    return `{${Object.entries(value)
      .map(([key, item]) => `${JSON.stringify(key)}: ${pythonLiteral(item)}`)
      .join(', ')}}`;
  return JSON.stringify(value);
};

const javascriptLiteral = (value: Plain): string => {
  if (Array.isArray(value)) return `[${value.map(javascriptLiteral).join(', ')}]`;
  if (value !== null && typeof value === 'object')
    return `{${Object.entries(value)
      .map(([key, item]) => `${JSON.stringify(key)}: ${javascriptLiteral(item)}`)
      .join(', ')}}`;
  return JSON.stringify(value);
};

/** A value as an expression of the language. */
export const literalOf = (value: Plain, language: CodeLanguage): string =>
  language === 'python' ? pythonLiteral(value) : javascriptLiteral(value);

/** A value as it leaves the sandbox when a program returns it. */
export const guestOf = (value: Plain): GuestValue => {
  if (value === null) return { t: 'none' };
  if (typeof value === 'boolean') return { t: 'bool', v: value };
  if (typeof value === 'number') return { t: Number.isInteger(value) ? 'int' : 'float', v: String(value) };
  if (typeof value === 'string') return { t: 'text', v: value };
  if (Array.isArray(value)) return { t: 'list', v: value.map(guestOf) };
  return { t: 'dict', v: Object.entries(value).map(([key, item]) => [{ t: 'text', v: key }, guestOf(item)]) };
};
