import type { Random } from '../../../kit/random.ts';
import type { Plain } from '../literal.ts';
import { defineProblem } from '../problem.ts';

type Rule = { name: string; most: number; mark: string };

const solve = ({ most, mark }: Rule, args: Plain[]): Plain =>
  (args[0] as string[]).map((text) => {
    const characters = Array.from(text);
    return characters.length <= most
      ? text
      : `${characters
          .slice(0, most - 1)
          .join('')
          .trimEnd()}${mark}`;
  });

/** Takes characters by their code points, one after another. */
const check = ({ most, mark }: Rule, args: Plain[]): Plain => {
  const shortened = (text: string): string => {
    let [at, count, cut] = [0, 0, 0];
    while (at < text.length) {
      at += (text.codePointAt(at) ?? 0) > 0xff_ff ? 2 : 1;
      count += 1;
      if (count === most - 1) cut = at;
    }
    if (count <= most) return text;
    while (text[cut - 1] === ' ') cut -= 1;
    return text.slice(0, cut) + mark;
  };
  return (args[0] as string[]).map(shortened);
};

const letters = 'abcdefghiklmnoprstuvw';
const pictures = ['😀', '🚲', '🍋', '🐢', '🎈', '🌍'] as const;
const word = (random: Random, length: number): string => Array.from({ length }, () => random.pick([...letters])).join('');

/** A text of so many characters, some of them pictures. */
const pictured = (random: Random, length: number): string =>
  random.shuffle([...word(random, length - 3), ...random.sample(pictures, 3)]).join('');

export const shortenTexts = defineProblem<Rule>({
  id: 'shorten-texts',
  tags: ['text', 'unicode', 'edge-cases'],
  draw: (random) => ({
    name: random.pick(['shorten texts', 'cut titles', 'fit labels', 'short names']),
    most: random.int(8, 14),
    mark: random.pick(['…', '~', '+', '>']),
  }),
  name: ({ name }) => name,
  parameters: () => 'texts',
  brief: ({ most, mark }, { list, text }) =>
    `\`texts\` is a ${list} of ${text}s. Return a ${list} of them in the same order, each with at most ${most} characters: a longer one becomes its first ${most - 1} characters, without the spaces at their end, and then "${mark}". A character is a Unicode code point, so that an emoji such as 🚀 counts as one and is never cut apart.`,
  solve,
  check,
  tests: (random, { most }) => {
    const spaced = (): string => `${word(random, most - 3)}  ${word(random, random.int(4, 9))}`;
    return [
      {
        name: 'short texts',
        calls: [[[word(random, most - 2), word(random, most + 3)]], [['', word(random, most - 1), word(random, most + 4)]]],
      },
      { name: 'long texts', calls: [[[word(random, most + 1), word(random, most + 6)]], [[word(random, 2 * most)]]] },
      {
        name: 'just short enough',
        calls: [[[word(random, most), word(random, most + 2)]], [[word(random, most + 3), word(random, most)]]],
      },
      { name: 'spaces where it is cut', calls: [[[spaced()]], [[spaced(), spaced()]]] },
      { name: 'emojis', calls: [[[pictured(random, most + 2)]], [[pictured(random, most - 1), pictured(random, most + 5)]]] },
    ];
  },
  trigger: (random, { most }) => [[pictured(random, most - 1)]],
  programs: ({ most, mark }, entry) => ({
    javascript: {
      right: [
        `function shorten(text) {
  const characters = [...text];
  if (characters.length <= ${most}) return text;
  const start = characters.slice(0, ${most - 1}).join('');
  return start.trimEnd() + '${mark}';
}

function ${entry}(texts) {
  return texts.map((text) => shorten(text));
}`,
        `function ${entry}(texts) {
  const result = [];
  for (const text of texts) {
    let short = '';
    let count = 0;
    for (const character of text) {
      count += 1;
      if (count < ${most}) short += character;
    }
    result.push(count > ${most} ? short.replace(/ +$/, '') + '${mark}' : text);
  }
  return result;
}`,
      ],
      faults: [
        { name: 'counts halves of emojis', edits: [['[...text]', "text.split('')"]], fails: ['emojis'] },
        { name: 'the limit itself is too long', edits: [['<= ', '< ']], fails: ['just short enough'] },
        {
          name: 'forgets the room of the mark',
          edits: [[`slice(0, ${most - 1})`, `slice(0, ${most})`]],
          fails: ['short texts', 'long texts', 'just short enough', 'spaces where it is cut', 'emojis'],
        },
        { name: 'keeps the spaces', edits: [['.trimEnd()', '']], fails: ['spaces where it is cut'] },
      ],
    },
  }),
  forms: () => [{ language: 'javascript', kind: 'repair', level: 'medium', plants: 'counts halves of emojis' }],
});
