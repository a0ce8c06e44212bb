import type { Difficulty } from '@benchloop/spec';
import type { Random } from '../../../kit/random.ts';
import { choiceAnswer } from '../answers.ts';
import { drawUntil } from '../draw-until.ts';
import { rangeOf } from '../numbers.ts';
import { definePuzzle } from '../puzzle.ts';
import { names } from '../words.ts';

type Offer = { label: string; name: string; rent: number; rooms: number; minutes: number; fee: number };
type Instance = { kind: 'rent' | 'year'; town: string; offers: Offer[]; rooms: number; minutes: number };

const letters = rangeOf(26).map((index) => String.fromCodePoint(65 + index));
/** Labels that a constant answer would name are never right. */
const neverRight = ['A', 'B', 'C'];

const draw = (random: Random, level: Difficulty): Instance => {
  const people = random.shuffle(names);
  const offers = letters.map((label, index) => ({
    label,
    name: people[index] ?? '',
    rent: random.int(41, 99) * 10,
    rooms: random.int(1, 5),
    minutes: random.int(4, 40),
    fee: random.int(2, 60) * 20,
  }));
  return {
    kind: level === 'easy' ? 'rent' : 'year',
    town: random.pick(['Alderby', 'Corvale', 'Dunmere', 'Harbury', 'Lowmoor']),
    offers,
    rooms: random.int(2, 3),
    minutes: random.int(14, 25),
  };
};

const costOf = ({ kind }: Instance, offer: Offer): number => (kind === 'rent' ? offer.rent : offer.rent * 12 + offer.fee);
const fits = ({ rooms, minutes }: Instance, offer: Offer): boolean => offer.rooms >= rooms && offer.minutes <= minutes;

const ranked = (instance: Instance, offers: readonly Offer[]): Offer[] =>
  offers.toSorted((a, b) => costOf(instance, a) - costOf(instance, b));
const fitting = (instance: Instance): Offer[] =>
  ranked(
    instance,
    instance.offers.filter((offer) => fits(instance, offer)),
  );

/** Strikes out every offer that does not fit or that a fitting one undercuts; one is left. */
const check = (instance: Instance): string[] => {
  const struck = new Set<string>();
  for (const offer of instance.offers) {
    if (!fits(instance, offer)) struck.add(offer.label);
    else
      for (const other of instance.offers)
        if (other !== offer && fits(instance, other) && costOf(instance, other) <= costOf(instance, offer)) struck.add(offer.label);
  }
  return instance.offers.map(({ label }) => label).filter((label) => !struck.has(label));
};

const isFit = (instance: Instance): boolean => {
  const [first, second, third] = fitting(instance);
  return (
    first !== undefined &&
    second !== undefined &&
    third !== undefined &&
    costOf(instance, first) < costOf(instance, second) &&
    !neverRight.includes(first.label)
  );
};

export const offers = definePuzzle<Instance>({
  id: 'offers',
  levels: ['easy', 'medium'],
  draw: (random, level) => drawUntil(() => draw(random, level), isFit),
  solve: (instance) => fitting(instance)[0]?.label ?? '',
  check,
  present: (instance, [key = '']) => {
    const { kind, rooms, minutes } = instance;
    const labelsOf = (list: readonly Offer[]) => list.map(({ label }) => label).filter((label) => label !== key);
    const lines = instance.offers.map(
      (offer) =>
        `${offer.label}) ${offer.name}: ${offer.rooms} ${offer.rooms === 1 ? 'room' : 'rooms'}, ${offer.minutes} minutes, ${offer.rent} euros${kind === 'year' ? `, fee ${offer.fee} euros` : ''}`,
    );
    const wanted =
      kind === 'rent'
        ? 'Which of the flats that fit has the lowest monthly rent?'
        : 'Which of the flats that fit costs least in the first year (12 monthly rents plus the fee, which is paid once)?';
    return {
      question: `Flats in ${instance.town}, with the name of the owner, the walk to the station in minutes, and the monthly rent:\n\n${lines.join('\n')}\n\nWanted are at least ${rooms} rooms and at most ${minutes} minutes to the station. ${wanted}`,
      answer: choiceAnswer(
        key,
        instance.offers.map(({ label, name }) => ({ label, text: name })),
        [...labelsOf(fitting(instance)).slice(0, 2), ...labelsOf(ranked(instance, instance.offers)).slice(0, 2)],
      ),
      tags: ['planning', 'filtering'],
      nearMisses: [],
    };
  },
});
