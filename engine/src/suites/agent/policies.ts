import type { Random } from '../../kit/random.ts';
import type { Policy } from './world-task.ts';

export type Policies<Rule extends string> = { policies: Policy[]; codeOf: (rule: Rule) => string };

/** The rules of a place in random order under codes that differ from task to task, so that no code can be known before. */
export const drawPolicies = <Rule extends string>(
  random: Random,
  prefix: string,
  rules: Readonly<Record<Rule, string>>,
): Policies<Rule> => {
  const names = Object.keys(rules) as Rule[];
  const numbers = random.sample(
    Array.from({ length: 90 }, (_, index) => index + 10),
    names.length,
  );
  const codes = new Map(names.map((rule, at) => [rule, `${prefix}-${numbers[at]}`]));
  const codeOf = (rule: Rule): string => codes.get(rule) ?? '';
  return { policies: random.shuffle(names).map((rule) => ({ code: codeOf(rule), text: rules[rule] })), codeOf };
};
