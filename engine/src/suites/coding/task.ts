import type { CodeLanguage, Difficulty, Task } from '@benchloop/spec';
import type { Family } from '../../kit/family.ts';
import { createRandom, type Random } from '../../kit/random.ts';
import type { CodeTestsExpect } from '../../scorers/code-tests/expect.ts';
import { caseOf, shownCall, type Caller } from './calls.ts';
import { literalOf, type Plain } from './literal.ts';
import { applyEdits, entryOf, wordsOf, type Fault, type HiddenTest, type Problem, type Programs, type TaskForm } from './problem.ts';
import { proofOf } from './proof.ts';
import { promptOf } from './prompt.ts';

/** Tokens of a reply: several times what a plain solution needs. */
const maxTokens: Record<Difficulty, number> = { easy: 768, medium: 1280, hard: 2048, extreme: 3072 };

/** Right solutions take a few milliseconds; this leaves room for slow ones and ends the endless. */
const cpuMs = 1500;
const maxDraws = 200;

/** One drawn instance of a problem in one form, before it is put into words. */
export type Posed = {
  form: TaskForm;
  caller: Caller;
  tests: { name: string; calls: { args: Plain[]; returns: Plain; checked: () => Plain }[] }[];
  programs: Programs;
};

const textOf = (value: Plain): string => JSON.stringify(value);

/** False where a constant, or the first argument handed back, would pass one of the tests. */
const isTelling = (tests: Posed['tests'], isClass: boolean): boolean =>
  tests.every(({ calls }) => {
    const results = new Set(calls.map(({ returns }) => textOf(returns)));
    return results.size > 1 && (isClass || calls.some(({ args, returns }) => textOf(args[0] ?? null) !== textOf(returns)));
  });

type Drawn<Rule> = { problem: Problem<Rule>; rule: Rule; form: TaskForm; random: Random };

const withTrigger = <Rule>({ problem, rule, form, random }: Drawn<Rule>, test: HiddenTest): HiddenTest => {
  if (form.kind !== 'repair') return test;
  if (problem.trigger === undefined) throw new Error(`problem ${problem.id} has a repair and no trigger`);
  return { ...test, calls: [...test.calls, problem.trigger(random, rule)] };
};

const drawTests = <Rule>(drawn: Drawn<Rule>): Posed['tests'] => {
  const { problem, rule, random } = drawn;
  for (let attempt = 0; attempt < maxDraws; attempt += 1) {
    const tests = problem.tests(random, rule).map((test) => {
      const { name, calls } = withTrigger(drawn, test);
      return { name, calls: calls.map((args) => ({ args, returns: problem.solve(rule, args), checked: () => problem.check(rule, args) })) };
    });
    if (isTelling(tests, problem.isClass === true)) return tests;
  }
  throw new Error(`problem ${problem.id} drew no tests that a constant fails`);
};

const nameIn =
  <Rule>(problem: Problem<Rule>, rule: Rule) =>
  (language: CodeLanguage): string =>
    entryOf(problem.name(rule), { language, isClass: problem.isClass === true });

const drawRule = <Rule>(problem: Problem<Rule>, index: number, random: Random): Drawn<Rule> => {
  const rule = problem.draw(random);
  const form = problem.forms(rule, nameIn(problem, rule))[index];
  if (form === undefined) throw new Error(`problem ${problem.id} has no form ${index}`);
  return { problem, rule, form, random };
};

const poseDrawn = <Rule>(drawn: Drawn<Rule>): Posed => {
  const { problem, rule, form } = drawn;
  const entry = nameIn(problem, rule)(form.language);
  const programs = problem.programs(rule, entry)[form.language];
  if (programs === undefined) throw new Error(`problem ${problem.id} has no programs in ${form.language}`);
  return { form, caller: { language: form.language, entry, isClass: problem.isClass === true }, tests: drawTests(drawn), programs };
};

/** A fresh instance of one form of a problem. */
export const pose = <Rule>(problem: Problem<Rule>, index: number, random: Random): Posed => poseDrawn(drawRule(problem, index, random));

const expectOf = ({ caller, tests }: Posed, tolerance: number | undefined): CodeTestsExpect => ({
  language: caller.language,
  entry: caller.entry,
  ...(tolerance === undefined ? {} : { tolerance }),
  cpuMs,
  tests: tests.map(({ name, calls }) => ({ name, calls: calls.map(({ args, returns }) => caseOf(args, returns, caller)) })),
});

