import type { CodeLanguage, GuestValue } from '@benchloop/spec';

export type CompareRules = { language: CodeLanguage; tolerance?: number | undefined };

const numeric = new Set<GuestValue['t']>(['int', 'float']);

const isNear = (given: string, wanted: string, tolerance: number): boolean => {
  const difference = Math.abs(Number(given) - Number(wanted));
  return Number.isFinite(difference) && difference <= tolerance;
};

/** In JavaScript `-0 === 0`, so a program may return either. */
const numberText = ({ t, v }: { t: string; v: string }, { language }: CompareRules): string =>
  language !== 'python' && Number(v) === 0 ? 'int 0' : `${t} ${v}`;

/** Each of `wanted` found once in `given`, in any order. */
const sameBag = <Item>(given: readonly Item[], wanted: readonly Item[], same: (a: Item, b: Item) => boolean): boolean => {
  if (given.length !== wanted.length) return false;
  const left = [...given];
  return wanted.every((item) => {
    const index = left.findIndex((candidate) => same(candidate, item));
    if (index >= 0) left.splice(index, 1);
    return index >= 0;
  });
};

/**
 * Equality of what a program returned with what was expected: by exact type, so that `True` is not `1`, a list no tuple and
 * text no number. The order of a dict's pairs and of a set does not count. A tolerance, where the task states one, lets whole
 * numbers stand for fractions.
 */
export const isSameValue = (given: GuestValue, wanted: GuestValue, rules: CompareRules): boolean => {
  const same = (a: GuestValue, b: GuestValue): boolean => isSameValue(a, b, rules);
  if (numeric.has(wanted.t) && numeric.has(given.t)) {
    const [a, b] = [given, wanted] as { t: string; v: string }[] as [{ t: string; v: string }, { t: string; v: string }];
    return rules.tolerance === undefined ? numberText(a, rules) === numberText(b, rules) : isNear(a.v, b.v, rules.tolerance);
  }
  if (given.t !== wanted.t) return false;
  switch (wanted.t) {
    case 'none':
    case 'undefined':
      return true;
    case 'list':
    case 'tuple': {
      const items = (given as { v: GuestValue[] }).v;
      return items.length === wanted.v.length && wanted.v.every((item, index) => same(items[index] as GuestValue, item));
    }
    case 'set':
      return sameBag((given as { v: GuestValue[] }).v, wanted.v, same);
    case 'dict':
      return sameBag((given as { v: [GuestValue, GuestValue][] }).v, wanted.v, (a, b) => same(a[0], b[0]) && same(a[1], b[1]));
    case 'bool':
    case 'int':
    case 'float':
    case 'bigint':
    case 'text':
    case 'bytes':
    case 'other':
      return (given as { v: unknown }).v === wanted.v;
  }
};
