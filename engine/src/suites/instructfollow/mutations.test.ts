import { describe, expect, test } from 'vitest';
import type { Suite, Task } from '@benchloop/spec';
import { createTableEnvironment } from '../../environments/table/environment.ts';
import { createRawHarness } from '../../harnesses/raw/harness.ts';
import { proveTask } from '../../run/prove.ts';
import type { InstructionRules } from '../../scorers/instruction-rules/expect.ts';
import { countPhrase, plainText, readReply, wordsOf, type Reading } from '../../scorers/instruction-rules/reading.ts';
import { exactly, rangeFault, type Fault } from '../../scorers/instruction-rules/rules/define.ts';
import { ruleChecks, ruleKinds, type Rule, type RuleChecks, type RuleName } from '../../scorers/instruction-rules/rules/index.ts';
import { createInstructionRulesScorer, type InstructionJudging } from '../../scorers/instruction-rules/scorer.ts';
import { substanceFault } from '../../scorers/instruction-rules/substance.ts';
import { createInstructfollowSuite } from './suite.ts';

const suite = createInstructfollowSuite();
const tasks = suite.tasks(suite.publishedSeed);
const tools = { harness: createRawHarness(), createEnvironment: createTableEnvironment };
const expectOf = (task: Task) => task.expect as InstructionRules;

type Mutant = { name: string; expect: InstructionRules };

/** Other values of one parameter, each of which a reply at the published bounds must notice. */
const otherValues = (rule: Rule, name: string, value: unknown): unknown[] => {
  if (name === 'weight') return [];
  if (name === 'vital') return value === true ? [false] : [];
  const exact = 'min' in rule && 'max' in rule && rule.min === rule.max;
  if (name === 'min') return exact ? [undefined, 0] : [undefined, 400];
  if (name === 'max') return exact || typeof value !== 'number' ? [undefined, 900] : [900, 0].filter((other) => other !== value);
  if (typeof value === 'number') return [value + 1, ...(value > 1 ? [value - 1] : [])];
  if (typeof value === 'boolean') return value ? [] : [true];
  if (typeof value === 'string') return name === 'place' ? [value === 'last' ? 'first' : 'last'] : [];
  if (!Array.isArray(value)) return [];
  const reversed = [...value].reverse();
  const inOrder = rule.kind === 'sequence' || name === 'columns';
  return [
    ...(value.length > 1 ? value.map((_item, at) => value.filter((_one, place) => place !== at)) : []),
    ...(inOrder ? [reversed] : []),
  ];
};

const fixedText = <R extends Rule & { text: string }>(rule: R): R[] => [
  { ...rule, text: `${rule.text}x` },
  { ...rule, text: rule.text.toUpperCase() === rule.text ? 'X' : rule.text.toLowerCase() },
];
/** Case does not matter in a stated line. */
const statedText = <R extends Rule & { text: string }>(rule: R): R[] => [{ ...rule, text: `${rule.text}x` }];

const textMutants: { [K in RuleName]?: (rule: Extract<Rule, { kind: K }>) => Rule[] } = {
  'starts-with': fixedText,
  'ends-with': fixedText,
  'exact-reply': fixedText,
  'repeat-first': fixedText,
  'states-line': statedText,
  postscript: (rule) => [{ ...rule, marker: 'P.S.' }],
  wrap: (rule) => [{ ...rule, tag: 'other' }],
  'line-end': (rule) => [{ ...rule, mark: '~~' }],
  separator: (rule) => [{ ...rule, mark: '~~' }],
  'contains-times': (rule) => [{ ...rule, word: `${rule.word}s` }],
  'avoids-letter': (rule) =>
    [
      { ...rule, letter: 'e' },
      { ...rule, letter: 'z' },
    ].filter(({ letter }) => letter !== rule.letter),
  acrostic: (rule) => [
    { ...rule, word: `${rule.word.slice(0, -1)}q` },
    { ...rule, word: rule.word.slice(0, -1) },
  ],
  'sentence-initial': (rule) => [{ ...rule, letter: rule.letter === 'q' ? 'x' : 'q' }],
  'self-count': (rule) => [{ ...rule, label: 'Sum' }],
  language: (rule) =>
    (['de', 'es', 'fr', 'en', 'ja'] as const).filter((language) => language !== rule.language).map((language) => ({ ...rule, language })),
  punctuation: (rule) => (rule.max === 0 ? [] : [{ ...rule, mark: ':' as const }]),
  'json-object': (rule) =>
    rule.members.map((_member, at) => ({
      ...rule,
      members: rule.members.map((member, place) =>
        place === at ? { ...member, type: member.type === 'number' ? ('string' as const) : ('number' as const) } : member,
      ),
    })),
};

