import type { Programs } from '../../problem.ts';
import type { Rule } from './solvers.ts';

/** Two right programs in JavaScript, and faults of the first one. */
export const javascript = ({ commits }: Rule, entry: string): Programs => ({
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
});
