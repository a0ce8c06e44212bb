import type { Random } from '../../../kit/random.ts';
import type { Plain } from '../literal.ts';
import { defineProblem } from '../problem.ts';

type Rule = { name: string; commits: 'all' | 'one' };
type Step = [method: string, ...rest: (string | number)[]];

/** Keeps a whole copy for each open transaction. */
const solve = ({ commits }: Rule, args: Plain[]): Plain => {
  let layers: Map<string, number>[] = [new Map()];
  return (args[1] as unknown as Step[]).map(([method, key, value]) => {
    const top = layers.at(-1) as Map<string, number>;
    const name = String(key);
    const before = top.get(name) ?? null;
    if (method === 'get') return before;
    if (method === 'count') return [...top.values()].filter((one) => one === key).length;
    if (method === 'set') top.set(name, Number(value));
    if (method === 'set') return before;
    if (method === 'delete') return top.delete(name);
    if (method === 'begin') return layers.push(new Map(top)) - 1;
    if (layers.length === 1) return false;
    if (method === 'rollback') layers.pop();
    else layers = commits === 'all' ? [top] : [...layers.slice(0, -2), top];
    return true;
  });
};

/** Keeps a log of what undoes each change. */
const check = ({ commits }: Rule, args: Plain[]): Plain => {
  const now: Record<string, number | undefined> = {};
  const undo: [string, number | undefined][] = [];
  let marks: number[] = [];
  const put = (key: string, value: number | undefined): void => {
    undo.push([key, now[key]]);
    now[key] = value;
  };
  const results: Plain[] = [];
  for (const [method, key, value] of args[1] as unknown as Step[]) {
    const name = String(key);
    const before = now[name];
    const open = marks.length > 0;
    if (method === 'get' || method === 'set') results.push(before ?? null);
    if (method === 'set') put(name, Number(value));
    if (method === 'count') results.push(Object.values(now).reduce((sum: number, one) => sum + Number(one === key), 0));
    if (method === 'delete') results.push(before !== undefined);
    if (method === 'delete' && before !== undefined) put(name, undefined);
    if (method === 'begin') results.push(marks.push(undo.length));
    if (method === 'commit' || method === 'rollback') results.push(open);
    if (method === 'commit') marks = commits === 'all' ? [] : marks.slice(0, -1);
    if (method === 'rollback' && open)
      for (const mark = marks.pop() ?? 0; undo.length > mark;) {
        const [changed, old] = undo.pop() as [string, number | undefined];
        now[changed] = old;
      }
  }
  return results;
};

