import type { Random } from '../../../kit/random.ts';
import type { Plain } from '../literal.ts';
import { defineProblem } from '../problem.ts';

type Rule = { name: string; letter: string; least: number };

const stems = ['arm', 'ebb', 'iron', 'oval', 'urge', 'sea', 'tin', 'market', 'stone', 'linen', 'rust', 'gate'] as const;

const wordWith = (random: Random, letter: string, length: number): string =>
  `${letter}${Array.from({ length: length - 1 }, () => random.pick(['n', 'k', 'w', 'd'])).join('')}`;

const solve = ({ letter, least }: Rule, args: Plain[]): Plain =>
  (args[0] as string).split(/\s+/).filter((word) => word.length >= least && word.charAt(0).toLowerCase() === letter).length;

const check = ({ letter, least }: Rule, args: Plain[]): Plain => {
  let [count, start] = [0, 0];
  const text = `${args[0] as string} `;
  for (let at = 0; at < text.length; at += 1)
    if (/\s/.test(text.charAt(at))) {
      if (at - start >= least && [letter, letter.toUpperCase()].includes(text.charAt(start))) count += 1;
      start = at + 1;
    }
  return count;
};

export const countWords = defineProblem<Rule>({
  id: 'count-words',
  tags: ['text', 'counting'],
  draw: (random) => ({
    name: random.pick(['count words', 'count long words', 'words with letter', 'matching words']),
    letter: random.pick(['b', 'c', 'f', 'p', 'v', 'z']),
    least: random.int(4, 6),
  }),
  name: ({ name }) => name,
  parameters: () => 'text',
  brief: ({ letter, least }) =>
    `\`text\` holds words with one or more spaces or line breaks between them, and perhaps around them. Return how many of the words begin with the letter "${letter}", small or capital, and have at least ${least} letters.`,
  solve,
  check,
  tests: (random, { letter, least }) => {
    const hit = (more = random.int(0, 3)) => wordWith(random, letter, least + more);
    const capital = () => `${letter.toUpperCase()}${hit(random.int(1, 3)).slice(1)}`;
    const short = () => wordWith(random, letter, least - 1);
    const others = (count: number) => random.sample(stems, count);
    const line = (words: readonly string[]) => random.shuffle(words).join(' ');
    return [
      { name: 'some of the words', calls: [[line([hit(2), hit(3), ...others(4)])], [line([hit(1), hit(1), hit(2), ...others(2)])]] },
      { name: 'capital letters', calls: [[line([capital(), hit(1), capital(), ...others(2)])], [line([capital(), ...others(3)])]] },
      { name: 'just long enough', calls: [[line([hit(0), short(), hit(0), ...others(2)])], [line([short(), hit(0), hit(0), hit(0)])]] },
      { name: 'the letter inside a word', calls: [[line([`s${hit(1)}`, `oo${hit(2)}`, hit(1)])], [line([`e${hit(1)}`, `e${hit(3)}`])]] },
      {
        name: 'more than one space',
        calls: [[`  ${hit(1)}   ${others(1)[0] ?? ''}\n\n${hit(1)} `], ['   '], [`${hit(1)}\n${hit(2)}  ${hit(1)}`]],
      },
    ];
  },
  programs: ({ letter, least }, entry) => ({
    python: {
      right: [
        `def ${entry}(text):
    count = 0
    for word in text.split():
        if word[0].lower() == "${letter}" and len(word) >= ${least}:
            count += 1
    return count`,
        String.raw`import re

def ${entry}(text: str) -> int:
    return len(re.findall(r"(?<!\S)[${letter}${letter.toUpperCase()}]\S{${least - 1},}", text))`,
      ],
      faults: [
        { name: 'capital letters are forgotten', edits: [['word[0].lower()', 'word[0]']], fails: ['capital letters'] },
        { name: 'one letter too many is asked for', edits: [['>=', '>']], fails: ['just long enough'] },
        {
          name: 'the letter may stand anywhere',
          edits: [[`word[0].lower() == "${letter}"`, `"${letter}" in word.lower()`]],
          fails: ['the letter inside a word'],
        },
        { name: 'fails for two spaces', edits: [['split()', 'split(" ")']], fails: ['more than one space'] },
      ],
    },
    javascript: {
      right: [
        String.raw`function ${entry}(text) {
  let count = 0;
  for (const word of text.split(/\s+/)) {
    if (word.toLowerCase().startsWith('${letter}') && word.length >= ${least}) count++;
  }
  return count;
}`,
        String.raw`export default function ${entry}(text) {
  return (text.match(/(?<!\S)${letter}\S{${least - 1},}/gi) || []).length;
}`,
      ],
      faults: [
        { name: 'capital letters are forgotten', edits: [['word.toLowerCase().starts', 'word.starts']], fails: ['capital letters'] },
        { name: 'one letter too many is asked for', edits: [['>=', '>']], fails: ['just long enough'] },
        { name: 'the letter may stand anywhere', edits: [["startsWith('", "includes('"]], fails: ['the letter inside a word'] },
        { name: 'splits at spaces only', edits: [[String.raw`/\s+/`, "' '"]], fails: ['more than one space'] },
      ],
    },
  }),
  forms: () => [
    { language: 'python', kind: 'write', level: 'easy' },
    { language: 'javascript', kind: 'write', level: 'easy' },
  ],
});
