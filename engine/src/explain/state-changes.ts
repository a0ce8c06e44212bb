import type { StateChange } from '@benchloop/spec';
import { canonicalJson } from '../kit/canonical-json.ts';

/** Parts of a value by what tells them apart, each with the words for it. */
type Entries = Map<string, { words: string; value: unknown }>;

/** More are of no use to a reader. */
export const mostChanges = 500;
const longestWords = 60;

const isObject = (value: unknown): value is Record<string, unknown> => value !== null && typeof value === 'object' && !Array.isArray(value);

const textOf = (value: unknown): string | null =>
  value === undefined ? null : typeof value === 'string' ? value : JSON.stringify(value, null, 2);

/** Items that are told apart by a member of their own: `id`, or else the first that every item has with another value. */
const keyOf = (lists: readonly (readonly unknown[])[]): string | null => {
  const items = lists.flat();
  const [first] = items;
  if (!isObject(first) || !items.every(isObject)) return null;
  const names = Object.keys(first);
  const tells = (name: string): boolean =>
    lists.every((list) => {
      const values = list.map((item) => (item as Record<string, unknown>)[name]);
      return values.every((value) => typeof value === 'string' || typeof value === 'number') && new Set(values).size === list.length;
    });
  return [...(names.includes('id') ? ['id'] : []), ...names].find(tells) ?? null;
};

/** Items without a key of their own are told apart by their content, and equal ones by how many there are. */
const byContent = (items: readonly unknown[]): Entries => {
  const counts = new Map<string, number>();
  return new Map(
    items.map((value) => {
      const content = canonicalJson(value);
      const count = (counts.get(content) ?? 0) + 1;
      counts.set(content, count);
      return [`${count} ${content}`, { words: content.length > longestWords ? `${content.slice(0, longestWords)}…` : content, value }];
    }),
  );
};

const byName = (members: readonly (readonly [string, unknown])[]): Entries =>
  new Map(members.map(([name, value]) => [name, { words: name, value }]));

const entriesOf = (before: unknown, after: unknown): [Entries, Entries] | null => {
  if (isObject(before) && isObject(after)) return [byName(Object.entries(before)), byName(Object.entries(after))];
  if (!Array.isArray(before) || !Array.isArray(after)) return null;
  const key = keyOf([before, after]);
  if (key === null) return [byContent(before), byContent(after)];
  const named = (list: readonly unknown[]): Entries =>
    byName(list.map((item) => [`${key} ${String((item as Record<string, unknown>)[key])}`, item]));
  return [named(before), named(after)];
};

/** What differs between two states of a world, place by place. Items of a list are found again by a member of their own. */
export const stateChanges = (before: unknown, after: unknown): StateChange[] => {
  const changes: StateChange[] = [];
  const walk = (place: string, one: unknown, other: unknown): void => {
    if (changes.length >= mostChanges) return;
    if (one !== undefined && other !== undefined && canonicalJson(one) === canonicalJson(other)) return;
    const entries = entriesOf(one, other);
    if (entries === null) {
      changes.push({ place, before: textOf(one), after: textOf(other) });
      return;
    }
    const [left, right] = entries;
    for (const [name, { words }] of new Map([...left, ...right]))
      walk(place === '' ? words : `${place} › ${words}`, left.get(name)?.value, right.get(name)?.value);
  };
  walk('', before, after);
  return changes;
};