export const nestedStore = defineProblem<Rule>({
  id: 'nested-store',
  tags: ['classes', 'state', 'edge-cases'],
  draw: (random) => ({ name: random.pick(['store', 'ledger', 'vault', 'registry']), commits: random.pick(['all', 'one']) }),
  name: ({ name }) => name,
  parameters: () => '',
  isClass: true,
  brief: ({ commits }, { none, yes, no }) =>
    `The class keeps whole numbers under text keys, with transactions that may lie within each other. \`get(key)\` returns the number, or ${none} where there is none. \`set(key, value)\` keeps the number and returns what \`get(key)\` gave before. \`delete(key)\` removes it and returns ${yes}, or returns ${no} where there was none. \`count(value)\` returns how many keys hold that number at present. \`begin()\` opens a transaction inside the innermost open one and returns how many are open then. \`rollback()\` undoes all changes since the innermost open transaction began, and closes it. \`commit()\` ${commits === 'all' ? 'closes all open transactions and keeps all changes' : 'closes the innermost open transaction alone and keeps its changes, which a rollback of the one around it still undoes'}. Both return ${yes}, or ${no} where no transaction is open, and then change nothing. All methods see the changes of open transactions at once.`,
  solve,
  check,
  tests: (random: Random) => {
    const n = () => random.int(1, 90);
    const game = (...steps: Step[]): Plain[] => [[], steps];
    const v = n();
    return [
      {
        name: 'without transactions',
        calls: [
          game(['get', 'a'], ['set', 'a', n()], ['set', 'a', n()], ['get', 'a'], ['delete', 'a'], ['delete', 'a'], ['get', 'a']),
          game(['set', 'b', 0], ['get', 'b'], ['set', 'b', n()], ['delete', 'c']),
        ],
      },
      {
        name: 'counting',
        calls: [
          game(['set', 'a', v], ['set', 'b', v], ['count', v], ['set', 'a', v + 1], ['count', v], ['delete', 'b'], ['count', v]),
          game(['count', v], ['set', 'a', v], ['set', 'a', v], ['count', v]),
        ],
      },
      {
        name: 'rolled back',
        calls: [
          game(['set', 'a', v], ['begin'], ['set', 'a', v + 1], ['get', 'a'], ['rollback'], ['get', 'a']),
          game(['begin'], ['set', 'z', n()], ['rollback'], ['get', 'z'], ['begin'], ['rollback']),
        ],
      },
      {
        name: 'deleted and rolled back',
        calls: [
          game(['set', 'a', v], ['begin'], ['delete', 'a'], ['get', 'a'], ['count', v], ['rollback'], ['get', 'a'], ['count', v]),
          game(['set', 'k', v + 2], ['begin'], ['delete', 'k'], ['set', 'k', v], ['rollback'], ['get', 'k']),
        ],
      },
      {
        name: 'committed',
        calls: [
          game(['begin'], ['set', 'a', v], ['commit'], ['get', 'a'], ['rollback'], ['get', 'a']),
          game(['set', 'b', n()], ['begin'], ['delete', 'b'], ['commit'], ['get', 'b']),
        ],
      },
      {
        name: 'transactions within each other',
        calls: [
          game(
            ['set', 'a', v],
            ['begin'],
            ['set', 'a', v + 1],
            ['begin'],
            ['set', 'a', v + 2],
            ['rollback'],
            ['get', 'a'],
            ['rollback'],
            ['get', 'a'],
          ),
          game(['begin'], ['begin'], ['set', 'q', n()], ['rollback'], ['get', 'q'], ['begin'], ['commit']),
        ],
      },
      {
        name: 'an inner commit',
        calls: [
          game(
            ['set', 'a', v],
            ['begin'],
            ['set', 'a', v + 1],
            ['begin'],
            ['set', 'a', v + 2],
            ['commit'],
            ['rollback'],
            ['get', 'a'],
            ['commit'],
          ),
          game(['begin'], ['set', 'p', n()], ['begin'], ['commit'], ['rollback'], ['get', 'p']),
        ],
      },
      {
        name: 'nothing open',
        calls: [
          game(['commit'], ['rollback'], ['set', 'a', v], ['rollback'], ['get', 'a']),
          game(['begin'], ['commit'], ['commit'], ['begin']),
        ],
      },
    ];
  },
  programs: ({ commits }, entry) => ({
    python: {
      right: [
        `class ${entry}:
    def __init__(self):
        self.values = {}
        self.saved = []

    def get(self, key):
        return self.values.get(key)

    def set(self, key, value):
        before = self.get(key)
        self.values[key] = value
        return before

    def delete(self, key):
        if key not in self.values:
            return False
        del self.values[key]
        return True

    def count(self, value):
        return list(self.values.values()).count(value)

    def begin(self):
        self.saved.append(dict(self.values))
        return len(self.saved)

    def rollback(self):
        if not self.saved:
            return False
        self.values = self.saved.pop()
        return True

    def commit(self):
        if not self.saved:
            return False
        self.saved${commits === 'all' ? ' = []' : '.pop()'}
        return True`,
        `class ${entry}:
    def __init__(self):
        self.layers = [{}]

    def _flat(self):
        flat = {}
        for layer in self.layers:
            flat.update(layer)
        return {key: value for key, value in flat.items() if value is not None}

    def get(self, key):
        return self._flat().get(key)

    def set(self, key, value):
        before = self.get(key)
        self.layers[-1][key] = value
        return before

    def delete(self, key):
        return self.set(key, None) is not None

    def count(self, value):
        return sum(1 for one in self._flat().values() if one == value)

    def begin(self):
        self.layers.append({})
        return len(self.layers) - 1

    def rollback(self):
        return len(self.layers) > 1 and self.layers.pop() is not None

    def commit(self):
        if len(self.layers) == 1:
            return False
        ${commits === 'all' ? 'while' : 'if'} len(self.layers) > 1:
            top = self.layers.pop()
            self.layers[-1].update(top)
        return True`,
      ],
      faults: [
        {
          name: 'saves no copy',
          edits: [['dict(self.values)', 'self.values']],
          fails: [
            'rolled back',
            'deleted and rolled back',
            'transactions within each other',
            ...(commits === 'one' ? ['an inner commit'] : []),
          ],
        },
        {
          name: 'the other rule of commit',
          edits: [
            [
              `return False\n        self.saved${commits === 'all' ? ' = []' : '.pop()'}`,
              `return False\n        self.saved${commits === 'all' ? '.pop()' : ' = []'}`,
            ],
          ],
          fails: ['an inner commit'],
        },
        {
          name: 'fails where nothing is open',
          edits: [['    def rollback(self):\n        if not self.saved:\n            return False\n', '    def rollback(self):\n']],
          fails: ['committed', 'nothing open', ...(commits === 'all' ? ['an inner commit'] : [])],
        },
      ],
    },
    javascript: {
      right: [
        `class ${entry} {
  #values = new Map();
  #saved = [];

  get(key) {
    return this.#values.get(key) ?? null;
  }

  set(key, value) {
    const before = this.get(key);
    this.#values.set(key, value);
    return before;
  }

  delete(key) {
    return this.#values.delete(key);
  }

  count(value) {
    return [...this.#values.values()].filter((one) => one === value).length;
  }

  begin() {
    this.#saved.push(new Map(this.#values));
    return this.#saved.length;
  }

  rollback() {
    if (this.#saved.length === 0) return false;
    this.#values = this.#saved.pop();
    return true;
  }

  commit() {
    if (this.#saved.length === 0) return false;
    this.#saved${commits === 'all' ? ' = []' : '.pop()'};
    return true;
  }
}`,
        `function ${entry}() {
  const values = {};
  const undo = [];
  let marks = [];
  const change = (key, value) => {
    undo.push([key, values[key]]);
    if (value === undefined) delete values[key];
    else values[key] = value;
  };
  this.get = (key) => (values[key] === undefined ? null : values[key]);
  this.set = (key, value) => {
    const before = this.get(key);
    change(key, value);
    return before;
  };
  this.delete = (key) => {
    const had = values[key] !== undefined;
    if (had) change(key, undefined);
    return had;
  };
  this.count = (value) => Object.values(values).filter((one) => one === value).length;
  this.begin = () => marks.push(undo.length);
  this.commit = () => {
    const open = marks.length > 0;
    ${commits === 'all' ? 'marks = []' : 'marks.pop()'};
    return open;
  };
  this.rollback = () => {
    if (marks.length === 0) return false;
    const mark = marks.pop();
    while (undo.length > mark) {
      const [key, old] = undo.pop();
      if (old === undefined) delete values[key];
      else values[key] = old;
    }
    return true;
  };
}`,
      ],
      faults: [
        {
          name: 'saves no copy',
          edits: [['new Map(this.#values));', 'this.#values);']],
          fails: [
            'rolled back',
            'deleted and rolled back',
            'transactions within each other',
            ...(commits === 'one' ? ['an inner commit'] : []),
          ],
        },
        {
          name: 'the other rule of commit',
          edits: [
            [
              `return false;\n    this.#saved${commits === 'all' ? ' = []' : '.pop()'}`,
              `return false;\n    this.#saved${commits === 'all' ? '.pop()' : ' = []'}`,
            ],
          ],
          fails: ['an inner commit'],
        },
        {
          name: 'zero is no number',
          edits: [['this.#values.get(key) ?? null', 'this.#values.get(key) || null']],
          fails: ['without transactions'],
        },
      ],
    },
  }),
  forms: () => [
    {
      language: 'python',
      kind: 'complete',
      level: 'extreme',
      hole: [
        ['        self.saved.append(dict(self.values))\n        return len(self.saved)', '        pass  # To do'],
        ['        before = self.get(key)\n        self.values[key] = value\n        return before', '        pass  # To do'],
        [
          '        if not self.saved:\n            return False\n        self.values = self.saved.pop()\n        return True',
          '        pass  # To do',
        ],
      ],
    },
    { language: 'javascript', kind: 'write', level: 'extreme' },
  ],
});
