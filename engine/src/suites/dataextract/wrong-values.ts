import { addDays } from './calendar.ts';
import type { Found } from './places.ts';
import type { Data } from './shape.ts';

const placesOf = (value: number): number => (String(value).split('.')[1] ?? '').length;
const shifted = (value: number, step: number): number => Number((value + step).toFixed(6));
/** `1.234,56` read as 1.234, `12,50` as 1250. */
const misread = (value: number): number => (value >= 1000 ? Math.floor(value) / 1000 : value * 10 ** Math.max(1, placesOf(value)));
const dotted = (day: string): string => day.split('-').reverse().join('.');

/** Wrong values by name, of the kinds that models write. */
export const wrongValues = ({ leaf, value }: Found): [string, Data][] => {
  if (value === null) return [];
  switch (leaf.kind) {
    case 'text': {
      const written = value as string;
      const upper = written.toUpperCase() === written ? written.toLowerCase() : written.toUpperCase();
      const word = leaf.match === 'exact' ? 'a code' : leaf.match === 'text' ? 'a text' : 'a text in any case';
      const wrong: [string, Data, boolean][] = [
        [`${word} with something behind it`, `${written} 2`, true],
        [`${word} without its last letter`, written.slice(0, -1), true],
        [`${word} in another case`, upper, leaf.match !== 'folded' && upper !== written],
        [`${word} with a space behind it`, `${written} `, leaf.match === 'exact'],
        [`${word} of digits as a number`, Number(written), /^\d+$/.test(written)],
      ];
      return wrong.flatMap(([name, given, applies]): [string, Data][] => (applies ? [[name, given]] : []));
    }
    case 'integer':
      return [
        ['a number one off', (value as number) + 1],
        ['text for a whole number', String(value as number)],
      ];
    case 'decimal':
      return [
        ['a number off in its last place', shifted(value as number, 10 ** -Math.max(1, placesOf(value as number)))],
        ['text for a number', String(value as number)],
        ['a European number misread', misread(value as number)],
      ];
    case 'money': {
      const { amount, currency } = value as { amount: number; currency: string };
      return [
        ['an amount off by a cent', { amount: shifted(amount, 0.01), currency }],
        ['another currency', { amount, currency: currency === 'CHF' ? 'NOK' : 'CHF' }],
        ['a European amount misread', { amount: misread(amount), currency }],
        ['an amount as text', { amount: String(amount), currency }],
        ['money as text', `${amount} ${currency}`],
      ];
    }
    case 'date':
      return [
        ['the day after', addDays(value as string, 1)],
        ['a date in another format', dotted(value as string)],
      ];
    case 'boolean':
      return [
        ['the opposite', value !== true],
        ['text for true or false', JSON.stringify(value)],
      ];
    case 'enum':
      return [
        ['another option', leaf.options.find((one) => one !== value) ?? ''],
        ['an option that is none', `${value as string}s`],
      ];
  }
};

/** The value in another spelling that the prompt allows. */
export const allowedValue = ({ leaf, value }: Found): Data => {
  if (leaf.kind !== 'text' || value === null || leaf.match === 'exact') return value;
  const spaced = (value as string).replace(/'/g, '’').replace(/ /g, '\u00a0');
  return leaf.match === 'folded' ? spaced.toLowerCase() : `${spaced} `;
};
