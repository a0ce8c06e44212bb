import type { CodeLanguage, Proof, ProofCase } from '@benchloop/spec';

export type ProofParts = {
  language: CodeLanguage;
  entry: string;
  isClass: boolean;
  right: readonly [string, string];
  /** Wrong programs with the score that each must get. */
  wrong: readonly { name: string; program: string; score: number }[];
  /** Which of the ways to fail entirely this task tries; each costs a run of the sandbox. */
  turn: number;
};

const tagsOf: Record<CodeLanguage, readonly [string, string]> = {
  python: ['python', 'py'],
  javascript: ['javascript', 'js'],
  typescript: ['typescript', 'ts'],
};

const said = (name: string, text: string, reasoning?: string): ProofCase => ({
  name,
  replies: [{ text, ...(reasoning === undefined ? {} : { reasoning }) }],
});

const fence = (code: string, tag: string, mark = '```'): string => `${mark}${tag}\n${code}\n${mark}`;

/** The same two programs in the styles in which models hand them over. */
const accepted = ({ language, right: [first, second] }: ProofParts): ProofCase[] => {
  const [long, short] = tagsOf[language];
  return [
    said('bare', first),
    said('prose', `Here is my solution.\n\n${fence(first, long)}\n\nIt goes through the input once and keeps what it needs.`),
    said('another solution, fenced with tildes', fence(second, short, '~~~')),
    said(
      'thinking',
      fence(first, ''),
      `First I thought of this:\n\n${fence('nonsense(', long)}\n\nThat can't work, so I take the other way.`,
    ),
    said(
      'another solution, in pieces',
      `1. First the code:\r\n\r\n   ${fence(second, long).replaceAll('\n', '\r\n   ')}\r\n\r\n2. Then run it:\r\n\r\n${fence('run solution', 'bash')}`,
    ),
  ];
};

const renamed = (program: string, entry: string, name: string): string => program.replaceAll(new RegExp(`\\b${entry}\\b`, 'g'), name);

const printing = ({ language, entry, isClass, right: [first] }: ProofParts): string => {
  if (language === 'python') {
    const inner = renamed(first, entry, 'inner');
    return isClass ? `print(1)\n` : `${inner}\n\ndef ${entry}(*values):\n    print(inner(*values))`;
  }
  const inner = renamed(first, entry, 'inner');
  return isClass ? 'console.log(1);' : `${inner}\n\nfunction ${entry}(...values) {\n  console.log(inner(...values));\n}`;
};

/** Programs that fail entirely, whatever the task. */
const failures = (parts: ProofParts): { name: string; program: string }[] => {
  const { language, entry, isClass, right } = parts;
  const isPython = language === 'python';
  return [
    { name: 'right code under another name', program: renamed(right[0], entry, `${entry}2`) },
    ...(isClass ? [] : [{ name: 'prints instead of returning', program: printing(parts) }]),
    { name: 'a syntax error in the last line', program: `${right[0]}\n${isPython ? 'def broken(:' : 'function broken( {'}` },
    ...(isClass
      ? []
      : [
          {
            name: 'gives its argument back',
            program: isPython ? `def ${entry}(first, *rest):\n    return first` : `function ${entry}(first) {\n  return first;\n}`,
          },
        ]),
    isPython
      ? { name: 'ends the interpreter', program: `${right[0]}\nimport sys\nsys.exit(0)` }
      : { name: 'throws while it loads', program: `${right[0]}\nthrow new Error('not finished');` },
  ];
};

const endless = ({ language, entry }: ProofParts): { name: string; program: string } => ({
  name: 'never ends',
  program: language === 'python' ? `while True:\n    pass\ndef ${entry}():\n    pass` : `for (;;) {}\nfunction ${entry}() {}`,
});

export const proofOf = (parts: ProofParts, withEndless: boolean): Proof => {
  const { language, right, turn } = parts;
  const [long] = tagsOf[language];
  const ways = failures(parts);
  const way = ways[turn % ways.length];
  const failing = [...(way === undefined ? [] : [way]), ...(withEndless ? [endless(parts)] : [])];
  return {
    accepted: accepted(parts),
    rejected: [
      ...parts.wrong.map(({ name, program, score }) => ({ ...said(name, fence(program, long)), score })),
      ...failing.map(({ name, program }) => said(name, fence(program, long))),
      { ...said('code in the thinking alone', 'I have written the program and it works.', fence(right[0], long)), outcome: 'unparseable' },
      { ...said('words alone', 'Go through the input once, keep what is needed and return it at the end.'), outcome: 'unparseable' },
      { ...said('thinking that leaked and never ended', `<think>${fence(right[0], long)}`), outcome: 'unparseable' },
      { ...said('a command to run it', fence('run solution --all', 'bash')), outcome: 'unparseable' },
    ],
  };
};
