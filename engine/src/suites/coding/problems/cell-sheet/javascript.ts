import type { Programs } from '../../problem.ts';
import type { Rule } from './solvers.ts';

/** Two right programs in JavaScript, and faults of the first one. */
export const javascript = ({ largest, loop, bad }: Rule, entry: string): Programs => ({
  right: [
    String.raw`const LOOP = '${loop}';
const BAD = '${bad}';

function rectangle(from, to) {
  const names = [];
  for (let c = from.charCodeAt(0); c <= to.charCodeAt(0); c++) {
    for (let r = Number(from.slice(1)); r <= Number(to.slice(1)); r++) {
      names.push(String.fromCharCode(c) + r);
    }
  }
  return names;
}

function ${entry}(cells) {
  const visiting = new Set();

  function value(name) {
    if (visiting.has(name)) return LOOP;
    if (!(name in cells)) return 0;
    const content = cells[name];
    if (typeof content === 'number') return content;
    if (!content.startsWith('=')) return BAD;
    visiting.add(name);
    let total = 0;
    const faults = new Set();
    for (const [, sign, call, from, to, cell, number] of content.slice(1).matchAll(/([+-]?)(?:([A-Z]+)\(([A-Z]\d+):([A-Z]\d+)\)|([A-Z]\d+)|(\d+))/g)) {
      let part;
      if (number !== undefined) {
        part = Number(number);
      } else {
        const values = (cell ? [cell] : rectangle(from, to)).map(value);
        const wrong = values.filter((v) => typeof v === 'string');
        wrong.forEach((v) => faults.add(v));
        if (wrong.length > 0) continue;
        part = call === '${largest}' ? Math.max(...values) : values.reduce((a, b) => a + b, 0);
      }
      total += sign === '-' ? -part : part;
    }
    visiting.delete(name);
    if (faults.has(LOOP)) return LOOP;
    if (faults.has(BAD)) return BAD;
    return total;
  }

  const result = {};
  for (const name of Object.keys(cells)) {
    result[name] = value(name);
  }
  return result;
}`,
    String.raw`class Sheet {
  constructor(cells) {
    this.cells = cells;
    this.needs = new Map();
    for (const [name, content] of Object.entries(cells)) {
      const isFormula = typeof content === 'string' && content[0] === '=';
      this.needs.set(name, isFormula ? Sheet.terms(content).flatMap((term) => Sheet.names(term.text)) : []);
    }
  }

  static terms(formula) {
    const text = formula.slice(1).replaceAll('-', '+-');
    return text
      .split('+')
      .filter((part) => part !== '')
      .map((part) => (part[0] === '-' ? { sign: -1, text: part.slice(1) } : { sign: 1, text: part }));
  }

  static names(text) {
    if (/^\d+$/.test(text)) return [];
    const range = text.match(/\((.)(\d+):(.)(\d+)\)/);
    if (!range) return [text];
    const [, c1, r1, c2, r2] = range;
    const columns = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].filter((c) => c >= c1 && c <= c2);
    return columns.flatMap((c) => Array.from({ length: r2 - r1 + 1 }, (_, i) => c + (Number(r1) + i)));
  }

  reach(name) {
    const seen = new Set();
    const open = [...(this.needs.get(name) ?? [])];
    while (open.length > 0) {
      const next = open.pop();
      if (seen.has(next)) continue;
      seen.add(next);
      open.push(...(this.needs.get(next) ?? []));
    }
    return seen;
  }

  isText(name) {
    const content = this.cells[name];
    return typeof content === 'string' && content[0] !== '=';
  }

  number(name) {
    const content = this.cells[name] ?? 0;
    if (typeof content === 'number') return content;
    return Sheet.terms(content).reduce((sum, { sign, text }) => {
      if (/^\d+$/.test(text)) return sum + sign * Number(text);
      const values = Sheet.names(text).map((other) => this.number(other));
      const part = text.startsWith('${largest}(') ? values.reduce((a, b) => Math.max(a, b)) : values.reduce((a, b) => a + b);
      return sum + sign * part;
    }, 0);
  }

  value(name) {
    const below = this.reach(name);
    if ([name, ...below].some((one) => this.reach(one).has(one))) return '${loop}';
    if ([name, ...below].some((one) => this.isText(one))) return '${bad}';
    return this.number(name);
  }
}

const ${entry} = (cells) => {
  const sheet = new Sheet(cells);
  return Object.fromEntries(Object.keys(cells).map((name) => [name, sheet.value(name)]));
};`,
  ],
  faults: [
    {
      name: 'a missing cell is text',
      edits: [['if (!(name in cells)) return 0;', 'if (!(name in cells)) return BAD;']],
      fails: ['rectangles', 'cells that are not there'],
    },
    {
      name: 'text wins over a loop',
      edits: [
        [
          '    if (faults.has(LOOP)) return LOOP;\n    if (faults.has(BAD)) return BAD;',
          '    if (faults.has(BAD)) return BAD;\n    if (faults.has(LOOP)) return LOOP;',
        ],
      ],
      fails: ['text and a loop'],
    },
    {
      name: 'does not leave a cell again',
      edits: [['    visiting.delete(name);\n', '']],
      fails: ['references', 'the largest'],
    },
    {
      name: 'digits in a text are a number',
      edits: [
        [
          "if (!content.startsWith('=')) return BAD;",
          "if (/^\\d+$/.test(content)) return Number(content);\n    if (!content.startsWith('=')) return BAD;",
        ],
      ],
      fails: ['text'],
    },
  ],
});
