import type { Random } from '../../kit/random.ts';
import { goods, places, vesselKinds, vesselNames } from './words.ts';

/** Everything that an ordinary entry of the log draws from. `people` are full names. */
export type Cast = { people: readonly string[] };

type Entry = (random: Random, cast: Cast) => string;

const winds = [
  'a light air from the south',
  'a steady westerly',
  'gusts out of the north-east',
  'hardly any wind',
  'a cold easterly',
] as const;
const skies = ['low cloud', 'a clear sky', 'drizzle', 'thin fog', 'broken cloud', 'a pale sun'] as const;
const states = ['in good order', 'rather worn', 'cleaner than last week', 'damp but sound', 'as we left it', 'in need of paint'] as const;
const tools = [
  'the small winch',
  'the boat hook',
  'the spare anchor',
  'the hand pump',
  'the long ladder',
  'the fog bell',
  'the tally board',
] as const;
const visitors = [
  'a schoolmaster with his class',
  'two surveyors',
  'the baker’s boy',
  'a painter',
  'the doctor',
  'three apprentices',
] as const;
const animals = ['a grey seal', 'the office cat', 'a pair of herons', 'some forty gulls', 'a stray dog', 'two swans'] as const;
const chores = [
  'swept the stairs',
  'greased the hinges',
  'sorted the flags',
  'refilled the lamps',
  'counted the fenders',
  'mended the nets',
  'copied the tide table',
  'scrubbed the landing',
] as const;
const whens = ['before breakfast', 'at noon', 'towards evening', 'in the first watch', 'after the rain', 'during the slack tide'] as const;

const vessel = (random: Random): string => `the ${random.pick(vesselKinds)} ${random.pick(vesselNames)}`;
const two = (number: number): string => String(number).padStart(2, '0');
const hourAndMinute = (random: Random): string => `${two(random.int(4, 22))}:${two(random.int(1, 59))}`;
const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Ordinary entries, in the words and with the people, boats, places and numbers of those that are asked about. */
const ordinary: readonly Entry[] = [
  (r) => `There was ${r.pick(winds)} with ${r.pick(skies)}, and the glass stood at ${r.int(97, 104)}.`,
  (r, { people }) => `${r.pick(people)} ${r.pick(chores)} ${r.pick(whens)} and found nothing to report.`,
  (r) => `${upper(vessel(r))} passed the outer buoy ${r.pick(whens)} without stopping.`,
  (r, { people }) => `${r.pick(people)} looked over ${r.pick(places)} and called it ${r.pick(states)}.`,
  (r) => `${upper(r.pick(tools))} was carried over to ${r.pick(places)} and back again.`,
  (r, { people }) => `${r.pick(people)} and ${r.pick(people)} spoke at length about the price of ${r.pick(goods)}.`,
  (r) => `We saw ${r.pick(animals)} near ${r.pick(places)}, which is nothing new at this time of year.`,
  (r) => `${upper(r.pick(visitors))} asked the way to ${r.pick(places)} and went on.`,
  (r) => `${upper(vessel(r))} waited ${r.int(2, 9)} hours for the tide and then left quietly.`,
  (r, { people }) => `A letter for ${r.pick(people)} arrived ${r.pick(whens)} and lies in the drawer.`,
  (r) => `The path to ${r.pick(places)} is ${r.pick(states)} since the gale.`,
  (r, { people }) => `${r.pick(people)} ${r.pick(chores)} at ${r.pick(places)} while the others had their meal.`,
  (r) => `${upper(vessel(r))} asked for ${r.int(2, 8)} men to help with her lines, and they went at once.`,
  (r, { people }) => `${r.pick(people)} thinks that ${r.pick(tools)} ought to be replaced before the winter.`,
  (r) => `The lamp at ${r.pick(places)} burned through the night and used ${r.int(2, 9)} measures.`,
  (r) => `Somebody left a cart of ${r.pick(goods)} beside ${r.pick(places)}, and it was gone ${r.pick(whens)}.`,
  (r, { people }) => `${r.pick(people)} had the morning off and came back with news from the next valley.`,
  (r) => `The skipper of ${vessel(r)} complained about the noise at ${r.pick(places)}.`,
  (r, { people }) => `${r.pick(people)} measured the water off ${r.pick(places)} and got ${r.int(3, 14)} fathoms.`,
  (r) => `${upper(r.pick(animals))} got into ${r.pick(places)} ${r.pick(whens)} and had to be coaxed out.`,
  (r, { people }) => `${r.pick(people)} taught ${r.pick(visitors)} how to handle ${r.pick(tools)}.`,
  (r) => `The crew of ${vessel(r)} ${r.pick(chores)} for us, as thanks for the tow.`,
  (r, { people }) => `${r.pick(people)} owes the coffee tin ${r.int(2, 12)} pence and promises to pay.`,
  (r) => `With ${r.pick(skies)} all day, nobody stayed long at ${r.pick(places)}.`,
  (r, { people }) => `${r.pick(people)} heard from ${r.pick(people)} that the road inland is ${r.pick(states)}.`,
  (r) => `A broken crate of ${r.pick(goods)} was seen drifting off ${r.pick(places)}.`,
  (r) => `${upper(vessel(r))} lost a fender at ${r.pick(places)} and did not notice.`,
  (r) => `Bill ${r.int(10_000, 99_999)} for ${r.pick(goods)} was found behind ${r.pick(places)} and paid.`,
  (r, { people }) => `A parcel marked ${r.int(10_000, 99_999)} for ${r.pick(people)} lies on the counter.`,
  (r) => `The clock at ${r.pick(places)} stopped at ${hourAndMinute(r)} and was wound again.`,
  (r, { people }) => `${r.pick(people)} counted ${r.int(110, 990)} planks at ${r.pick(places)}, for want of other work.`,
  (r, { people }) => `${r.pick(people)} found ticket ${r.int(1021, 9870)} of the ferry in a coat pocket.`,
  (r, { people }) => `${r.pick(people)} wrote ${r.int(2, 6)} pages to the board about ${r.pick(places)}.`,
];

/** One ordinary entry: a full sentence that settles no question of the suite. */
export const ordinaryEntry: Entry = (random, cast) => random.pick(ordinary)(random, cast);
