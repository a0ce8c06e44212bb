import type { Day } from './calendar.ts';

/** How a country writes numbers: sign before the decimals, sign between thousands. */
export const numberStyles = {
  english: { point: '.', group: ',' },
  german: { point: ',', group: '.' },
  swiss: { point: '.', group: '’' },
  french: { point: ',', group: '\u202f' },
} as const;
export type NumberStyle = keyof typeof numberStyles;

/** A number given in units of its last place, such as cents, in the style of a country. */
export const numberText = (units: number, style: NumberStyle, places = 2): string => {
  const { point, group } = numberStyles[style];
  const digits = String(Math.abs(units)).padStart(places + 1, '0');
  const whole = digits.slice(0, digits.length - places).replace(/\B(?=(\d{3})+$)/g, group);
  return `${units < 0 ? '-' : ''}${whole}${places === 0 ? '' : `${point}${digits.slice(digits.length - places)}`}`;
};

export const monthNames = {
  english: ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'],
  german: ['Januar', 'Februar', 'März', 'April', 'Mai', 'Juni', 'Juli', 'August', 'September', 'Oktober', 'November', 'Dezember'],
  spanish: ['enero', 'febrero', 'marzo', 'abril', 'mayo', 'junio', 'julio', 'agosto', 'septiembre', 'octubre', 'noviembre', 'diciembre'],
} as const;
export type DayStyle = keyof typeof monthNames | 'japanese' | 'dotted';

/** A day as people write it, for example `14 March 2026`, `14. März 2026`, `14 de marzo de 2026`, `2026年3月14日`. */
export const dayText = (day: Day, style: DayStyle): string => {
  const [year = '', month = '', date = ''] = day.split('-');
  const at = Number(month) - 1;
  switch (style) {
    case 'english':
      return `${Number(date)} ${monthNames.english[at]} ${year}`;
    case 'german':
      return `${Number(date)}. ${monthNames.german[at]} ${year}`;
    case 'spanish':
      return `${Number(date)} de ${monthNames.spanish[at]} de ${year}`;
    case 'japanese':
      return `${year}年${Number(month)}月${Number(date)}日`;
    case 'dotted':
      return `${date}.${month}.${year}`;
  }
};

export const clockText = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

/** "a, b and c". */
export const inWords = (items: readonly string[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
