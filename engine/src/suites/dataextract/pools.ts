import type { Random } from '../../kit/random.ts';
import { addDays, type Day } from './calendar.ts';

export const firstNames = [
  'Mara',
  'Jonas',
  'Elif',
  'Tomás',
  'Priya',
  'Anders',
  'Lucía',
  'Kofi',
  'Hana',
  'Pavel',
  'Inès',
  'Bruno',
  'Yara',
  'Oskar',
  'Nadia',
  'Félix',
  'Rosa',
  'Matteo',
  'Ingrid',
  'Samir',
] as const;
export const lastNames = [
  "O'Neill",
  'Berger',
  'Costa',
  'Lindgren',
  'Okoye',
  'Petrov',
  "D'Angelo",
  'Sato',
  'Dubois',
  'Kellermann',
  'Moreau',
  'Hansen',
  'Silva',
  'Kowalski',
  'Romero',
  'Fischer',
  'Müller-Lenz',
  'Åkesson',
] as const;
export const companies = [
  'Halden & Sons Ltd',
  "Miller's Yard",
  'Nordlicht GmbH',
  'Atelier Brume',
  'Okapi Tools',
  'Casa Verde S.L.',
  'Blue Heron Press',
  'Quarzwerk AG',
  'Tilde Systems',
  "Fisher's Wharf Foods",
  'Velo Kontor',
  'Lumen & Oak',
] as const;
export const cities = [
  'Lisbon',
  'Oslo',
  'Ghent',
  'Turin',
  'Porto',
  'Bergen',
  'Utrecht',
  'Salzburg',
  'Bristol',
  'Aarhus',
  'Nantes',
  'Leipzig',
  'Zagreb',
  'Tampere',
] as const;
export const streets = [
  'Harbour Road',
  'Mill Lane',
  'Station Street',
  'Linden Avenue',
  "Baker's Row",
  'Canal Walk',
  'Quarry Hill',
  'Chapel Close',
] as const;
export const goods = [
  'desk lamp',
  'paper tray',
  'steel shelf',
  'coat hook',
  'wall clock',
  'filing box',
  'office chair',
  'glass board',
  'cable duct',
  'door mat',
  'tool case',
  'water jug',
  'floor mat',
  'key cabinet',
  'label printer',
  'hand truck',
] as const;
export const colours = ['red', 'blue', 'green', 'grey', 'white', 'black'] as const;

export const personOf = (random: Random): string => `${random.pick(firstNames)} ${random.pick(lastNames)}`;
/** Different people, no first and no last name twice. */
export const peopleOf = (random: Random, count: number): string[] => {
  const last = random.sample(lastNames, count);
  return random.sample(firstNames, count).map((first, at) => `${first} ${last[at] ?? ''}`);
};

/** A day of 2025 to 2027. */
export const dayOf = (random: Random): Day => addDays('2025-01-02', random.int(0, 1000));

export const digitsOf = (random: Random, count: number): string => Array.from({ length: count }, () => random.int(0, 9)).join('');
/** For example `RE-20417`. */
export const codeOf = (random: Random, prefix: string, digits = 5): string =>
  `${prefix}-${random.int(1, 9)}${digitsOf(random, digits - 1)}`;
/** Different codes with one prefix. */
export const codesOf = (random: Random, prefix: string, count: number, digits = 5): string[] => {
  const found = new Set<string>();
  while (found.size < count) found.add(codeOf(random, prefix, digits));
  return [...found];
};
/** Cents from `min` to `max` whole units, never whole units themselves, so that decimals matter. */
export const centsOf = (random: Random, min: number, max: number): number => random.int(min, max) * 100 + random.int(1, 19) * 5;
/** A minute of the day from 08:00 to 17:55 in steps of five. */
export const minuteOf = (random: Random): number => 480 + random.int(0, 119) * 5;
export const mailOf = (person: string): string =>
  `${person
    .normalize('NFD')
    .replace(/[^A-Za-z ]/g, '')
    .toLowerCase()
    .replaceAll(' ', '.')}@example.org`;
export const phoneOf = (random: Random): string => `+49 30 55${digitsOf(random, 2)} ${digitsOf(random, 3)}`;