const plantedOf = ({ programs }: Posed, name: string) => {
  const planted = programs.faults.find((fault) => fault.name === name);
  if (planted === undefined) throw new Error(`there is no fault ${JSON.stringify(name)}`);
  return planted;
};

const givenOf = (posed: Posed): string | null => {
  const { form, programs } = posed;
  switch (form.kind) {
    case 'write':
      return null;
    case 'repair':
      return applyEdits(programs.right[0], plantedOf(posed, form.plants).edits);
    case 'complete':
      return applyEdits(programs.right[0], form.hole);
    case 'refactor':
      return form.given;
  }
};

/** Share of the tests that hold for a program with this fault. */
const scoreWith = ({ form, tests }: Posed, { name, fails, isTriggered }: Fault): number => {
  const names = new Set(tests.map((test) => test.name));
  const unknown = fails.find((test) => !names.has(test));
  if (unknown !== undefined || fails.length === 0) throw new Error(`fault ${JSON.stringify(name)} fails no known test: ${unknown ?? ''}`);
  return form.kind === 'repair' && isTriggered === true ? 0 : (names.size - new Set(fails).size) / names.size;
};

const wrongOf = (posed: Posed) => {
  const { form, programs } = posed;
  const given = givenOf(posed);
  const faults = programs.faults.filter(({ name }) => form.kind !== 'repair' || name !== form.plants);
  return [
    ...faults.map((fault) => ({ name: fault.name, program: applyEdits(programs.right[0], fault.edits), score: scoreWith(posed, fault) })),
    ...(given === null ? [] : [{ name: 'the given code as it is', program: given, score: 0 }]),
  ];
};

/** A call and its result, drawn apart from those of the hidden tests. */
const exampleOf = <Rule>({ problem, rule, random, form }: Drawn<Rule>, caller: Caller): string => {
  const args = problem.tests(random, rule)[0]?.calls[0];
  if (args === undefined) return '';
  const returns = literalOf(problem.solve(rule, args), form.language);
  return caller.isClass
    ? `For example, the calls \`${shownCall(args, caller)}\` give \`${returns}\`.`
    : `For example, \`${shownCall(args, caller)}\` returns \`${returns}\`.`;
};

const taskOf = <Rule>(problem: Problem<Rule>, { index, turn, withEndless }: Place, random: Random): Omit<Task, 'id' | 'family'> => {
  const drawn = drawRule(problem, index, random);
  const posed = poseDrawn(drawn);
  const { rule, form } = drawn;
  const { caller } = posed;
  const words = wordsOf(form.language, caller.entry, (value) => literalOf(value, form.language));
  const content = promptOf({
    language: form.language,
    kind: form.kind,
    signature: `${caller.entry}(${problem.parameters(rule)})`,
    isClass: caller.isClass,
    brief: problem.brief(rule, words),
    example: exampleOf({ ...drawn, random: createRandom(`example/${random.int(0, 2 ** 30)}`) }, caller),
    given: givenOf(posed),
    wish: form.kind === 'refactor' ? form.wish : '',
  });
  return {
    difficulty: form.level,
    tags: [form.language, form.kind, ...problem.tags],
    messages: [{ role: 'user', content }],
    expect: expectOf(posed, problem.tolerance),
    limits: { maxTokens: maxTokens[form.level], maxTurns: 1 },
    proof: proofOf({ ...caller, right: posed.programs.right, wrong: wrongOf(posed), turn }, withEndless),
  };
};

/** Which form of the problem, which of the general failures its proof tries, and whether it tries an endless program. */
export type Place = { index: number; turn: number; withEndless: boolean };

/** How many forms a problem has; the same for every seed. */
export const formsOf = <Rule>(problem: Problem<Rule>): readonly TaskForm[] => {
  const rule = problem.draw(createRandom('forms'));
  return problem.forms(rule, nameIn(problem, rule));
};

export const familyOf = <Rule>(problem: Problem<Rule>, place: { turn: number; endless: readonly number[] }): Family => ({
  id: problem.id,
  size: formsOf(problem).length,
  make: (random, index) => taskOf(problem, { index, turn: place.turn + index, withEndless: place.endless.includes(index) }, random),
});
