import type { Random } from '../../../kit/random.ts';
import { defineExtraction, type ExtractionFamily } from '../extraction.ts';
import { found, foundAll, labelled } from '../reading.ts';
import { anyOrder, decimal, inOrder, integer, nested, option, orNull, rows, text, truth, type Data } from '../shape.ts';

const dishes = ['leek tart', 'lentil soup', 'plum cake', 'potato bake', 'rice pudding', 'carrot salad', "shepherd's pie"] as const;
const foods = [
  'flour',
  'sugar',
  'butter',
  'leeks',
  'lentils',
  'plums',
  'potatoes',
  'rice',
  'carrots',
  'cream',
  'cheese',
  'onions',
] as const;
const tools = ['whisk', 'sieve', 'grater', 'large pan', 'loaf tin', 'blender'] as const;

const short = defineExtraction({
  shape: {
    dish: text('name of the dish'),
    servings: integer('for how many people'),
    minutes: integer('minutes in the oven'),
    temperature_c: integer('temperature of the oven in degrees Celsius'),
    ingredients: anyOrder('names of the ingredients without amounts', text('')),
  },
  draw: (random) => ({
    dish: random.pick(dishes),
    servings: random.int(2, 8),
    minutes: random.int(13, 75),
    heat: random.int(15, 24) * 10,
    foods: random.sample(foods, 3),
    rest: random.int(80, 120),
  }),
  ask: () => 'Read this recipe.',
  write: ({ dish, servings, minutes, heat, foods: list, rest }) =>
    [
      dish,
      `Serves ${servings}`,
      ...list.map((food, at) => `- ${(at + 2) * 50} g ${food}`),
      `Bake at ${heat} °C for ${minutes} minutes, then let it rest for ${rest} minutes.`,
    ].join('\n'),
  key: ({ dish, servings, minutes, heat, foods: list }) => ({ dish, servings, minutes, temperature_c: heat, ingredients: list }),
  read: (document) => ({
    dish: document.split('\n')[0] ?? '',
    servings: Number(found(document, /Serves (\d+)/)),
    minutes: Number(found(document, /°C for (\d+)/)),
    temperature_c: Number(found(document, /at (\d+) °C/)),
    ingredients: foundAll(document, /- \d+ g (.+)/g).map(([food = '']) => food),
  }),
  decoys: ({ rest }, key) => [{ name: 'the time of resting', answer: { ...key, minutes: rest } }],
});

type Amount = { food: string; amount: number; unit: 'g' | 'ml' | 'pieces'; optional: boolean };
type Recipe = {
  dish: string;
  from: number;
  to: number;
  list: Amount[];
  steps: { minutes: number; what: string }[];
  tools: string[];
  swap: [string, string];
  vegan: boolean;
};

const verbs = ['chop', 'boil', 'fry', 'mix', 'bake', 'cool'] as const;

const amountsOf = (random: Random): Amount[] =>
  random.sample(foods, 6).map((food, at): Amount => ({
    food,
    amount: random.int(2, 30) * 4,
    unit: at === 0 ? 'pieces' : random.pick(['g', 'ml']),
    optional: at === 2 || at === 4,
  }));

