import type { Expected, ExpectedObject, Scalar } from '../../scorers/field-extraction/expect.ts';
import { addDays } from './calendar.ts';

/** A changed expectation: what was changed where, and the whole tree. */
export type MutatedKey = { name: string; root: ExpectedObject };

const placesOf = (value: number): number => Math.max(1, (String(value).split('.')[1] ?? '').length);

/** The scalar with another value. */
const another = (scalar: Scalar): Scalar => {
  switch (scalar.kind) {
    case 'text':
      return { ...scalar, value: `${scalar.value}x` };
    case 'integer':
      return { ...scalar, value: scalar.value - 1 };
    case 'decimal':
      return { ...scalar, value: scalar.value + 0.5 };
    case 'money':
      return { ...scalar, amount: scalar.amount + 0.01 };
    case 'date':
      return { ...scalar, value: addDays(scalar.value, -1) };
    case 'boolean':
      return { ...scalar, value: !scalar.value };
    case 'enum':
      return { ...scalar, value: scalar.options.find((option) => option !== scalar.value) ?? scalar.value };
  }
};

const isScalar = (node: Expected): node is Scalar => !['absent', 'list', 'rows', 'object'].includes(node.kind);

type Replace = (changed: Expected | null) => ExpectedObject;

/** Mutations of one node; `replace` puts a changed node (null = none) into the whole tree. */
const ofNode = (node: Expected, path: string, replace: Replace): MutatedKey[] => {
  const made = (what: string, changed: Expected | null): MutatedKey => ({ name: `${path}: ${what}`, root: replace(changed) });
  const own = [made('no such field', null)];
  if (node.kind === 'absent') return [...own, made('a value instead of null', { kind: 'text', value: 'x', match: 'text' })];
  if (isScalar(node)) {
    const currency: MutatedKey[] = node.kind === 'money' ? [made('another currency', { ...node, currency: 'XTS' })] : [];
    return [...own, made('another value', another(node)), made('null instead of a value', { kind: 'absent' }), ...currency];
  }
  if (node.kind === 'object')
    return [
      ...own,
      made('one field more', { ...node, fields: { ...node.fields, remark: { kind: 'absent' } } }),
      ...Object.entries(node.fields).flatMap(([key, inner]) =>
        ofNode(inner, `${path}.${key}`, (changed) => {
          const others = Object.fromEntries(Object.entries(node.fields).filter(([name]) => name !== key));
          return replace({ ...node, fields: changed === null ? others : { ...node.fields, [key]: changed } });
        }),
      ),
    ];
  const first = node.items[0];
  if (first === undefined) return own;
  return [
    ...own,
    made('an item less', { ...node, items: node.items.slice(1) } as Expected),
    made('an item twice', { ...node, items: [...node.items, first] } as Expected),
    ...ofNode(first, `${path}[0]`, (changed) =>
      replace({ ...node, items: [...(changed === null ? [] : [changed]), ...node.items.slice(1)] } as Expected),
    ),
  ];
};

/** The tree with every node changed by `change`, from the leaves up. */
const mapped = (node: Expected, change: (node: Expected) => Expected): Expected => {
  if (node.kind === 'object')
    return change({ ...node, fields: Object.fromEntries(Object.entries(node.fields).map(([key, inner]) => [key, mapped(inner, change)])) });
  if (node.kind === 'rows') return change({ ...node, items: node.items.map((item) => mapped(item, change) as ExpectedObject) });
  if (node.kind === 'list') return change({ ...node, items: node.items.map((item) => mapped(item, change) as Scalar) });
  return change(node);
};

const textMatches = ['exact', 'text', 'folded'] as const;

/** Ways to make a whole key laxer or stricter without a change of its values. */
const laxities: Record<string, (node: Expected) => Expected> = {
  'numbers with a tolerance': (node) => (node.kind === 'decimal' ? { ...node, tolerance: 10 ** -placesOf(node.value) } : node),
  'sequences as sets': (node) => (node.kind === 'list' && node.order === 'sequence' ? { ...node, order: 'set' } : node),
  'sets as sequences': (node) => (node.kind === 'list' && node.order === 'set' ? { ...node, order: 'sequence' } : node),
  ...Object.fromEntries(
    textMatches.flatMap((from) =>
      textMatches
        .filter((to) => to !== from)
        .map((to) => [
          `texts matched ${to} instead of ${from}`,
          (node: Expected): Expected => (node.kind === 'text' && node.match === from ? { ...node, match: to } : node),
        ]),
    ),
  ),
};

/** Every generated mutation of a key that differs from it. */
export const mutatedKeys = (root: ExpectedObject): MutatedKey[] => {
  const original = JSON.stringify(root);
  const ofValues = ofNode(root, '', (changed) => (changed ?? { kind: 'object', fields: {} }) as ExpectedObject);
  const ofLaxity = Object.entries(laxities).map(([name, change]): MutatedKey => ({ name, root: mapped(root, change) as ExpectedObject }));
  return [...ofValues, ...ofLaxity].filter((mutation) => JSON.stringify(mutation.root) !== original);
};
