import type { Random } from '../../../kit/random.ts';
import type { Plain } from '../literal.ts';
import { defineProblem } from '../problem.ts';

type Tree = { [key: string]: Plain };
type Rule = { name: string; between: string; added: string; removed: string; changed: string };

const isTree = (value: Plain | undefined): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value);
const same = (a: Plain, b: Plain): boolean => JSON.stringify(a) === JSON.stringify(b);
const sorted = (changes: string[][]): string[][] => changes.toSorted(([a = ''], [b = '']) => (a < b ? -1 : a > b ? 1 : 0));

const solve = (rule: Rule, args: Plain[]): Plain => {
  const walk = (before: Tree, after: Tree, path: string): string[][] =>
    [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) => {
      const here = path + key;
      const [one, two] = [before[key], after[key]];
      if (one === undefined) return [[here, rule.added]];
      if (two === undefined) return [[here, rule.removed]];
      if (isTree(one) && isTree(two)) return walk(one, two, here + rule.between);
      return same(one, two) ? [] : [[here, rule.changed]];
    });
  return sorted(walk(args[0] as Tree, args[1] as Tree, ''));
};

/** Keeps a list of pairs to compare instead of calling itself. */
const check = (rule: Rule, args: Plain[]): Plain => {
  const open: [string[], Plain | undefined, Plain | undefined][] = [[[], args[0], args[1]]];
  const changes: string[][] = [];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [path, one, two] = next;
    if (isTree(one) && isTree(two)) {
      for (const key of Object.keys(one)) open.push([[...path, key], one[key], two[key]]);
      for (const key of Object.keys(two)) if (!(key in one)) open.push([[...path, key], undefined, two[key]]);
    } else if (one === undefined || two === undefined || !same(one, two))
      changes.push([path.join(rule.between), one === undefined ? rule.added : two === undefined ? rule.removed : rule.changed]);
  }
  return sorted(changes);
};

const keys = ['size', 'color', 'owner', 'state', 'limit', 'path', 'mode', 'depth'] as const;

const flat = (random: Random, count: number): Tree => Object.fromEntries(random.sample(keys, count).map((key) => [key, random.int(2, 99)]));

