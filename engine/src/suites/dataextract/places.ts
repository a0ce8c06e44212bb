import type { Data, Fields, Leaf, ObjectShape, Shape } from './shape.ts';

export type Path = readonly (string | number)[];
/** A single value of a record: where it stands, its shape, and the value. */
export type Found = { path: Path; leaf: Leaf; value: Data };
export type FoundList = { path: Path; shape: Extract<Shape, { kind: 'list' | 'rows' }>; value: Data[] };

const isFields = (value: Data | undefined): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every single value of an answer with the place where it stands. Money is one value, null is none. */
export const valuesOf = (data: Data, place = ''): string[] => {
  if (data === null) return [];
  if (Array.isArray(data))
    return data.flatMap((item, at) => valuesOf(item, isFields(item) && !('amount' in item) ? `${place}[${at}]` : `${place}[]`));
  if (isFields(data) && !('amount' in data && 'currency' in data))
    return Object.entries(data).flatMap(([key, inner]) => valuesOf(inner, `${place}.${key}`));
  return [`${place}=${JSON.stringify(data)}`];
};

/** Values of a key, which is compared with many answers. */
const wantedOf = new WeakMap<Fields, readonly string[]>();
const wantedIn = (key: Fields): readonly string[] => {
  const known = wantedOf.get(key) ?? valuesOf(key);
  wantedOf.set(key, known);
  return known;
};

/** F1 by counting equal values at equal places: right only for answers whose lists of objects keep their order. */
export const pointsOf = (key: Fields, answer: Fields): number => {
  const wanted = wantedIn(key);
  const left = [...wanted];
  const given = valuesOf(answer);
  const right = given.filter((value) => {
    const at = left.indexOf(value);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  }).length;
  return right === 0 ? 0 : (2 * right) / (wanted.length + given.length);
};

/** All single values of a record, null too. */
export const leavesIn = (shape: ObjectShape, record: Fields, path: Path = []): Found[] =>
  Object.entries(shape).flatMap(([key, inner]): Found[] => {
    const value = record[key] ?? null;
    if (inner.kind === 'rows') return (value as Fields[]).flatMap((item, at) => leavesIn(inner.of, item, [...path, key, at]));
    if (inner.kind === 'object') return leavesIn(inner.of, value as Fields, [...path, key]);
    if (inner.kind === 'list') return (value as Data[]).map((item, at) => ({ path: [...path, key, at], leaf: inner.of, value: item }));
    return [{ path: [...path, key], leaf: inner, value }];
  });

/** All lists of a record outside of other lists. */
export const listsIn = (shape: ObjectShape, record: Fields, path: Path = []): FoundList[] =>
  Object.entries(shape).flatMap(([key, inner]): FoundList[] => {
    if (inner.kind === 'object') return listsIn(inner.of, record[key] as Fields, [...path, key]);
    return inner.kind === 'list' || inner.kind === 'rows' ? [{ path: [...path, key], shape: inner, value: record[key] as Data[] }] : [];
  });

/** The data with what stands at `path` replaced; `undefined` leaves it out. */
const changed = (data: Data, [first, ...rest]: Path, value: Data | undefined): Data => {
  if (first === undefined) return value ?? null;
  if (Array.isArray(data)) {
    const inner = rest.length === 0 ? value : changed(data[first as number] ?? null, rest, value);
    return inner === undefined ? data.toSpliced(first as number, 1) : data.with(first as number, inner);
  }
  const fields = data as Fields;
  if (rest.length === 0 && value === undefined) return Object.fromEntries(Object.entries(fields).filter(([key]) => key !== first));
  return { ...fields, [first]: rest.length === 0 ? (value as Data) : changed(fields[first] ?? null, rest, value) };
};

export const changedKey = (key: Fields, path: Path, value: Data | undefined): Fields => changed(key, path, value) as Fields;
