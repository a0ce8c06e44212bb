import type { Plain } from '../literal.ts';
import { defineProblem } from '../problem.ts';

type Rule = { name: string; most: number; stop: string[] };

const vocabulary = ['apple', 'barn', 'cedar', 'delta', 'ember', 'fjord', 'grain', 'hazel', 'inlet', 'jetty', 'knoll', 'larch'] as const;
const fillers = ['the', 'and', 'but', 'not', 'for', 'with', 'from', 'into'] as const;

const solve = ({ most, stop }: Rule, args: Plain[]): Plain => {
  const counts = new Map<string, number>();
  for (const word of (args[0] as string).toLowerCase().match(/[a-z]+/g) ?? [])
    if (!stop.includes(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, most);
};

/** Takes the best word out of the sorted words, one after the other. */
const check = ({ most, stop }: Rule, args: Plain[]): Plain => {
  let letters = '';
  for (const character of args[0] as string) letters += /[a-z]/i.test(character) ? character.toLowerCase() : ' ';
  let left = letters
    .split(' ')
    .filter((word) => word !== '' && !stop.includes(word))
    .toSorted();
  const result: [string, number][] = [];
  while (left.length > 0 && result.length < most) {
    const countOf = (word: string) => left.lastIndexOf(word) - left.indexOf(word) + 1;
    const best = left.reduce((a, b) => (countOf(b) > countOf(a) ? b : a));
    result.push([best, countOf(best)]);
    left = left.filter((word) => word !== best);
  }
  return result;
};

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

export const topWords = defineProblem<Rule>({
  id: 'top-words',
  tags: ['text', 'counting', 'sorting'],
  draw: (random) => ({
    name: random.pick(['top words', 'frequent words', 'common words', 'word ranking']),
    most: random.int(3, 4),
    stop: random.sample(fillers, 3).toSorted(),
  }),
  name: ({ name }) => name,
  parameters: () => 'text',
  brief: ({ most, stop }, { list }) =>
    `A word is a run of letters a to z, capital or small, between other characters or the ends of \`text\`; case does not count. The words ${stop.map((word) => `"${word}"`).join(', ')} are left out. Return the ${most} most frequent words as a ${list} of pairs \`[word, count]\`, words in small letters, sorted by count from high to low and, where counts are equal, by word from a to z. Where there are fewer than ${most} words, return those that there are.`,
  solve,
  check,
  tests: (random, { most, stop }) => {
    const words = () => random.sample(vocabulary, most + 3);
    const repeated = (counts: readonly number[], shuffled = true): string[] => {
      const chosen = words();
      const all = counts.flatMap((count, index) => Array.from({ length: count }, () => chosen[index] ?? ''));
      return shuffled ? random.shuffle(all) : all;
    };
    const distinct = [6, 5, 4, 3, 1].slice(0, most + 1);
    const ties = (): string[] =>
      random
        .sample(vocabulary, most + 2)
        .toSorted()
        .toReversed()
        .flatMap((word) => [word, word]);
    const stopped = (): string[] =>
      random.shuffle([...repeated(distinct), ...stop.flatMap((word) => [word, word, ...Array.from({ length: 7 }, () => capital(word))])]);
    const noisy = (): string =>
      repeated(distinct)
        .map((word, index) => `${word}${[',', ';', '-', '!\n', '2', '_'][index % 6] ?? ''}`)
        .join(random.pick([' ', '  ']));
    return [
      { name: 'different counts', calls: [[repeated(distinct).join(' ')], [repeated(distinct).join(' ')]] },
      { name: 'equal counts', calls: [[ties().join(' ')], [ties().join(' ')]] },
      {
        name: 'capital letters',
        calls: [
          [
            repeated(distinct)
              .map((word, index) => (index % 2 === 0 ? capital(word) : word.toUpperCase()))
              .join(' '),
          ],
          [repeated(distinct).map(capital).join(' ')],
        ],
      },
      { name: 'words to leave out', calls: [[stopped().join(' ')], [stopped().join(' ')]] },
      { name: 'signs and digits between words', calls: [[noisy()], [noisy()]] },
      { name: 'few words', calls: [[repeated([2, 1], false).join(', ')], [''], [`${stop[0] ?? ''}, ${stop[1] ?? ''}.`]] },
    ];
  },
  programs: ({ most, stop }, entry) => ({
    python: {
      right: [
        `import re

STOP = {${stop.map((word) => `"${word}"`).join(', ')}}

def words_of(text):
    return [word for word in re.findall("[a-z]+", text.lower()) if word not in STOP]

def ${entry}(text):
    counts = {}
    for word in words_of(text):
        counts[word] = counts.get(word, 0) + 1
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return [[word, count] for word, count in ranked[:${most}]]`,
        `from collections import Counter

def ${entry}(text):
    clean = "".join(c if c.isascii() and c.isalpha() else " " for c in text.lower())
    words = [w for w in clean.split() if w not in (${stop.map((word) => `"${word}"`).join(', ')})]
    return [list(pair) for pair in Counter(sorted(words)).most_common(${most})]`,
      ],
      faults: [
        { name: 'equal counts in order of appearance', edits: [['(-item[1], item[0])', '-item[1]']], fails: ['equal counts'] },
        {
          name: 'equal counts from z to a',
          edits: [['key=lambda item: (-item[1], item[0]))', 'key=lambda item: (item[1], item[0]), reverse=True)']],
          fails: ['equal counts'],
        },
        {
          name: 'splits at spaces',
          edits: [['re.findall("[a-z]+", text.lower())', 'text.lower().split()']],
          fails: ['signs and digits between words', 'few words'],
        },
        {
          name: 'capital words are not left out',
          edits: [
            ['re.findall("[a-z]+", text.lower()) if word not in STOP', 're.findall("[a-zA-Z]+", text) if word not in STOP'],
            ['for word in words_of(text):', 'for word in map(str.lower, words_of(text)):'],
          ],
          fails: ['words to leave out'],
        },
      ],
    },
    javascript: {
      right: [
        `const STOP = new Set([${stop.map((word) => `'${word}'`).join(', ')}]);

function ${entry}(text) {
  const counts = new Map();
  for (const word of text.toLowerCase().match(/[a-z]+/g) || []) {
    if (STOP.has(word)) continue;
    counts.set(word, (counts.get(word) || 0) + 1);
  }
  return [...counts]
    .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
    .slice(0, ${most});
}`,
        String.raw`const ${entry} = (text) => {
  const counts = {};
  for (const raw of text.split(/[^A-Za-z]+/)) {
    const word = raw.toLowerCase();
    if (word && ![${stop.map((word) => `'${word}'`).join(', ')}].includes(word)) counts[word] = (counts[word] ?? 0) + 1;
  }
  const words = Object.keys(counts).sort();
  words.sort((a, b) => counts[b] - counts[a]);
  return words.slice(0, ${most}).map((word) => [word, counts[word]]);
};`,
      ],
      faults: [
        { name: 'equal counts in order of appearance', edits: [[' || (a < b ? -1 : 1)', '']], fails: ['equal counts'] },
        { name: 'fails for a text without words', edits: [[' || []', '']], fails: ['few words'] },
        { name: 'digits and underscores belong to words', edits: [['[a-z]+', String.raw`\w+`]], fails: ['signs and digits between words'] },
      ],
    },
  }),
  forms: ({ most }) => [
    {
      language: 'python',
      kind: 'complete',
      level: 'medium',
      hole: [
        [
          `    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return [[word, count] for word, count in ranked[:${most}]]`,
          '    # To do: rank the words and return the first ones.',
        ],
      ],
    },
    { language: 'javascript', kind: 'write', level: 'medium' },
  ],
});
