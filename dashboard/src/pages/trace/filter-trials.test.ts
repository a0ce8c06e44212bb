import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { causeOf, outcomeSchema, type TrialRow } from '@benchloop/spec';
import { filterOf, searchOf } from './address.ts';
import { choicesOf, facets, filterTrials, isFailed, nextFailed, noFilter, type TrialFilter } from './filter-trials.ts';

const row = (id: string, part: Partial<TrialRow>): TrialRow => {
  const outcome = part.outcome ?? 'scored';
  const passed = part.passed ?? (outcome === 'scored' ? true : null);
  const score = passed === null ? null : { value: Number(passed), passed, reason: 'r' };
  const cause = causeOf({ outcome, score, error: null });
  return {
    id,
    suiteId: 'toolcall',
    taskId: id,
    family: 'f',
    difficulty: 'easy',
    tags: [],
    index: 0,
    reason: '',
    durationMs: 1,
    retries: 0,
    ...part,
    outcome,
    passed,
    cause,
  };
};

const rows = [
  row('a', { tags: ['nested'] }),
  row('b', { passed: false, tags: ['nested', 'parallel'] }),
  row('c', { outcome: 'truncated', suiteId: 'coding' }),
  row('d', { outcome: 'timeout', suiteId: 'coding' }),
  row('e', { outcome: 'unsupported' }),
  row('f', { passed: false, suiteId: 'coding', reason: 'off by one' }),
];
const ids = (filter: Partial<TrialFilter>) => filterTrials(rows, { ...noFilter, ...filter }).map(({ id }) => id);

describe('the list of trials', () => {
  test('is filtered by outcome, cause, suite, tag and text, and by all of them together', () => {
    expect(ids({})).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    expect(ids({ outcome: 'not passed' })).toEqual(['b', 'f']);
    expect(ids({ cause: 'answered wrongly' })).toEqual(['b', 'f']);
    expect(ids({ cause: 'cut off at the token limit' })).toEqual(['c']);
    expect(ids({ cause: 'no reply in time', suite: 'coding' })).toEqual(['d']);
    expect(ids({ cause: 'answered wrongly', tag: 'parallel' })).toEqual(['b']);
    expect(ids({ text: 'OFF BY' })).toEqual(['f']);
    expect(ids({ cause: 'answered wrongly', text: 'nested' })).toEqual(['b']);
    expect(ids({ cause: 'model' })).toEqual([]);
  });

  test('counts what each choice would leave, the rest of the filter as it is', () => {
    const { cause, outcome, suite, tag } = choicesOf(rows, { ...noFilter, suite: 'coding' });
    expect(cause).toEqual([
      { value: 'answered wrongly', count: 1 },
      { value: 'cut off at the token limit', count: 1 },
      { value: 'no reply in time', count: 1 },
      { value: 'not supported by this stack', count: 0 },
    ]);
    expect(suite).toEqual([
      { value: 'coding', count: 3 },
      { value: 'toolcall', count: 3 },
    ]);
    expect(outcome.find(({ value }) => value === 'passed')?.count).toBe(0);
    expect(tag.map(({ count }) => count)).toEqual([0, 0]);
  });

  test('a count is as many trials as its choice shows', () => {
    const anyOf = (values: readonly string[]) => fc.constantFrom('', ...values);
    const anyRow = fc.record({
      outcome: fc.constantFrom(...outcomeSchema.options),
      suiteId: fc.constantFrom('coding', 'toolcall'),
      tags: fc.uniqueArray(fc.constantFrom('x', 'y', 'z'), { maxLength: 3 }),
    });
    const anyFilter = fc.record({
      text: anyOf(['t1']),
      outcome: anyOf(['passed', 'timeout']),
      cause: anyOf(['no reply in time', 'refused or filtered']),
      suite: anyOf(['coding']),
      tag: anyOf(['x', 'y']),
    });
    fc.assert(
      fc.property(fc.array(anyRow, { maxLength: 30 }), anyFilter, (parts, filter) => {
        const all = parts.map((part, place) => row(`t${place}`, part));
        const choices = choicesOf(all, filter);
        for (const facet of facets)
          for (const { value, count } of choices[facet]) expect(filterTrials(all, { ...filter, [facet]: value })).toHaveLength(count);
      }),
    );
  });

  test('the next failed trial is one of those that the filter shows, and comes round', () => {
    const shown = filterTrials(rows, { ...noFilter, suite: 'coding' });
    const after = (place: number) => shown[nextFailed(shown, place)]?.id;
    expect([after(-1), after(0), after(1), after(2)]).toEqual(['c', 'd', 'f', 'c']);
    expect(shown.every(isFailed)).toBe(true);
    expect(nextFailed(filterTrials(rows, { ...noFilter, outcome: 'passed' }), 0)).toBe(-1);
  });
});

describe('the address of the list', () => {
  test('holds what is set and nothing else, and gives the same filter again', () => {
    expect(searchOf({ ...noFilter, cause: 'the server failed' }, 'a/b#0')).toEqual({ trial: 'a/b#0', cause: 'the server failed' });
    fc.assert(
      fc.property(
        fc.record({ text: fc.string(), outcome: fc.string(), cause: fc.string(), suite: fc.string(), tag: fc.string() }),
        (filter) => {
          expect(filterOf(searchOf(filter, null))).toEqual(filter);
        },
      ),
    );
  });

  test('anything else in it is no filter', () => {
    expect(filterOf({ tag: 7, suite: ['x'], cause: null, outcome: { a: 1 } })).toEqual({ ...noFilter, tag: '7' });
  });
});
