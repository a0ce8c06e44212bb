import type { Random } from '../../../kit/random.ts';
import type { Plain } from '../literal.ts';
import { defineProblem } from '../problem.ts';

type Rule = { name: string; shown: number; mark: string; kept: string };

const solve = ({ shown, mark, kept }: Rule, args: Plain[]): Plain => {
  const text = args[0] as string;
  const edge = text.length - shown;
  return [...text].map((character, index) => (index < edge && character !== kept ? mark : character)).join('');
};

const check = ({ shown, mark, kept }: Rule, args: Plain[]): Plain => {
  const text = args[0] as string;
  if (text.length <= shown) return text;
  const hidden = text.slice(0, -shown).split(kept);
  return hidden.map((part) => mark.repeat(part.length)).join(kept) + text.slice(-shown);
};

const part = (random: Random, length: number): string =>
  Array.from({ length }, () => random.pick([...'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'])).join('');

export const maskText = defineProblem<Rule>({
  id: 'mask-text',
  tags: ['text', 'edge-cases'],
  draw: (random) => ({
    name: random.pick(['mask code', 'hide code', 'mask number', 'cover text']),
    shown: random.int(3, 5),
    mark: random.pick(['*', '#', 'x', '?']),
    kept: random.pick(['-', ' ', '/', '.']),
  }),
  name: ({ name }) => name,
  parameters: () => 'code',
  brief: ({ shown, mark, kept }, { text }) =>
    `\`code\` is a ${text}. Return it with each character replaced by "${mark}", except its last ${shown} characters and each ${kept === ' ' ? 'space' : `"${kept}"`}, which stay. A code of ${shown} characters or fewer stays as it is.`,
  solve,
  check,
  tests: (random, { shown, kept }) => {
    const code = (length: number): Plain[] => [part(random, length)];
    const split = (...lengths: number[]): Plain[] => [lengths.map((length) => part(random, length)).join(kept)];
    return [
      { name: 'one part', calls: [code(shown + 4), code(shown + 7)] },
      { name: 'several parts', calls: [split(4, 4, shown), split(2, 5, 3, shown)] },
      { name: 'a separator among the last characters', calls: [split(4, 3, shown - 1), split(6, shown - 2)] },
      { name: 'just long enough to hide', calls: [code(shown + 1), [`${kept}${part(random, shown + 1)}`]] },
      { name: 'short and empty', calls: [code(shown), code(shown - 1), [''], [part(random, shown + 2)]] },
    ];
  },
  trigger: (random, { shown, kept }) => [`${part(random, 3)}${kept}${part(random, shown + 1)}`],
  programs: ({ shown, mark, kept }, entry) => ({
    python: {
      right: [
        `def ${entry}(code):
    result = ""
    for i, c in enumerate(code):
        if i >= len(code) - ${shown} or c == "${kept}":
            result += c
        else:
            result += "${mark}"
    return result`,
        String.raw`import re

def ${entry}(code):
    head = code[:-${shown}]
    return re.sub(r"[^${kept}]", "${mark}", head) + code[len(head):]`,
      ],
      faults: [
        {
          name: 'hides the separators',
          edits: [[` or c == "${kept}"`, '']],
          fails: ['several parts', 'a separator among the last characters', 'just long enough to hide'],
          isTriggered: true,
        },
        {
          name: 'shows one too many',
          edits: [['>= len', '> len']],
          fails: ['one part', 'several parts', 'a separator among the last characters', 'just long enough to hide', 'short and empty'],
          isTriggered: true,
        },
      ],
    },
    javascript: {
      right: [
        `function ${entry}(code) {
  let result = '';
  for (let i = 0; i < code.length; i++) {
    const isShown = i >= code.length - ${shown} || code[i] === '${kept}';
    result += isShown ? code[i] : '${mark}';
  }
  return result;
}`,
        `const ${entry} = (code) => {
  const at = Math.max(0, code.length - ${shown});
  return code.slice(0, at).split('${kept}').map((p) => '${mark}'.repeat(p.length)).join('${kept}') + code.slice(at);
};`,
      ],
      faults: [
        {
          name: 'null for an empty code',
          edits: [["let result = '';", "if (code === '') return null;\n  let result = '';"]],
          fails: ['short and empty'],
        },
        {
          name: 'hides the separators',
          edits: [[` || code[i] === '${kept}'`, '']],
          fails: ['several parts', 'a separator among the last characters', 'just long enough to hide'],
          isTriggered: true,
        },
        {
          name: 'hides one too many',
          edits: [['i >= code', 'i > code']],
          fails: ['one part', 'several parts', 'a separator among the last characters', 'just long enough to hide', 'short and empty'],
          isTriggered: true,
        },
        {
          name: 'hides the end instead',
          edits: [[`i >= code.length - ${shown}`, `i < ${shown}`]],
          fails: ['one part', 'several parts', 'a separator among the last characters', 'just long enough to hide', 'short and empty'],
          isTriggered: true,
        },
      ],
    },
  }),
  forms: () => [
    { language: 'python', kind: 'write', level: 'easy' },
    { language: 'javascript', kind: 'repair', level: 'easy', plants: 'hides the separators' },
  ],
});
