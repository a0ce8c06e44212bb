import type { Random } from '../../kit/random.ts';

const people = [
  'the harbour pilot',
  'a young surveyor',
  'the bell founder',
  'my neighbour',
  'the night nurse',
  'a retired teacher',
  'the beekeeper',
  'our guide',
  'the tram driver',
  'a glass blower',
  'the archivist',
  'an old gardener',
];
const places = [
  'the lower market',
  'a quiet side valley',
  'the reading room',
  'the old ferry landing',
  'a workshop behind the station',
  'the northern orchard',
  'the upper reservoir',
  'a bakery on the corner',
  'the weather hut',
  'the school yard',
  'a narrow courtyard',
  'the salt meadows',
];
const things = [
  'a copper kettle',
  'three sealed letters',
  'the missing ledger',
  'a basket of pears',
  'a folded map',
  'the spare key',
  'an unfinished painting',
  'a box of lamp glass',
  'two wooden oars',
  'the brass compass',
  'a bundle of seed packets',
  'the torn timetable',
];
const times = [
  'before sunrise',
  'after the first snow',
  'on market day',
  'late in the evening',
  'during the long drought',
  'at the end of the shift',
  'when the fog lifted',
  'shortly before harvest',
  'in the week of the fair',
  'on a windless afternoon',
];
const verbs = [
  'found',
  'repaired',
  'described',
  'carried',
  'measured',
  'forgot',
  'sketched',
  'traded',
  'looked for',
  'kept',
  'wrapped',
  'handed over',
];
const qualities = [
  'patient',
  'weathered',
  'uncertain',
  'bright',
  'heavy',
  'silent',
  'careful',
  'unexpected',
  'pale',
  'stubborn',
  'crooked',
  'gentle',
];
const matters = [
  'the price of timber',
  'the state of the bridge',
  'a change in the tide tables',
  'the colour of the water',
  'an argument about fences',
  'the route of the new road',
  'the sound of the pumps',
  'a debt between two families',
  'the size of the last catch',
  'the age of the walnut tree',
];

const capital = (sentence: string): string => sentence.charAt(0).toUpperCase() + sentence.slice(1);

type Shape = (random: Random) => string;

const shapes: readonly Shape[] = [
  ({ pick }) => `${pick(times)}, ${pick(people)} ${pick(verbs)} ${pick(things)} near ${pick(places)}.`,
  ({ pick }) => `${pick(people)} spoke at length about ${pick(matters)}, and nobody in ${pick(places)} interrupted.`,
  ({ pick, int }) =>
    `It took ${int(2, 19)} days until ${pick(people)} ${pick(verbs)} ${pick(things)}, which by then looked ${pick(qualities)}.`,
  ({ pick }) => `What began as a talk about ${pick(matters)} ended with ${pick(people)} leaving ${pick(places)} ${pick(times)}.`,
  ({ pick, int }) => `There were ${int(3, 40)} steps from ${pick(places)} to ${pick(places)}, each of them ${pick(qualities)} and worn.`,
  ({ pick }) =>
    `Nobody could say why ${pick(people)} had ${pick(['left', 'hidden', 'bought', 'borrowed', 'painted'])} ${pick(things)}; the answer was ${pick(qualities)} and had to do with ${pick(matters)}.`,
  ({ pick }) => `If ${pick(people)} had come ${pick(times)}, ${pick(things)} would still be in ${pick(places)}.`,
  ({ pick, int }) => `A note from the year ${int(1820, 1975)} mentions ${pick(matters)} and, in smaller writing, ${pick(things)}.`,
];

/** Seeded English sentences of at least `words` words: ordinary text, because random tokens or repeats time differently. */
export const makeProse = (random: Random, words: number): string => {
  const sentences: string[] = [];
  let count = 0;
  while (count < words) {
    const sentence = capital(random.pick(shapes)(random));
    sentences.push(sentence);
    count += sentence.split(' ').length;
  }
  return sentences.join(' ');
};
