import type { Entity, Matcher } from '../../scorers/tool-calls/expect.ts';
import { addDays, spokenDay, type Day } from './days.ts';

/**
 * One argument of a planned call: how it is judged, what the reference gives (`undefined` = leaves it out), what
 * else is legal, and near misses that must fail.
 */
export type Planned = { matcher: Matcher; value: unknown; also: unknown[]; wrong: unknown[] };
export type PlannedCall = { tool: string; arguments: Record<string, Planned> };

/** Text that must be copied letter by letter. */
export const exactly = (value: string, ...wrong: unknown[]): Planned => ({
  matcher: { kind: 'exact', value },
  value,
  also: [],
  wrong: [...wrong, `${value} 2`],
});

/** A name or word whose case does not matter. */
export const word = (value: string, ...wrong: string[]): Planned => ({
  matcher: { kind: 'text', value },
  value,
  also: value.toUpperCase() === value ? [value.toLowerCase()] : [value.toUpperCase()],
  wrong: [...wrong, `${value} 2`],
});

/** Text in any language that must arrive unchanged; only quote signs and spacing may differ. */
export const unchanged = (value: string, ...wrong: string[]): Planned => ({
  matcher: { kind: 'text', value, keepCase: true },
  value,
  also: [` ${value}`],
  wrong: [...wrong, value.slice(0, -1), `${value} 2`],
});

/** A whole number or an exact decimal; text in its place is wrong. */
export const amount = (value: number, ...wrong: number[]): Planned => ({
  matcher: { kind: 'number', value },
  value,
  also: [],
  wrong: [String(value), ...wrong, value + 1],
});

/** A computed decimal, right within half of the last place that was asked for. */
export const rounded = (exact: number, digits: number, ...wrong: number[]): Planned => {
  const value = Number(exact.toFixed(digits));
  const step = 10 ** -digits;
  return {
    matcher: { kind: 'number', value: exact, tolerance: step * 0.51 },
    value,
    also: [],
    wrong: [String(value), ...wrong, Number((value + 2 * step).toFixed(digits))],
  };
};

export const isoDay = (value: Day, ...wrong: Day[]): Planned => ({
  matcher: { kind: 'date', value, iso: true },
  value,
  also: [],
  wrong: [...wrong, spokenDay(value), addDays(value, 1)],
});

/** One value of an enumeration. */
export const option = (value: string, ...wrong: string[]): Planned => ({
  matcher: { kind: 'exact', value },
  value,
  also: [],
  wrong: [...wrong, `${value} please`],
});

export const truth = (value: boolean): Planned => ({ matcher: { kind: 'exact', value }, value, also: [], wrong: [String(value), !value] });

/** An optional argument that the conversation does not ask for: left out, or given with its default. */
export const defaulted = (standard: unknown, ...wrong: unknown[]): Planned => ({
  matcher: { kind: 'optional', matcher: { kind: 'exact', value: standard } },
  value: undefined,
  also: [standard],
  wrong: [...wrong, typeof standard === 'string' ? `${standard} please` : String(standard)],
});

/** An optional argument that must not be given. */
export const unset = (...wrong: unknown[]): Planned => ({ matcher: { kind: 'absent' }, value: undefined, also: [], wrong });

/** Free text that must name some things and must not name others. */
export const mention = (value: string, all: Entity[], none: Entity[] = []): Planned => ({
  matcher: { kind: 'mentions', all, none },
  value,
  also: [`${value} `.repeat(2).trim()],
  wrong: [
    'As you asked.',
    ...all.filter((entity) => typeof entity === 'string').map((entity) => value.replaceAll(entity, 'that')),
    ...none.map((entity) => `${value} ${String(entity)}`),
  ],
});

/** Text of a stated form. */
export const formed = (pattern: string, value: string, also: string[], wrong: string[]): Planned => ({
  matcher: { kind: 'pattern', pattern },
  value,
  also,
  wrong,
});

/** Any one of two values that the user leaves open. */
export const eitherOf = (first: string, second: string): Planned => ({
  matcher: {
    kind: 'one-of',
    options: [
      { kind: 'exact', value: first },
      { kind: 'exact', value: second },
    ],
  },
  value: first,
  also: [second],
  wrong: [`${first} or ${second}`, [first, second], `${first} `],
});

const defined = (members: Record<string, Planned>, changed: Record<string, unknown> = {}): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(members)
      .map(([key, planned]) => [key, key in changed ? changed[key] : planned.value] as const)
      .filter(([, value]) => value !== undefined),
  );

/** True for an argument that the reference gives and that may not be left out. */
export const isRequired = (planned: Planned): boolean => planned.value !== undefined && planned.matcher.kind !== 'optional';

/** An object: a fault of one member makes the whole argument wrong. */
export const struct = (members: Record<string, Planned>): Planned => {
  const each = (kind: 'also' | 'wrong') =>
    Object.entries(members).flatMap(([key, planned]) => planned[kind].map((value) => defined(members, { [key]: value })));
  const required = Object.keys(members).filter((key) => isRequired(members[key] as Planned));
  return {
    matcher: { kind: 'object', entries: Object.fromEntries(Object.entries(members).map(([key, planned]) => [key, planned.matcher])) },
    value: defined(members),
    also: each('also'),
    wrong: [{ ...defined(members), remark: 'none' }, ...required.map((key) => defined(members, { [key]: undefined })), ...each('wrong')],
  };
};

const arrayOf = (items: Planned[], kind: 'list' | 'set'): Planned => {
  const value = items.map((item) => item.value);
  const turned = [...value].reverse();
  const at = (place: number, other: unknown) => value.map((one, index) => (index === place ? other : one));
  const each = (which: 'also' | 'wrong') => items.flatMap((item, place) => item[which].map((other) => at(place, other)));
  const ordered = kind === 'list' && items.length > 1 && JSON.stringify(turned) !== JSON.stringify(value);
  return {
    matcher: { kind, items: items.map((item) => item.matcher) },
    value,
    also: [...(kind === 'set' && items.length > 1 ? [turned] : []), ...each('also')],
    wrong: [value.slice(0, -1), ...(ordered ? [turned] : []), [...value, value[0]], ...each('wrong')],
  };
};

/** An array whose order counts. */
export const inOrder = (...items: Planned[]): Planned => arrayOf(items, 'list');

/** An array in any order. */
export const anyOrder = (...items: Planned[]): Planned => arrayOf(items, 'set');
