import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { bcaInterval } from './bootstrap-interval.ts';
import { clopperPearsonInterval } from './clopper-pearson.ts';
import { equivalenceTest } from './equivalence.ts';
import { holm } from './holm.ts';
import { mcnemarTest } from './mcnemar.ts';
import { meanOf } from './paired-task.ts';
import { pairedRateDifference } from './paired-rate-difference.ts';
import { pairedPermutationTest } from './permutation.ts';
import { minimumDetectableEffect } from './power.ts';
import { raschAbilities } from './rasch-ability.ts';
import { studentCdf, studentQuantile } from './student.ts';

type Limits = { low: number; high: number; confidence: number };
type Reference = {
  clopperPearson: (Limits & { n: number; passed: number })[];
  student: { degrees: number; t: number; p: number }[];
  studentQuantile: { degrees: number; p: number; t: number }[];
  mcnemar: { gained: number; lost: number; exact: number; midP: number }[];
  tango: (Limits & { n: number; gained: number; lost: number })[];
  holm: { p: number[]; adjusted: number[] }[];
  permutation: { differences: number[]; p: number }[];
  tost: { a: number[]; b: number[]; margin: number; p: number }[];
  power: { tasks: number; deviation: number; power: number; effect: number }[];
  stratified: (Limits & { name: string; weights: number[]; samples: number[][]; distribution: number[] })[];
  rasch: { rows: boolean[][]; value: number[]; standardError: number[] }[];
};
const reference = JSON.parse(readFileSync(new URL('./reference/tests.json', import.meta.url), 'utf8')) as Reference;

const count = (cases: readonly unknown[]) => `${cases.length} cases`;

describe('against recorded values of scipy and statsmodels', () => {
  test('more than 200 cases are recorded', () => {
    expect(Object.values(reference).reduce((sum, cases) => sum + cases.length, 0)).toBeGreaterThan(200);
  });

  test(`Clopper-Pearson intervals: ${count(reference.clopperPearson)}`, () => {
    for (const { n, passed, confidence, low, high } of reference.clopperPearson) {
      const interval = clopperPearsonInterval(passed, n, confidence);
      expect(interval.low, `${passed}/${n} at ${confidence}`).toBeCloseTo(low, 10);
      expect(interval.high, `${passed}/${n} at ${confidence}`).toBeCloseTo(high, 10);
    }
  });

  test(`Student's t: ${count([...reference.student, ...reference.studentQuantile])}`, () => {
    for (const { degrees, t, p } of reference.student) expect(studentCdf(t, degrees), `${t} of ${degrees}`).toBeCloseTo(p, 10);
    for (const { degrees, t, p } of reference.studentQuantile)
      expect(studentQuantile(p, degrees) / (t || 1), `${p} of ${degrees}`).toBeCloseTo(t === 0 ? 0 : 1, 7);
  });

  test(`exact McNemar and mid-p: ${count(reference.mcnemar)}`, () => {
    for (const { gained, lost, exact, midP } of reference.mcnemar) {
      const result = mcnemarTest({ gained, lost });
      expect(result.exact, `${gained} : ${lost}`).toBeCloseTo(exact, 11);
      expect(result.midP, `${gained} : ${lost}`).toBeCloseTo(midP, 11);
    }
  });

  test(`Tango's interval, by maximised likelihood: ${count(reference.tango)}`, () => {
    for (const { n, gained, lost, confidence, low, high } of reference.tango) {
      const interval = pairedRateDifference({ n, gained, lost }, confidence);
      expect(interval.low, `+${gained} -${lost} of ${n} at ${confidence}`).toBeCloseTo(low, 7);
      expect(interval.high, `+${gained} -${lost} of ${n} at ${confidence}`).toBeCloseTo(high, 7);
    }
  });

  test(`Holm: ${count(reference.holm)}`, () => {
    for (const { p, adjusted } of reference.holm)
      for (const [place, value] of holm(p).entries()) expect(value).toBeCloseTo(adjusted[place] as number, 12);
  });

  test(`paired permutation test, all signs: ${count(reference.permutation)}`, () => {
    for (const { differences, p } of reference.permutation) expect(pairedPermutationTest(differences, { seed: 1 })).toBeCloseTo(p, 10);
  });

  test(`two one-sided t-tests: ${count(reference.tost)}`, () => {
    for (const { a, b, margin, p } of reference.tost) {
      const pairs = a.map((value, place) => ({ a: [value], b: [b[place] as number] }));
      expect(equivalenceTest(pairs, margin)).toBeCloseTo(p, 9);
    }
  });

  test(`smallest effect that can be found: ${count(reference.power)}`, () => {
    for (const { effect, ...input } of reference.power) expect(minimumDetectableEffect(input)).toBeCloseTo(effect, 9);
  });

  test(`BCa over several suites, on the same resamples: ${count(reference.stratified)}`, () => {
    for (const { name, weights, samples, confidence, distribution, low, high } of reference.stratified) {
      const composite = (values: readonly (readonly number[])[]) =>
        values.reduce((sum, sample, place) => sum + (weights[place] as number) * meanOf(sample), 0);
      const leaveOneOut = samples.map((sample, stratum) =>
        sample.map((_, left) =>
          composite(samples.map((values, other) => (other === stratum ? values.filter((_value, at) => at !== left) : values))),
        ),
      );
      const interval = bcaInterval({ estimate: composite(samples), distribution, leaveOneOut, confidence });
      expect(interval.low, name).toBeCloseTo(low, 7);
      expect(interval.high, name).toBeCloseTo(high, 7);
    }
  });

  test(`Rasch abilities as a conditional logit: ${count(reference.rasch)}`, () => {
    for (const { rows, value, standardError } of reference.rasch)
      for (const [run, ability] of raschAbilities(rows).entries()) {
        expect(ability?.value, `run ${run} of ${value.length}`).toBeCloseTo(value[run] as number, 6);
        expect(ability?.standardError).toBeCloseTo(standardError[run] as number, 6);
      }
  });
});

/** Published worked examples. */
describe('against printed values', () => {
  test('the mid-p and exact values of Fagerland, Lydersen and Laake (2013), table 2: 1 against 7 and 1 against 9 discordant pairs', () => {
    expect(mcnemarTest({ gained: 1, lost: 7 }).exact).toBeCloseTo(0.0703, 4);
    expect(mcnemarTest({ gained: 1, lost: 7 }).midP).toBeCloseTo(0.0391, 4);
    expect(mcnemarTest({ gained: 1, lost: 9 }).midP).toBeCloseTo(0.0117, 4);
  });
});
