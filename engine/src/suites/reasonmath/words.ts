/** First names of several languages, all of one word, none a prefix of another. */
export const names = [
  'Aino',
  'Bashir',
  'Carmen',
  'Dilek',
  'Emeka',
  'Farah',
  'Goran',
  'Hana',
  'Ines',
  'Jonas',
  'Kavita',
  'Linh',
  'Mateo',
  'Nadia',
  'Oskar',
  'Priya',
  'Quentin',
  'Rosa',
  'Sven',
  'Tomoko',
  'Ulla',
  'Viktor',
  'Wanda',
  'Ximena',
  'Yusuf',
  'Zofia',
] as const;

export const towns = [
  'Alderby',
  'Brackwater',
  'Corvale',
  'Dunmere',
  'Eastholm',
  'Fernwick',
  'Glenrow',
  'Harbury',
  'Inverleigh',
  'Juniper Hill',
  'Kestrel Bay',
  'Lowmoor',
] as const;

export const colours = ['red', 'blue', 'green', 'yellow', 'white', 'black', 'orange', 'purple'] as const;

/** Plural words for things that can be counted. */
export const goods = [
  'marbles',
  'stamps',
  'postcards',
  'buttons',
  'shells',
  'tickets',
  'pencils',
  'badges',
  'beads',
  'coins',
  'stickers',
  'walnuts',
] as const;

/** "a, b and c". */
export const inWords = (items: readonly string[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;

export const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** "2 hours and 5 minutes", "50 minutes", "3 hours". */
export const durationText = (minutes: number): string => {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  const parts = [
    hours > 0 ? `${hours} ${hours === 1 ? 'hour' : 'hours'}` : '',
    rest > 0 ? `${rest} ${rest === 1 ? 'minute' : 'minutes'}` : '',
  ];
  return inWords(parts.filter((part) => part !== ''));
};
