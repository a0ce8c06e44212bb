import { programsOf } from './program.ts';

/** The rule of the task, which no hostile program knows. */
export const rightAnswer = (n: number): number => (n * 7919 + 12_345) % 1_000_003;

/** Programs that solve the task; a level at which one of them fails proves nothing. */
export const honestPrograms = [
  ...programsOf('python', 'honest', [
    ['py-honest', 'solves the task', `def solve(n): return (n * 7919 + 12345) % 1000003`],
    [
      'py-honest-library',
      'solves the task with files and the standard library',
      `import json, re, collections, dataclasses, tempfile, os
@dataclasses.dataclass
class Rule:
    factor: int
    offset: int
def solve(n):
    with open('/tmp/rule.json', 'w') as f: json.dump(dataclasses.asdict(Rule(7919, 12345)), f)
    with open('/tmp/rule.json') as f: rule = json.load(f)
    print('rule', rule)
    return (n * rule['factor'] + rule['offset']) % 1000003`,
    ],
  ]),
  ...programsOf('javascript', 'honest', [
    ['js-honest', 'solves the task', `const solve = (n) => (n * 7919 + 12345) % 1000003;`],
    [
      'js-honest-module',
      'solves the task in an exported async function',
      `export async function solve(n) {
  await new Promise((done) => setTimeout(done, 5));
  console.log('waited');
  return [...Array(1)].reduce((sum) => (sum * 7919 + 12345) % 1000003, n);
}`,
    ],
  ]),
  ...programsOf('typescript', 'honest', [
    [
      'ts-honest',
      'solves the task with types, an enum and a class',
      `enum Rule { Factor = 7919, Offset = 12345 }
interface Step<T> { readonly apply: (value: T) => T }
class Solver implements Step<number> { constructor(private readonly modulus: number) {} apply = (n: number): number => (n * Rule.Factor + Rule.Offset) % this.modulus; }
export const solve = (n: number): number => new Solver(1_000_003).apply(n) satisfies number;`,
    ],
  ]),
];