export const deepChanges = defineProblem<Rule>({
  id: 'deep-changes',
  tags: ['dictionaries', 'recursion', 'edge-cases'],
  draw: (random) => ({
    name: random.pick(['deep changes', 'compare settings', 'list changes', 'diff records']),
    between: random.pick(['.', '/', '>', '::']),
    ...random.pick([
      { added: 'added', removed: 'removed', changed: 'changed' },
      { added: 'new', removed: 'gone', changed: 'other' },
      { added: 'plus', removed: 'minus', changed: 'edit' },
    ]),
  }),
  name: ({ name }) => name,
  parameters: () => 'before, after',
  brief: ({ between, added, removed, changed }, { dict, list, none, yes }) =>
    `\`before\` and \`after\` are ${dict}s with text keys; a value is a whole number, a text, a truth value, ${none}, a ${list} of such values, or again such a ${dict}. Return the differences as a ${list} of pairs \`[path, kind]\`, sorted by path. The kind is "${added}" for a key that only \`after\` has, "${removed}" for one that only \`before\` has, and "${changed}" for a value that is not the same. Where both values are ${dict}s, they are compared key by key instead; all other values are compared whole, so one that is a ${dict} only on one side is "${changed}", and an added or removed ${dict} is one entry. The path is the keys from the outside in with "${between}" between them. Values of different types are never the same: ${yes} is not 1. A key with the value ${none} is not a missing key.`,
  solve,
  check,
  tests: (random) => {
    const pair = (before: Tree, after: Tree): Plain[] => [before, after];
    const nested = (): Tree => ({ ...flat(random, 2), part: flat(random, 3) });
    const edited = (tree: Tree, change: Tree): Plain[] => [tree, { ...tree, ...change }];
    const within = (change: (part: Tree) => Tree): Plain[] => {
      const tree = nested();
      return [tree, { ...tree, part: change(tree['part'] as Tree) }];
    };
    const without = (tree: Tree): Tree => Object.fromEntries(Object.entries(tree).slice(1));
    const turned = ([before = null, after = null]: Plain[]): Plain[] => [after, before];
    const base = () => flat(random, 3);
    return [
      {
        name: 'changed values',
        calls: [edited(base(), { size: 100, mode: 'x', depth: 101 }), edited(base(), { owner: 'x', path: 102, color: 103 })],
      },
      { name: 'added and removed keys', calls: [edited(base(), { zone: random.int(1, 9) }), turned(edited(base(), { area: 4, zone: 5 }))] },
      {
        name: 'inner changes',
        calls: [
          within((part) => ({ ...part, zone: 1 })),
          within(without),
          within((part) => ({ ...part, inner: { deep: random.int(1, 9) } })),
        ],
      },
      {
        name: 'lists',
        calls: [
          pair({ list: [1, random.int(2, 9)], other: [3] }, { list: [1, 10], other: [3] }),
          pair({ list: [1, { a: 1 }] }, { list: [1, { a: 1 }] }),
          pair({ list: [1, 2] }, { list: [2, 1] }),
        ],
      },
      {
        name: 'a dictionary on one side',
        calls: [within(() => ({})), pair({ part: { a: 1 } }, { part: random.int(1, 9) }), pair({ part: [] }, { part: {} })],
      },
      {
        name: 'no value and truth values',
        calls: [
          pair({ a: null }, {}),
          pair({ a: 1, b: 0 }, { a: true, b: false }),
          pair({ a: null }, { a: 0 }),
          pair({}, { a: null }),
          pair({ a: true, c: null }, { a: true, c: null }),
        ],
      },
      {
        name: 'order and equality',
        calls: [pair({ b: 1, a: 2 }, { a: 2, b: 1 }), pair({ z: 1, b: { y: 1, x: 1 }, c: 1 }, { z: 2, b: { x: 2, y: 2 }, c: 2 })],
      },
    ];
  },
  programs: ({ between, added, removed, changed }, entry) => ({
    python: {
      right: [
        `def ${entry}(before, after):
    changes = []

    def same(a, b):
        if type(a) is not type(b):
            return False
        if isinstance(a, list):
            return len(a) == len(b) and all(same(x, y) for x, y in zip(a, b))
        if isinstance(a, dict):
            return a.keys() == b.keys() and all(same(a[k], b[k]) for k in a)
        return a == b

    def walk(a, b, path):
        for key in set(a) | set(b):
            here = path + [key]
            if key not in a:
                changes.append(["${between}".join(here), "${added}"])
            elif key not in b:
                changes.append(["${between}".join(here), "${removed}"])
            elif isinstance(a[key], dict) and isinstance(b[key], dict):
                walk(a[key], b[key], here)
            elif not same(a[key], b[key]):
                changes.append(["${between}".join(here), "${changed}"])

    walk(before, after, [])
    return sorted(changes)`,
        `import json

def entries(before, after, prefix=""):
    for key in before.keys() | after.keys():
        path = prefix + key
        if key in before and key in after:
            one, two = before[key], after[key]
            if isinstance(one, dict) and isinstance(two, dict):
                yield from entries(one, two, path + "${between}")
            elif json.dumps(one, sort_keys=True) != json.dumps(two, sort_keys=True):
                yield [path, "${changed}"]
        else:
            yield [path, "${added}" if key in after else "${removed}"]

def ${entry}(before, after):
    return sorted(entries(before, after))`,
      ],
      faults: [
        { name: 'True is 1', edits: [['elif not same(a[key], b[key])', 'elif a[key] != b[key]']], fails: ['no value and truth values'] },
        {
          name: 'None is a missing key',
          edits: [
            ['if key not in a:', 'if a.get(key) is None:'],
            ['elif key not in b:', 'elif b.get(key) is None:'],
          ],
          fails: ['no value and truth values'],
        },
        {
          name: 'compares dictionaries whole',
          edits: [['isinstance(a[key], dict) and', 'False and']],
          fails: ['inner changes', 'a dictionary on one side', 'order and equality'],
        },
        {
          name: 'does not sort',
          edits: [['return sorted(changes)', 'return sorted(changes, reverse=True)']],
          fails: [
            'changed values',
            'added and removed keys',
            'a dictionary on one side',
            'no value and truth values',
            'order and equality',
          ],
        },
      ],
    },
    typescript: {
      right: [
        `type Value = number | string | boolean | null | Value[] | { [key: string]: Value };
type Tree = { [key: string]: Value };

const isTree = (value: Value): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function same(a: Value, b: Value): boolean {
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, i) => same(item, b[i]));
  }
  if (isTree(a) && isTree(b)) {
    const keys = Object.keys(a);
    return keys.length === Object.keys(b).length && keys.every((key) => key in b && same(a[key], b[key]));
  }
  return a === b;
}

function ${entry}(before: Tree, after: Tree): [string, string][] {
  const changes: [string, string][] = [];
  const walk = (a: Tree, b: Tree, prefix: string): void => {
    for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
      const path = prefix + key;
      if (!(key in a)) changes.push([path, '${added}']);
      else if (!(key in b)) changes.push([path, '${removed}']);
      else if (isTree(a[key]) && isTree(b[key])) walk(a[key] as Tree, b[key] as Tree, path + '${between}');
      else if (!same(a[key], b[key])) changes.push([path, '${changed}']);
    }
  };
  walk(before, after, '');
  return changes.sort(([a], [b]) => (a < b ? -1 : 1));
}`,
        `type Tree = Record<string, any>;

const plain = (value: unknown): value is Tree => Object.prototype.toString.call(value) === '[object Object]';

function* entries(before: Tree, after: Tree, path: string[] = []): Generator<[string, string]> {
  for (const key of Object.keys({ ...before, ...after })) {
    const here = [...path, key];
    const [had, has] = [Object.hasOwn(before, key), Object.hasOwn(after, key)];
    if (had && has && plain(before[key]) && plain(after[key])) yield* entries(before[key], after[key], here);
    else if (!had || !has) yield [here.join('${between}'), has ? '${added}' : '${removed}'];
    else if (JSON.stringify(before[key]) !== JSON.stringify(after[key])) yield [here.join('${between}'), '${changed}'];
  }
}

export const ${entry} = (before: Tree, after: Tree): [string, string][] => {
  const found = new Map(entries(before, after));
  return [...found.keys()].sort().map((path): [string, string] => [path, found.get(path)!]);
};`,
      ],
      faults: [
        { name: 'compares lists by identity', edits: [['!same(a[key], b[key])', 'a[key] !== b[key]']], fails: ['lists'] },
        {
          name: 'null is a missing key',
          edits: [
            ['!(key in a)', 'a[key] == null'],
            ['!(key in b)', 'b[key] == null'],
          ],
          fails: ['no value and truth values'],
        },
        { name: 'a list is a tree', edits: [[' && !Array.isArray(value)', '']], fails: ['lists', 'a dictionary on one side'] },
        { name: 'compares loosely', edits: [['return a === b', 'return a == b']], fails: ['no value and truth values'] },
      ],
    },
  }),
  forms: () => [
    { language: 'python', kind: 'write', level: 'hard' },
    { language: 'typescript', kind: 'write', level: 'hard' },
  ],
});