const scaled = defineExtraction<Recipe>({
  shape: {
    dish: text('name of the dish'),
    servings: integer('for how many people it is wanted'),
    ingredients: rows('ingredients after the swap, with amounts for the wanted number of people', {
      name: text('name'),
      amount: orNull(decimal('amount in the unit')),
      unit: option('unit', ['g', 'ml', 'pieces']),
      optional: truth('whether the recipe calls it optional'),
    }),
    steps: inOrder('verbs of the steps', text('')),
    time: nested('minutes', { longest_step: integer('of the longest step'), total: integer('of all steps together') }),
    tools: anyOrder('tools that the recipe needs; what it can do without is none', text('')),
    vegan: truth('whether the recipe calls itself vegan'),
  },
  draw: (random) => {
    const list = amountsOf(random);
    const minutes = random.sample([...Array(50).keys()], 5);
    const [swapped, other] = [list[3]?.food ?? '', random.pick(foods.filter((food) => list.every((one) => one.food !== food)))];
    return {
      dish: random.pick(dishes),
      from: 4,
      to: random.pick([2, 6, 8, 10]),
      list,
      steps: random.sample(verbs, 5).map((what, at) => ({ what, minutes: (minutes[at] ?? 0) + 2 })),
      tools: random.sample(tools, 3),
      swap: [swapped, other],
      vegan: random.chance(0.5),
    };
  },
  ask: ({ from, to }) =>
    `Read this recipe for ${from} people and give the amounts for ${to} people: every amount is multiplied by ${to / from}. "To taste" means that there is no amount.`,
  write: ({ dish, from, list, steps, tools: [one, two, three], swap, vegan }) =>
    [
      `${dish} for ${from}, ${vegan ? 'vegan' : 'not vegan'}`,
      '',
      ...list.map(
        ({ food, amount, unit, optional }, at) =>
          `* ${food}: ${at === 5 ? `to taste, counted in ${unit}` : `${amount} ${unit}`}${optional ? ' (optional)' : ''}`,
      ),
      '',
      ...steps.map(({ what, minutes }, at) => `${at + 1}. ${what} (${minutes} min)`),
      '',
      `You need: ${one}, ${two}; a ${three} helps but you can do without it.`,
      `Tip of the author: take ${swap[1]} instead of ${swap[0]}, the same amount. This recipe is printed with that swap still to be done.`,
    ].join('\n'),
  key: ({ dish, from, to, list, steps, tools: needed, swap, vegan }) => ({
    dish,
    servings: to,
    ingredients: list.map(({ food, amount, unit, optional }, at): Data => ({
      name: food === swap[0] ? swap[1] : food,
      amount: at === 5 ? null : (amount * to) / from,
      unit,
      optional,
    })),
    steps: steps.map(({ what }) => what),
    time: { longest_step: Math.max(...steps.map(({ minutes }) => minutes)), total: steps.reduce((sum, { minutes }) => sum + minutes, 0) },
    tools: needed.slice(0, 2),
    vegan,
  }),
  read: (document, ask) => {
    const [, from = '', to = ''] = /for (\d+) people and give the amounts for (\d+)/.exec(ask) ?? [];
    const [, instead = '', swapped = ''] = /take (\w+) instead of (\w+),/.exec(document) ?? [];
    const times = foundAll(document, /^\d\. (\w+) \((\d+) min\)$/gm);
    const minutes = times.map(([, count]) => Number(count)).sort((a, b) => a - b);
    return {
      dish: found(document, /^(.+) for \d+,/),
      servings: Number(to),
      ingredients: foundAll(document, /^\* (\w+): (?:(\d+) |to taste, counted in )(g|ml|pieces)( \(optional\))?$/gm).map(
        ([food = '', amount = '', unit = '', optional = '']) => ({
          name: food === swapped ? instead : food,
          amount: amount === '' ? null : (Number(amount) / Number(from)) * Number(to),
          unit,
          optional: optional !== '',
        }),
      ),
      steps: times.map(([verb = '']) => verb),
      time: { longest_step: minutes.at(-1) ?? 0, total: minutes.reduce((sum, count) => sum + count, 0) },
      tools: (labelled(document, 'You need').split(';')[0] ?? '').split(', '),
      vegan: !document.includes('not vegan'),
    };
  },
  decoys: ({ tools: needed }, key) => [{ name: 'a tool that is not needed', answer: { ...key, tools: needed } }],
});

export const recipes: ExtractionFamily = {
  id: 'recipes',
  tags: ['recipe', 'scaling', 'sequence'],
  levels: [
    ['easy', short],
    ['hard', scaled],
  ],
};
