import type { Random } from '../../../kit/random.ts';
import type { Plain } from '../literal.ts';
import { defineProblem } from '../problem.ts';

type Rule = { name: string; total: string; largest: string; loop: string; bad: string };
type Cells = Record<string, number | string>;

const corners = (range: string): string[] => {
  const [from = '', to = ''] = range.split(':');
  const names: string[] = [];
  for (let column = from.charCodeAt(0); column <= to.charCodeAt(0); column += 1)
    for (let row = Number(from.slice(1)); row <= Number(to.slice(1)); row += 1) names.push(String.fromCharCode(column) + row);
  return names;
};

type Term = { sign: 1 | -1; text: string };

const termsOf = (formula: string): Term[] =>
  [...formula.slice(1).matchAll(/([+-]?)([A-Z]+\([^)]*\)|[A-Z]\d+|\d+)/g)].map(([, sign, text = '']) => ({
    sign: sign === '-' ? -1 : 1,
    text,
  }));

const functionOf = (text: string): [string, string[]] | null => {
  const found = /^([A-Z]+)\((.*)\)$/.exec(text);
  return found === null ? null : [found[1] ?? '', corners(found[2] ?? '')];
};

/** Follows the references, and remembers which cells it is in. */
const solve = (rule: Rule, args: Plain[]): Plain => {
  const cells = args[0] as Cells;
  const valueOf = (name: string, open: readonly string[]): number | string => {
    if (open.includes(name)) return rule.loop;
    const content = cells[name] ?? 0;
    if (typeof content === 'number') return content;
    if (!content.startsWith('=')) return rule.bad;
    const parts = termsOf(content).map(({ sign, text }): number | string => {
      if (/^\d+$/.test(text)) return sign * Number(text);
      const call = functionOf(text);
      const values = (call?.[1] ?? [text]).map((other) => valueOf(other, [...open, name]));
      const fault = [rule.loop, rule.bad].find((one) => values.includes(one));
      if (fault !== undefined) return fault;
      const numbers = values as number[];
      return sign * (call?.[0] === rule.largest ? Math.max(...numbers) : numbers.reduce((sum, value) => sum + value, 0));
    });
    const fault = [rule.loop, rule.bad].find((one) => parts.includes(one));
    return fault ?? (parts as number[]).reduce((sum, value) => sum + value, 0);
  };
  return Object.fromEntries(Object.keys(cells).map((name) => [name, valueOf(name, [])]));
};

/** Fills in what is known until nothing changes; what is left depends on itself. */
const check = (rule: Rule, args: Plain[]): Plain => {
  const cells = args[0] as Cells;
  const known = new Map<string, number | string>();
  const namesIn = (text: string): string[] => functionOf(text)?.[1] ?? (/^\d/.test(text) ? [] : [text]);
  const lookUp = (name: string): number | string | undefined => (name in cells ? known.get(name) : 0);
  for (const [name, content] of Object.entries(cells)) {
    if (typeof content === 'number') known.set(name, content);
    else if (!content.startsWith('=')) known.set(name, rule.bad);
  }
  for (let again = true; again;) {
    again = false;
    for (const [name, content] of Object.entries(cells)) {
      if (known.has(name)) continue;
      const terms = termsOf(content as string);
      const needed = terms.flatMap(({ text }) => namesIn(text));
      if (needed.some((other) => lookUp(other) === undefined)) continue;
      let sum = 0;
      for (const { sign, text } of terms) {
        const values = namesIn(text).map((other) => Number(lookUp(other)));
        if (/^\d/.test(text)) sum += sign * Number(text);
        else if (text.startsWith(`${rule.largest}(`)) sum += sign * values.reduce((a, b) => (a > b ? a : b));
        else for (const value of values) sum += sign * value;
      }
      known.set(name, needed.some((other) => lookUp(other) === rule.bad) ? rule.bad : sum);
      again = true;
    }
  }
  return Object.fromEntries(Object.keys(cells).map((name) => [name, known.get(name) ?? rule.loop]));
};

const some = (random: Random): number => random.int(2, 60);