const otherText = (rule: Rule): Rule[] => textMutants[rule.kind]?.(rule as never) ?? [];

const mutantsOfRule = (rule: Rule): Rule[] => [
  ...Object.entries(rule).flatMap(([name, value]) => otherValues(rule, name, value).map((other) => ({ ...rule, [name]: other }) as Rule)),
  ...otherText(rule),
];

const mutantsOf = (expectation: InstructionRules): Mutant[] => {
  const { rules, substance } = expectation;
  const withRules = (name: string, changed: Rule[]): Mutant => ({ name, expect: { ...expectation, rules: changed } });
  return [
    ...rules.flatMap((rule, at) =>
      mutantsOfRule(rule).map((mutant) => withRules(`${JSON.stringify(rule)} as ${JSON.stringify(mutant)}`, rules.with(at, mutant))),
    ),
    ...(rules.length > 1
      ? rules.map((rule, at) =>
          withRules(
            `without ${rule.kind}`,
            rules.filter((_one, place) => place !== at),
          ),
        )
      : []),
    { name: 'another mention', expect: { ...expectation, substance: { ...substance, mentions: [`${substance.mentions[0]}q`] } } },
    { name: 'far more words needed', expect: { ...expectation, substance: { ...substance, minWords: 500 } } },
  ];
};

describe('mutated expectations', () => {
  test('the proofs notice each', async ({ annotate }) => {
    const survivors: string[] = [];
    let count = 0;
    for (const task of tasks) {
      for (const mutant of mutantsOf(expectOf(task))) {
        count += 1;
        if ((await proveTask(suite, { ...task, expect: mutant.expect }, tools)).length === 0) survivors.push(`${task.id}: ${mutant.name}`);
      }
    }
    await annotate(
      `instructfollow: ${count - survivors.length} of ${count} mutated keys caught (${Math.floor((100 * (count - survivors.length)) / count)} %)`,
    );
    expect(survivors, `${count - survivors.length} of ${count} caught`).toEqual([]);
    expect(count).toBeGreaterThan(50);
  });
});

const withCheck = <K extends RuleName>(
  kind: K,
  check: (rule: Extract<Rule, { kind: K }>, reading: Reading) => Fault,
): Partial<InstructionJudging> => ({
  checks: { ...ruleChecks, [kind]: { ...ruleChecks[kind], check } } as RuleChecks,
});

/** Gives the rule in force another reading of the reply, as a mutated reader would. */
const withReading = <K extends RuleName>(kind: K, change: (reading: Reading) => Partial<Reading>): Partial<InstructionJudging> =>
  withCheck(kind, (rule, reading) => ruleChecks[kind].check(rule as never, { ...reading, ...change(reading) }));

const judgingMutants: Record<string, Partial<InstructionJudging>> = {
  'vital rules are like others': { vitalRules: false },
  'prohibitions alone earn points': { restraintNeedsMore: false },
  'no substance is needed': { substanceFault: () => null },
  'nothing has substance': { substanceFault: () => 'the reply is nothing' },
  'mentions are not needed': {
    substanceFault: (expect, messages, reply) =>
      substanceFault({ ...expect, substance: { ...expect.substance, mentions: [] } }, messages, reply),
  },
  'copies are fine': { substanceFault: (expect, _messages, reply) => substanceFault(expect, [], reply) },
};

