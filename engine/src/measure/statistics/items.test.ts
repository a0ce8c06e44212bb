import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRandom } from '../../kit/random.ts';
import { itemStatistics, type ItemResponses } from './item-statistics.ts';
import { raschAbilities } from './rasch-ability.ts';
import { firstLook, levelsOfLooks, looksUpTo } from './sequential.ts';

const task = (id: string, byRun: (number | null)[], group = 'rates'): ItemResponses => ({ id, group, byRun });
const of = (items: readonly ItemResponses[], id: string) => itemStatistics(items).find((item) => item.id === id);

describe('item statistics', () => {
  const runs = 12;
  const ladder = Array.from({ length: 8 }, (_, place) =>
    task(
      `t${place}`,
      Array.from({ length: runs }, (_value, run) => (run > place ? 1 : 0)),
    ),
  );

  test('difficulty is the share passed, over the runs that tried it', () => {
    expect(of([task('a', [1, 0, null, 0.5])], 'a')).toMatchObject({ runs: 3, passShare: 0.5 });
    expect(of([task('a', [null, null])], 'a')).toMatchObject({
      runs: 0,
      passShare: null,
      discrimination: null,
      separatesNothing: false,
      beside: null,
    });
    expect(itemStatistics([])).toEqual([]);
  });

  test('tasks that better runs pass discriminate; one that they fail is below zero', () => {
    const wrongKey = task(
      'wrong',
      Array.from({ length: runs }, (_, run) => (run < 5 ? 1 : 0)),
    );
    expect(of(ladder, 't3')?.discrimination).toBeGreaterThan(0.7);
    expect(of([...ladder, wrongKey], 'wrong')?.discrimination).toBeLessThan(-0.7);
  });

  test('all passed or all failed separates nothing', () => {
    const all = task(
      'all',
      Array.from({ length: runs }, () => 1),
    );
    expect(of([...ladder, all], 'all')).toMatchObject({ separatesNothing: true, discrimination: null, passShare: 1 });
    expect(of(ladder, 't3')?.separatesNothing).toBe(false);
    expect(of([task('once', [1])], 'once')?.separatesNothing).toBe(false);
  });

  test('a task that all fail among tasks that most pass is unlike its group; the others are not', () => {
    const easy = Array.from({ length: 6 }, (_, place) =>
      task(
        `e${place}`,
        Array.from({ length: runs }, (_value, run) => (run % 6 === place ? 0 : 1)),
      ),
    );
    const odd = task(
      'odd',
      Array.from({ length: runs }, () => 0),
    );
    const result = itemStatistics([
      ...easy,
      odd,
      task(
        'alone',
        Array.from({ length: runs }, () => 0),
        'other',
      ),
    ]);
    const unlike = result.filter(({ beside }) => beside !== null && beside.p <= 0.05);
    expect(unlike.map(({ id }) => id)).toEqual(['odd']);
    expect(unlike[0]?.beside?.difference).toBeCloseTo(-5 / 6, 9);
    expect(result.find(({ id }) => id === 'alone')?.beside).toBeNull();
  });

  test('does not depend on the order of runs or tasks', () => {
    const table = fc.array(fc.array(fc.constantFrom(0, 0.5, 1), { minLength: 5, maxLength: 5 }), { minLength: 2, maxLength: 8 });
    fc.assert(
      fc.property(table, (values) => {
        const items = values.map((byRun, place) => task(`t${place}`, byRun));
        const turned = itemStatistics(items.map((item) => ({ ...item, byRun: [...item.byRun].reverse() })).reverse()).reverse();
        for (const [place, item] of itemStatistics(items).entries()) {
          const other = turned[place];
          expect(other?.passShare).toBeCloseTo(item.passShare ?? NaN, 12);
          expect(other?.separatesNothing).toBe(item.separatesNothing);
          if (item.discrimination !== null) expect(other?.discrimination).toBeCloseTo(item.discrimination, 9);
          if (item.discrimination !== null) expect(Math.abs(item.discrimination)).toBeLessThanOrEqual(1 + 1e-9);
        }
      }),
      { numRuns: 40 },
    );
  });
});

describe('Rasch abilities', () => {
  test('of two runs differ by the logarithm of gained over lost', () => {
    const rows = [
      ...Array.from({ length: 12 }, () => [true, false]),
      ...Array.from({ length: 4 }, () => [false, true]),
      [true, true],
      [false, false],
    ];
    const [one, other] = raschAbilities(rows);
    expect((one?.value ?? 0) - (other?.value ?? 0)).toBeCloseTo(Math.log(3), 9);
    // The two are centred, so each has half the standard error of their difference.
    expect(one?.standardError).toBeCloseTo(Math.sqrt(1 / 12 + 1 / 4) / 2, 9);
  });

  test('are centred, follow the number of passes, and do not care for the order of tasks', () => {
    const table = fc.array(fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }), { minLength: 10, maxLength: 40 });
    fc.assert(
      fc.property(table, (rows) => {
        const abilities = raschAbilities(rows);
        const known = abilities.filter((ability) => ability !== null);
        if (known.length === 0) return;
        expect(known.reduce((sum, { value }) => sum + value, 0)).toBeCloseTo(0, 8);
        const passes = abilities.map((_, run) => rows.filter((row) => row[run]).length);
        for (const [one, first] of abilities.entries())
          for (const [two, second] of abilities.entries())
            if (first !== null && second !== null && (passes[one] as number) > (passes[two] as number))
              expect(first.value).toBeGreaterThan(second.value);
        for (const [run, ability] of raschAbilities([...rows].reverse()).entries()) expect(ability?.value).toBe(abilities[run]?.value);
      }),
      { numRuns: 40 },
    );
  });

  test('without bound where a run passed or failed whatever separates; nothing at all without such rows', () => {
    const random = createRandom(1);
    const rows = Array.from({ length: 60 }, () => [true, random.chance(0.6), random.chance(0.4), false]);
    const [all, better, worse, none] = raschAbilities(rows);
    expect([all, none]).toEqual([null, null]);
    expect(better?.value).toBeGreaterThan(worse?.value ?? 0);
    expect(raschAbilities([])).toEqual([]);
    expect(raschAbilities([[true, true]])).toEqual([null, null]);
    expect(() => raschAbilities([[true], [true, false]])).toThrow(RangeError);
  });

  test('is undetermined where two groups of runs never meet: the better ones pass whatever the others do', () => {
    const rows = [
      [true, false, false, false],
      [false, true, false, false],
      [true, true, true, false],
      [true, true, false, true],
    ];
    expect(raschAbilities(rows)).toEqual([null, null, null, null]);
  });
});

describe('looks of an adaptive run', () => {
  test('grow from the first look to all that is planned', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5_000 }), (planned) => {
        const looks = looksUpTo(planned);
        expect(looks.at(-1)).toBe(planned);
        expect(looks).toEqual([...new Set(looks)].sort((a, b) => a - b));
        expect(looks[0]).toBe(Math.min(planned, firstLook));
      }),
    );
  });

  test('levels add up to the level of one test and grow with the share done', () => {
    fc.assert(
      fc.property(fc.integer({ min: 30, max: 5_000 }), (planned) => {
        const levels = levelsOfLooks(looksUpTo(planned));
        expect(levels.reduce((sum, level) => sum + level, 0)).toBeCloseTo(0.05, 9);
        for (const level of levels) expect(level).toBeGreaterThanOrEqual(0);
      }),
    );
    expect(levelsOfLooks([180])).toEqual([expect.closeTo(0.05, 12)]);
    expect(levelsOfLooks([90, 180])[0]).toBeCloseTo(0.0056, 4);
  });
});
