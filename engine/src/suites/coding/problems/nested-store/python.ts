import type { Programs } from '../../problem.ts';
import type { Rule } from './solvers.ts';

/** Two right programs in Python, and faults of the first one. */
export const python = ({ commits }: Rule, entry: string): Programs => ({
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
});