export const cellSheet = defineProblem<Rule>({
  id: 'cell-sheet',
  tags: ['parsing', 'graphs', 'edge-cases'],
  draw: (random) => ({
    name: random.pick(['work sheet', 'cell values', 'solve sheet', 'compute cells']),
    ...random.pick([
      { total: 'SUM', largest: 'MAX' },
      { total: 'TOTAL', largest: 'TOP' },
      { total: 'ADD', largest: 'PEAK' },
    ]),
    ...random.pick([
      { loop: '#LOOP', bad: '#TEXT' },
      { loop: '#CYCLE', bad: '#VALUE' },
      { loop: '!ring', bad: '!word' },
    ]),
  }),
  name: ({ name }) => name,
  parameters: () => 'cells',
  brief: ({ total, largest, loop, bad }, { dict, text }) =>
    `\`cells\` is a ${dict} from the name of a cell (one capital letter for the column and the number of the row from 1 to 99, such as B7) to what stands in it: a whole number, or a ${text}. A ${text} that begins with "=" is a formula: terms with + or - between them, without spaces, perhaps with a - in front of the first. A term is a whole number in digits, the name of a cell, or \`${total}(X:Y)\` or \`${largest}(X:Y)\`, the sum or the largest of all cells in the rectangle from its upper left corner X to its lower right corner Y, such as \`=4-B7+${total}(A1:C2)\`. A cell that is not in \`cells\` counts as 0, also among those that \`${largest}\` looks at. Return a ${dict} from the name of each cell in \`cells\` to its value, a whole number, with two exceptions: "${loop}" for a cell that depends on itself, directly or through others, and for each cell that depends on such a one; otherwise "${bad}" for a cell with any other ${text}, and for each cell that depends on such a one. Where both apply to a cell, its value is "${loop}".`,
  solve,
  check,
  tests: (random, { total, largest }) => {
    const n = () => some(random);
    return [
      {
        name: 'numbers and sums of them',
        calls: [[{ A1: n(), B2: `=${n()}-${n()}+${n()}` }], [{ C3: -n(), D4: `=-${n()}+${n()}`, E5: `=${n()}` }]],
      },
      { name: 'references', calls: [[{ A1: `=B1+C1`, B1: `=C1-${n()}`, C1: n() }], [{ C9: n(), B9: `=C9+C9-A9`, A9: `=-C9+${n()}` }]] },
      {
        name: 'rectangles',
        calls: [
          [{ A1: n(), A2: n(), B1: n(), B2: n(), C1: `=${total}(A1:B2)` }],
          [{ B2: n(), C2: n(), D2: n(), B3: -n(), A1: `=${n()}-${total}(B2:C3)` }],
        ],
      },
      {
        name: 'the largest',
        calls: [
          [{ A1: n(), A2: n(), A3: n(), B1: `=${largest}(A1:A3)-A1` }],
          [{ D1: n(), E1: `=D1+${n()}`, F1: `=${n()}+${largest}(D1:E1)` }],
        ],
      },
      {
        name: 'cells that are not there',
        calls: [[{ A1: `=Z9+${n()}`, B1: `=Z9` }], [{ A1: -n(), A2: -n(), B1: `=${largest}(A1:A3)`, C1: `=${total}(A1:A9)` }]],
      },
      {
        name: 'rows of two digits',
        calls: [[{ A9: n(), A10: n(), A11: n(), B10: `=${total}(A9:A11)+A10` }], [{ C12: n(), C2: n(), D1: `=C12-C2` }]],
      },
      {
        name: 'cells that depend on themselves',
        calls: [
          [{ A1: '=B1', B1: '=C1+1', C1: `=A1-${n()}`, D1: n() }],
          [{ A1: '=A1', B1: `=${n()}+C1`, C1: '=A1', D1: `=${n()}` }],
          [{ A1: `=${total}(A1:A2)`, A2: n() }],
        ],
      },
      { name: 'text', calls: [[{ A1: 'tea', B1: `=A1+${n()}`, C1: `=${n()}` }], [{ A1: n(), A2: '7', B1: `=${largest}(A1:A2)`, B2: '' }]] },
      {
        name: 'text and a loop',
        calls: [[{ A1: 'tea', B1: '=C1+A1', C1: '=B1', D1: '=A1+C1' }], [{ A1: 'tea', B1: `=A1+C1`, C1: `=B1-${n()}`, D1: '=A1' }]],
      },
    ];
  },
  programs: ({ largest, loop, bad }, entry) => ({
    python: {
      right: [
        String.raw`import re

LOOP = "${loop}"
BAD = "${bad}"
TERM = re.compile(r"([+-]?)(?:([A-Z]+)\(([A-Z])(\d+):([A-Z])(\d+)\)|([A-Z]\d+)|(\d+))")

def rectangle(left, top, right, bottom):
    names = []
    for column in range(ord(left), ord(right) + 1):
        for row in range(int(top), int(bottom) + 1):
            names.append(chr(column) + str(row))
    return names

def ${entry}(cells):
    known = {}

    def value(name, path):
        if name in path:
            return LOOP
        if name not in cells:
            return 0
        content = cells[name]
        if isinstance(content, int):
            return content
        if not content.startswith("="):
            return BAD
        total = 0
        faults = set()
        for match in TERM.finditer(content[1:]):
            sign, function, left, top, right, bottom, cell, number = match.groups()
            if number:
                part = int(number)
            else:
                names = [cell] if cell else rectangle(left, top, right, bottom)
                values = [value(other, path + [name]) for other in names]
                wrong = [v for v in values if isinstance(v, str)]
                faults.update(wrong)
                if wrong:
                    continue
                part = max(values) if function == "${largest}" else sum(values)
            total += -part if sign == "-" else part
        if LOOP in faults:
            return LOOP
        if faults:
            return BAD
        return total

    return {name: value(name, []) for name in cells}`,
        String.raw`import re

def names_in(term):
    found = re.fullmatch(r"[A-Z]+\((.)(\d+):(.)(\d+)\)", term)
    if found:
        left, top, right, bottom = found.groups()
        return [
            f"{chr(c)}{r}"
            for r in range(int(top), int(bottom) + 1)
            for c in range(ord(left), ord(right) + 1)
        ]
    return [] if term.isdigit() else [term]

def split(formula):
    terms = re.split(r"([+-])", formula[1:])
    sign, pairs = 1, []
    for term in terms:
        if term in ("+", "-"):
            sign = 1 if term == "+" else -1
        elif term:
            pairs.append((sign, term))
    return pairs

def work_out(term, known):
    if term.isdigit():
        return int(term)
    values = [known.get(name, 0) for name in names_in(term)]
    return max(values) if term.startswith("${largest}(") else sum(values)

def ${entry}(cells):
    known = {name: content for name, content in cells.items() if type(content) is int}
    texts = {name for name, c in cells.items() if type(c) is str and c[:1] != "="}
    waiting = {name: split(c) for name, c in cells.items() if type(c) is str and c[:1] == "="}
    tainted = set(texts)
    progress = True
    while progress:
        progress = False
        for name, terms in list(waiting.items()):
            needed = {other for _, term in terms for other in names_in(term)}
            if needed & waiting.keys():
                continue
            if needed & tainted:
                tainted.add(name)
            else:
                known[name] = sum(sign * work_out(term, known) for sign, term in terms)
            del waiting[name]
            progress = True
    return {
        name: "${loop}" if name in waiting else "${bad}" if name in tainted else known[name]
        for name in cells
    }`,
      ],
      faults: [
        {
          name: 'knows no loops',
          edits: [['        if name in path:\n            return LOOP\n', '']],
          fails: ['cells that depend on themselves', 'text and a loop'],
        },
        {
          name: 'a missing cell fails',
          edits: [['        if name not in cells:\n            return 0\n', '']],
          fails: ['rectangles', 'cells that are not there'],
        },
        {
          name: 'text wins over a loop',
          edits: [
            [
              '        if LOOP in faults:\n            return LOOP\n        if faults:\n            return BAD',
              '        if BAD in faults:\n            return BAD\n        if faults:\n            return LOOP',
            ],
          ],
          fails: ['text and a loop'],
        },
        {
          name: 'text counts as zero',
          edits: [['            return BAD\n        total', '            return 0\n        total']],
          fails: ['text', 'text and a loop'],
        },
        { name: 'rows have one digit', edits: [[String.raw`|([A-Z]\d+)|`, String.raw`|([A-Z]\d)|`]], fails: ['rows of two digits'] },
      ],
    },
    javascript: {
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
    },
  }),
  forms: () => [
    { language: 'python', kind: 'write', level: 'extreme' },
    { language: 'javascript', kind: 'write', level: 'extreme' },
  ],
});
