import type { CodeLanguage, Difficulty } from '@benchloop/spec';
import type { Random } from '../../kit/random.ts';
import type { Plain } from './literal.ts';

/** What differs between the languages in a text for the model. */
export type Words = {
  language: CodeLanguage;
  /** The name of the function or class. */
  entry: string;
  /** `list` or `array`. */
  list: string;
  /** `dict` or `object`. */
  dict: string;
  /** `None` or `null`. */
  none: string;
  /** `True` or `true`. */
  yes: string;
  no: string;
  text: string;
  show: (value: Plain) => string;
};

/** Replacements in a program, each of a text that occurs in it. */
export type Edit = readonly [from: string, to: string];

/** A wrong solution that a model plausibly writes, and the hidden tests that it fails: no more and no fewer. */
export type Fault = {
  name: string;
  edits: readonly Edit[];
  fails: readonly string[];
  /** Set where the arguments that show the planted fault of a repair show this one too. */
  isTriggered?: boolean;
};

/** Programs in one language. Two right solutions of different kinds; faults are edits of the first. */
export type Programs = { right: readonly [string, string]; faults: readonly Fault[] };

/** A hidden test: a rule of the brief, tried with several calls. */
export type HiddenTest = { name: string; calls: Plain[][] };

/**
 * How the problem is put:
 * - `write`: from the brief alone.
 * - `repair`: the first right program is given with one of the faults. `trigger` draws arguments that show it, one call for each test, so that the given code passes none.
 * - `complete`: the first right program is given with a hole.
 * - `refactor`: working code of another form is given.
 */
export type TaskForm = {
  language: CodeLanguage;
  level: Difficulty;
} & (
  | { kind: 'write' }
  | { kind: 'repair'; plants: string }
  | { kind: 'complete'; hole: readonly Edit[] }
  | { kind: 'refactor'; given: string; wish: string }
);

/** A problem that `draw` fills with names, constants and rules. Everything below follows from the drawn rule. */
export type Problem<Rule = unknown> = {
  id: string;
  tags: readonly string[];
  draw: (random: Random) => Rule;
  /** Words of the name, such as `merge spans`; one word for a class. */
  name: (rule: Rule) => string;
  /** Names of the parameters, or of the constructor's. */
  parameters: (rule: Rule) => string;
  /** Set where the program is a class: arguments of a call are `[constructor arguments, [method, ...arguments][]]`. */
  isClass?: boolean;
  /** Numbers are right within this much. The brief says so. */
  tolerance?: number;
  brief: (rule: Rule, words: Words) => string;
  /** The reference, and a second solver of another algorithm. */
  solve: (rule: Rule, args: Plain[]) => Plain;
  check: (rule: Rule, args: Plain[]) => Plain;
  tests: (random: Random, rule: Rule) => HiddenTest[];
  /** Arguments that show the planted fault of a repair. */
  trigger?: (random: Random, rule: Rule) => Plain[];
  programs: (rule: Rule, entry: string) => Partial<Record<CodeLanguage, Programs>>;
  forms: (rule: Rule, entry: (language: CodeLanguage) => string) => readonly TaskForm[];
};

/** A problem whose rule is known only to itself, so that those of different rules stand in one list. */
export const defineProblem = <Rule>(problem: Problem<Rule>): Problem => problem as unknown as Problem;

export const applyEdits = (program: string, edits: readonly Edit[]): string =>
  edits.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`the program holds no ${JSON.stringify(from)}`);
    return text.replace(from, () => to);
  }, program);

/** `merge spans` as the language writes it: `merge_spans`, `mergeSpans`, or `Ledger` for a class. */
export const entryOf = (name: string, { language, isClass }: { language: CodeLanguage; isClass: boolean }): string => {
  const words = name.split(' ');
  const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
  if (isClass) return words.map(capital).join('');
  return language === 'python' ? words.join('_') : words.map((word, index) => (index === 0 ? word : capital(word))).join('');
};

export const wordsOf = (language: CodeLanguage, entry: string, show: Words['show']): Words =>
  language === 'python'
    ? { language, entry, list: 'list', dict: 'dict', none: '`None`', yes: '`True`', no: '`False`', text: 'str', show }
    : { language, entry, list: 'array', dict: 'object', none: '`null`', yes: '`true`', no: '`false`', text: 'string', show };
