import type { Random } from '../../../kit/random.ts';
import type { Plain } from '../literal.ts';
import { defineProblem } from '../problem.ts';

type Rule = { name: string; escape: string };

const solve = ({ escape }: Rule, args: Plain[]): Plain => {
  const code = args[0] as string;
  let [text, count] = ['', ''];
  for (let at = 0; at < code.length; at += 1) {
    const character = code.charAt(at);
    if (/\d/.test(character)) {
      count += character;
      continue;
    }
    if (character === escape) at += 1;
    text += code.charAt(at).repeat(count === '' ? 1 : Number(count));
    count = '';
  }
  return text;
};

const check = ({ escape }: Rule, args: Plain[]): Plain => {
  const unit = new RegExp(`(\\d*)(?:\\${escape}(.)|([^\\d\\${escape}]))`, 'g');
  return (args[0] as string).replaceAll(unit, (_unit, count: string, escaped?: string, plain?: string) =>
    Array.from({ length: count === '' ? 1 : Number(count) }, () => escaped ?? plain ?? '').join(''),
  );
};

const letter = (random: Random): string => random.pick([...'abcdefghkmnpqrstuvwxyz']);

export const expandRuns = defineProblem<Rule>({
  id: 'expand-runs',
  tags: ['text', 'parsing', 'edge-cases'],
  draw: (random) => ({
    name: random.pick(['expand runs', 'decode runs', 'unpack text', 'expand code']),
    escape: random.pick(['!', '~', '^', '%']),
  }),
  name: ({ name }) => name,
  parameters: () => 'code',
  brief: ({ escape }, { text }) =>
    `\`code\` is a ${text} that stands for a longer one. It is read from left to right: a number in decimal digits says how many times the next character is written, and a character without a number before it is written once. The number may be 0; then the character is not written. The sign "${escape}" is not written itself: it makes the one character behind it ordinary, so that a digit or "${escape}" can be written too, and a number before the sign belongs to that character. Return the longer ${text}. No code ends in a number or in a single "${escape}".`,
  solve,
  check,
  tests: (random, { escape }) => {
    const run = (least = 2, most = 9) => `${random.int(least, most)}${letter(random)}`;
    const several = (...parts: string[]) => random.shuffle(parts).join('');
    return [
      { name: 'short runs', calls: [[several(run(), run(), run())], [several(run(), run())]] },
      {
        name: 'single characters',
        calls: [[several(run(), letter(random), letter(random))], [`${letter(random)}${run()}${letter(random)}`]],
      },
      { name: 'numbers of two digits', calls: [[several(run(10, 30), run())], [`${letter(random)}${run(10, 40)}${run(10, 12)}`]] },
      {
        name: 'escaped digits',
        calls: [[`${run()}${escape}${random.int(2, 9)}${letter(random)}`], [`${random.int(2, 5)}${escape}${random.int(2, 9)}${run()}`]],
      },
      {
        name: 'the escaping sign itself',
        calls: [[`${letter(random)}${escape}${escape}${run()}`], [`${random.int(2, 4)}${escape}${escape}${letter(random)}`]],
      },
      {
        name: 'zero times',
        calls: [[`${letter(random)}0${letter(random)}${run()}`], [`0${letter(random)}`], [`${letter(random)}0${escape}7`]],
      },
      { name: 'other characters and nothing', calls: [[''], [`3 ${letter(random)}2-`], [`2.${letter(random)}`]] },
    ];
  },
  trigger: (random) => [`${random.int(11, 29)}${letter(random)}${letter(random)}`],
  programs: ({ escape }, entry) => ({
    python: {
      right: [
        `def ${entry}(code):
    result = []
    count = ""
    i = 0
    while i < len(code):
        c = code[i]
        if c.isdigit():
            count += c
        else:
            if c == "${escape}":
                i += 1
                c = code[i]
            result.append(c * (int(count) if count else 1))
            count = ""
        i += 1
    return "".join(result)`,
        String.raw`import re

UNIT = re.compile(r"(\d*)(?:[${escape === '^' ? '\\^' : escape}](.)|([^\d${escape}]))", re.S)

def ${entry}(code):
    def write(found):
        count, escaped, plain = found.groups()
        return (escaped or plain) * (int(count) if count != "" else 1)
    return UNIT.sub(write, code)`,
      ],
      faults: [
        { name: 'numbers have one digit', edits: [['count += c', 'count = c']], fails: ['numbers of two digits'] },
        {
          name: 'knows no escaping sign',
          edits: [[`c == "${escape}"`, 'False']],
          fails: ['escaped digits', 'the escaping sign itself'],
        },
        { name: 'zero counts as one', edits: [['(int(count) if count else 1)', 'max(1, int(count or 1))']], fails: ['zero times'] },
        {
          name: 'the number is kept',
          edits: [['            count = ""\n', '']],
          fails: [
            'short runs',
            'single characters',
            'numbers of two digits',
            'escaped digits',
            'the escaping sign itself',
            'other characters and nothing',
          ],
        },
      ],
    },
    javascript: {
      right: [
        `function ${entry}(code) {
  let result = '';
  let count = '';
  for (let i = 0; i < code.length; i++) {
    let c = code[i];
    if (c >= '0' && c <= '9') {
      count += c;
      continue;
    }
    if (c === '${escape}') {
      i++;
      c = code[i];
    }
    result += c.repeat(count === '' ? 1 : Number(count));
    count = '';
  }
  return result;
}`,
        `const ${entry} = (code) => {
  const read = (at, count, done) => {
    if (at >= code.length) return done;
    if (/[0-9]/.test(code[at])) return read(at + 1, (count ?? 0) * 10 + Number(code[at]), done);
    const place = code[at] === '${escape}' ? at + 1 : at;
    return read(place + 1, null, done.concat(Array(count ?? 1).fill(code[place])));
  };
  return read(0, null, []).join('');
};`,
      ],
      faults: [
        { name: 'numbers have one digit', edits: [['count += c', 'count = c']], fails: ['numbers of two digits'], isTriggered: true },
        {
          name: 'knows no escaping sign',
          edits: [[`c === '${escape}'`, 'false']],
          fails: ['escaped digits', 'the escaping sign itself'],
        },
        { name: 'zero counts as one', edits: [["count === '' ? 1 : Number(count)", 'Number(count) || 1']], fails: ['zero times'] },
        {
          name: 'drops the number before an escaping sign',
          edits: [['      i++;', "      count = '';\n      i++;"]],
          fails: ['escaped digits', 'the escaping sign itself', 'zero times'],
        },
      ],
    },
  }),
  forms: () => [
    { language: 'python', kind: 'write', level: 'medium' },
    { language: 'javascript', kind: 'repair', level: 'medium', plants: 'numbers have one digit' },
  ],
});
