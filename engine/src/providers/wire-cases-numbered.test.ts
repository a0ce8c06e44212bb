import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { timingOtherwise } from '../measure/timing-truth-listed.ts';
import { ollamaCases } from './ollama/cases/cases.ts';
import { anatomyCases } from './openai/cases/anatomy.ts';
import { errorCases } from './openai/cases/errors.ts';
import { framingCases } from './openai/cases/framing.ts';
import { reasoningCases } from './openai/cases/reasoning.ts';
import { partly, skips } from './openai/cases/skips.ts';
import { toolCallCases } from './openai/cases/tool-calls.ts';
import { usageCases } from './openai/cases/usage.ts';

const lastCase = 155;
const source = fileURLToPath(new URL('..', import.meta.url));
/** Folders in which a number before a test's title is that of a case. */
const folders = ['providers', 'discovery', 'door', 'kit', 'measure', 'summary'];

/** Numbers in front of a title: `137: …`, `24, 25: …`, `137 and 138: …`. */
const numbersOf = (title: string): number[] =>
  (/^(\d{1,3}(?:(?:, | and )\d{1,3})*): /u.exec(title)?.[1] ?? '').match(/\d+/gu)?.map(Number) ?? [];

/** Titles of the tests in a file that runs them: `test('…'`, `test.each(…)('…'`. A skipped test does not count. */
const titlesIn = (text: string): string[] =>
  [...text.matchAll(/(?:^ *test\(|^ *\]\)\(|^ *test\.each\([^\n]*\)\()'((?:[^'\\\n]|\\.)+)'/gmu)].map(([, title]) => title ?? '');

const testFiles = folders.flatMap((folder) =>
  readdirSync(`${source}/${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => `${source}/${folder}/${name}`),
);
const titled = testFiles.flatMap((file) => titlesIn(readFileSync(file, 'utf8')).flatMap(numbersOf));
const tables = [framingCases, anatomyCases, usageCases, toolCallCases, reasoningCases, errorCases, ollamaCases];
const played = new Set([...tables.flatMap((cases) => cases.map(({ number }) => number)), ...titled]);

test('every case of wire.md is played by a test that bears its number; one that is played elsewhere or otherwise says why', () => {
  const all = Array.from({ length: lastCase }, (_, index) => index + 1);
  expect(all.filter((number) => !played.has(number))).toEqual([]);
  expect([...skips, ...partly, ...timingOtherwise].filter(({ reason }) => reason.length < 20)).toEqual([]);
});

test('none is judged otherwise unplayed', () => {
  expect([...partly, ...timingOtherwise].filter(({ number }) => !played.has(number))).toEqual([]);
});

test('titles give their numbers, and only the tests that run', () => {
  expect(
    titlesIn("test('24, 25: a');\n  test.each([1])('7: b', f);\n])('8 and 9: c', f);\ntest.skip('10: d');").flatMap(numbersOf),
  ).toEqual([24, 25, 7, 8, 9]);
  expect(['2 tokens: x', '1234: x', 'x 12: y', '12 x'].flatMap(numbersOf)).toEqual([]);
});
