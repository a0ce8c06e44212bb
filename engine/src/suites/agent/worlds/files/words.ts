import type { Random } from '../../../../kit/random.ts';

export const topics = [
  'harbour',
  'orchard',
  'bridges',
  'canals',
  'lighting',
  'tramway',
  'archive',
  'library',
  'market',
  'observatory',
  'glasshouse',
  'quarry',
] as const;

export const people = [
  'Aino',
  'Bashir',
  'Carmen',
  'Dilek',
  'Emeka',
  'Goran',
  'Hana',
  'Ines',
  'Kavita',
  'Linh',
  'Mateo',
  'Nadia',
  'Oskar',
  'Priya',
  'Rosa',
  'Sven',
] as const;

export const services = [
  'billing',
  'catalogue',
  'delivery',
  'gateway',
  'ledger',
  'notifier',
  'scheduler',
  'search',
  'signup',
  'thumbnails',
] as const;

/** Files that have no part in a task and must stay as they are. */
export const decoyFiles = (random: Random): Record<string, string> => ({
  '/readme.txt': `Shared drive of the ${random.pick(topics)} office.\n`,
  '/audit/log.txt': `opened ${random.int(100, 999)} times\n`,
  '/templates/letter.txt': 'Dear …,\n\nyours,\n',
  [`/old/${random.pick(topics)}-${random.int(2010, 2019)}.txt`]: `Kept for reference, ${random.int(2, 40)} pages.\n`,
});