const checkMutants: Record<string, Partial<InstructionJudging>> = {
  ...Object.fromEntries(
    ruleKinds.flatMap(({ kind }) => [
      [`${kind} takes everything`, withCheck(kind, () => null)],
      [`${kind} takes nothing`, withCheck(kind, () => 'is wrong')],
    ]),
  ),
  'words one too many': withReading('words', ({ words }) => ({ words: [...words, 'x'] })),
  'words by spaces': withReading('words', ({ text }) => ({ words: text.split(/\s+/) })),
  'sentences by full stops only': withReading('sentences', ({ text }) => ({
    sentences: text.split('.').filter((part) => part.trim() !== ''),
  })),
  'sentences one too few': withReading('sentences', ({ sentences }) => ({ sentences: sentences.slice(1) })),
  'paragraphs by lines': withReading('paragraphs', ({ lines }) => ({ paragraphs: [...lines, ''] })),
  'contains-times counts parts of words': withCheck('contains-times', ({ word, times }, { text }) =>
    rangeFault(text.split(word).length - 1, 'uses', exactly(times)),
  ),
  'avoids keeps case': withCheck('avoids', ({ words }, { raw }) =>
    words.some((word) => raw.includes(word.toUpperCase())) ? 'is wrong' : null,
  ),
  'avoids looks at the first word only': withCheck('avoids', ({ words }, { text }) =>
    countPhrase(text, words[0] ?? '') > 0 ? 'is wrong' : null,
  ),
  'contains needs one only': withCheck('contains', ({ words }, { text }) =>
    words.some((word) => countPhrase(text, word) > 0) ? null : 'is wrong',
  ),
  'starts-with looks anywhere': withCheck('starts-with', (rule, { text }) => (text.includes(rule.text) ? null : 'is wrong')),
  'ends-with looks anywhere': withCheck('ends-with', (rule, { text }) => (text.includes(rule.text) ? null : 'is wrong')),
  'exact-reply looks anywhere': withCheck('exact-reply', (rule, { text }) => (text.includes(rule.text) ? null : 'is wrong')),
  'repeat-first looks anywhere': withCheck('repeat-first', (rule, { text }) => (text.includes(plainText(rule.text)) ? null : 'is wrong')),
  'postscript looks anywhere': withCheck('postscript', ({ marker }, { text }) => (text.includes(marker) ? null : 'is wrong')),
  'wrap needs the opening tag only': withCheck('wrap', ({ tag }, { text }) => (text.includes(`<${tag}>`) ? null : 'is wrong')),
  'quoted needs one mark': withCheck('quoted', (_rule, { text }) => (text.startsWith('"') ? null : 'is wrong')),
  'line-end looks at the last line': withCheck('line-end', ({ mark }, { text }) => (text.endsWith(mark) ? null : 'is wrong')),
  'bullets ignore other lines': withCheck('bullets', (rule, reading) =>
    ruleChecks.bullets.check({ ...rule, only: false } as never, reading),
  ),
  'numbered ignores the numbers': withCheck('numbered', ({ count }, { lines }) =>
    rangeFault(lines.filter((line) => /^\d+\. /.test(line)).length, 'items', exactly(count)),
  ),
  'nested-list counts all items': withCheck('nested-list', ({ outer, inner }, { lines }) =>
    rangeFault(lines.length, 'items', exactly(outer * (inner + 1))),
  ),
  'headings ignore the level': withCheck('headings', ({ count }, { lines }) =>
    rangeFault(lines.filter((line) => line.startsWith('#')).length, 'headings', exactly(count)),
  ),
  'json-object takes a fence': withReading('json-object', ({ raw }) => ({ raw: raw.replaceAll(/^```\w*$/gm, '').trim() })),
  'json-object takes prose around': withReading('json-object', ({ raw }) => ({
    raw: raw.slice(Math.max(0, raw.indexOf('{')), raw.lastIndexOf('}') + 1),
  })),
  'csv ignores fences': withReading('csv', ({ lines }) => ({ lines: lines.filter((line) => !line.startsWith('```')) })),
  'table ignores prose': withReading('table', ({ lines }) => ({ lines: lines.filter((line) => line.includes('|')) })),
  'lower-case ignores the first letter': withReading('lower-case', ({ words }) => ({ words: words.slice(1) })),
  'upper-case needs one word': withCheck('upper-case', (_rule, { words }) =>
    words.some((word) => word === word.toUpperCase()) ? null : 'is wrong',
  ),
  'sequence is a set': withCheck('sequence', ({ items }, { text }) =>
    items.every((item) => countPhrase(text, item) === 1) ? null : 'is wrong',
  ),
  'acrostic looks at the first letter': withCheck('acrostic', ({ word }, { text }) =>
    text.toLowerCase().startsWith(word[0] ?? '') ? null : 'is wrong',
  ),
  'self-count takes its own line too': withReading('self-count', ({ proseLines }) => ({ proseLines: ['one two', ...proseLines] })),
  'self-count takes any number': withCheck('self-count', ({ label }, { proseLines }) =>
    proseLines.at(-1)?.toLowerCase().startsWith(label.toLowerCase()) === true ? null : 'is wrong',
  ),
  'states-line takes a longer number': withCheck('states-line', (rule, { text }) =>
    text.includes(rule.text.slice(0, -1)) ? null : 'is wrong',
  ),
  'word-length by the mean': withCheck('word-length', ({ max }, { words }) =>
    words.join('').length / words.length <= max ? null : 'is wrong',
  ),
  'growing-lines by the ends': withCheck('growing-lines', (_rule, { proseLines }) =>
    wordsOf(proseLines.at(-1) ?? '').length > 0 ? null : 'is wrong',
  ),
  'language by script only': withCheck('language', ({ language }, { text }) =>
    language === 'ja' || /[a-z]/i.test(text) ? null : 'is wrong',
  ),
  'punctuation ignores the upper bound': withCheck('punctuation', (rule, { text }) =>
    text.split(rule.mark).length - 1 >= (rule.min ?? 0) ? null : 'is wrong',
  ),
  'digits count list numbers': withReading('digits', ({ lines }) => ({ proseLines: lines })),
  'no reading of CRLF': withReading('lines', (reading) => ({ lines: readReply(reading.raw.replaceAll('\r', '')).raw.split('\r\n') })),
};

const usesKind = (task: Task, kind: string): boolean => expectOf(task).rules.some((rule) => rule.kind === kind);

const noticed = async (changes: Partial<InstructionJudging>, among: readonly Task[]): Promise<boolean> => {
  const mutant: Suite = { ...suite, scorer: createInstructionRulesScorer(changes) };
  for (const task of among) if ((await proveTask(mutant, task, tools)).length > 0) return true;
  return false;
};

describe('mutated scorer', () => {
  test('every kind of rule stands in some task', () => {
    expect(ruleKinds.map(({ kind }) => kind).filter((kind) => !tasks.some((task) => usesKind(task, kind)))).toEqual([]);
  });

  test('the proofs notice each mutated rule and judgement', async ({ annotate }) => {
    const survivors: string[] = [];
    const mutants = { ...judgingMutants, ...checkMutants };
    for (const [name, changes] of Object.entries(mutants)) {
      const changed = ruleKinds
        .map(({ kind }) => kind)
        .find((kind) => changes.checks !== undefined && changes.checks[kind] !== ruleChecks[kind]);
      const among = changed === undefined ? tasks : tasks.filter((task) => usesKind(task, changed));
      if (!(await noticed(changes, among))) survivors.push(name);
    }
    const all = Object.keys(mutants).length;
    await annotate(
      `instructfollow: ${all - survivors.length} of ${all} mutated rules caught (${Math.floor((100 * (all - survivors.length)) / all)} %)`,
    );
    expect(survivors).toEqual([]);
    expect(all).toBeGreaterThanOrEqual(50);
  });
});
