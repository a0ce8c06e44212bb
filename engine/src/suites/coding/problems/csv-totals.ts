import type { Random } from '../../../kit/random.ts';
import type { Plain } from '../literal.ts';
import { defineProblem } from '../problem.ts';

type Rule = { name: string; group: string; amount: string; other: string };

const quoted = (field: string): string => `"${field.replaceAll('"', '""')}"`;
const written = (field: string): string => (/[",\n]/.test(field) ? quoted(field) : field);
const csvOf = (rows: readonly string[][]): string => rows.map((row) => row.map(written).join(',')).join('\n');

const add = (totals: Map<string, number>, key: string, amount: number): void => {
  totals.set(key, (totals.get(key) ?? 0) + amount);
};

/** Walks over the characters. */
const rowsByWalking = (text: string): string[][] => {
  const rows: string[][] = [];
  let row: string[] = [];
  let field = '';
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (isQuoted) {
      if (character !== '"') field += character;
      else if (text.charAt(at + 1) === '"') {
        field += '"';
        at += 1;
      } else isQuoted = false;
    } else if (character === '"') isQuoted = true;
    else if (character === ',' || character === '\n') {
      row.push(field);
      field = '';
      if (character === '\n') {
        rows.push(row);
        row = [];
      }
    } else field += character;
  }
  if (field !== '' || row.length > 0) rows.push([...row, field]);
  return rows;
};

/** Takes one field after the other off the text with a pattern. */
const rowsByPattern = (text: string): string[][] => {
  const rows: string[][] = [[]];
  for (const [whole, , quotedField, plain = '', end] of text.matchAll(/("((?:[^"]|"")*)"|([^,\n]*))(,|\n|$)/g)) {
    if (whole === '' && rows.at(-1)?.length === 0) break;
    rows.at(-1)?.push(quotedField === undefined ? plain : quotedField.replaceAll('""', '"'));
    if (end === '\n') rows.push([]);
    if (end === '') break;
  }
  return rows.filter((row) => row.length > 0);
};

const solveWith =
  (rows: (text: string) => string[][]) =>
  ({ group, amount }: Rule, args: Plain[]): Plain => {
    const [header = [], ...body] = rows(args[0] as string);
    const [key, value] = [header.indexOf(group), header.indexOf(amount)];
    const totals = new Map<string, number>();
    for (const row of body) if (row.length > 1) add(totals, row[key] ?? '', Number(row[value] ?? '0'));
    return Object.fromEntries(totals);
  };

const goods = ['lamps', 'chairs', 'paint', 'rope', 'seeds', 'tiles', 'glue', 'wire'] as const;
const notes = ['on time', 'second hand', 'as agreed', 'by rail', 'with care'] as const;

const amountOf = (random: Random): string => String(random.int(-40, 900));

type Columns = (rule: Rule, row: { group: string; amount: string; other: string }) => string[];
const usual: Columns = (_rule, { group, amount, other }) => [group, amount, other];
const turned: Columns = (_rule, { group, amount, other }) => [other, amount, group];

const table = (rule: Rule, columns: Columns, rows: { group: string; amount: string; other: string }[]): Plain[] => [
  csvOf([columns(rule, { group: rule.group, amount: rule.amount, other: rule.other }), ...rows.map((row) => columns(rule, row))]),
];

const plainRows = (random: Random, count: number) => {
  const names = random.sample(goods, 3);
  return Array.from({ length: count }, (_, index) => ({
    group: names[index % 3] ?? '',
    amount: amountOf(random),
    other: random.pick(notes),
  }));
};

export const csvTotals = defineProblem<Rule>({
  id: 'csv-totals',
  tags: ['parsing', 'text', 'csv'],
  draw: (random) => ({
    name: random.pick(['csv totals', 'sum by group', 'totals per group', 'add up csv']),
    group: random.pick(['article', 'depot', 'region', 'account']),
    amount: random.pick(['amount', 'cents', 'units', 'points']),
    other: random.pick(['note', 'remark', 'comment']),
  }),
  name: ({ name }) => name,
  parameters: () => 'text',
  brief: ({ group, amount }, { dict, text }) =>
    `\`text\` is CSV: lines are separated by \`\\n\`, fields by commas, and the first line names the columns, in any order. A field may stand in double quotes; then it may hold commas and line breaks, and a double quote in it is written twice. Fields keep their spaces. Return a ${dict} that maps each value of the column \`${group}\` (a ${text}) to the sum of the column \`${amount}\` over its rows, as a whole number. Amounts are whole numbers and may be negative. Empty lines are left out, and a text with the first line alone gives an empty ${dict}.`,
  solve: solveWith(rowsByWalking),
  check: solveWith(rowsByPattern),
  tests: (random, rule) => {
    const withGroup = (group: string): Plain[] => {
      const rows = plainRows(random, 4);
      return table(rule, usual, [...rows, { group, amount: amountOf(random), other: 'last' }]);
    };
    const withNote = (other: string): Plain[] => {
      const rows = plainRows(random, 3);
      return table(rule, turned, [{ group: 'first', amount: amountOf(random), other }, ...rows]);
    };
    const good = () => random.pick(goods);
    return [
      { name: 'plain fields', calls: [table(rule, usual, plainRows(random, 5)), table(rule, usual, plainRows(random, 6))] },
      { name: 'columns in another order', calls: [table(rule, turned, plainRows(random, 5)), table(rule, turned, plainRows(random, 4))] },
      { name: 'comma in a field', calls: [withGroup(`${good()}, large`), withNote(`${good()}, ${good()}`)] },
      { name: 'quotes in a field', calls: [withGroup(`${good()} "new"`), withGroup(`"${good()}"`)] },
      { name: 'line break in a field', calls: [withNote(`${good()}\n${good()}`), withGroup(`${good()}\nsmall`)] },
      {
        name: 'nothing but the first line, and empty lines',
        calls: [[`${rule.group},${rule.amount}`], [`${rule.group},${rule.amount}\n\n${good()},${amountOf(random)}\n\n`]],
      },
    ];
  },
  programs: ({ group, amount }, entry) => ({
    python: {
      right: [
        `import csv
import io

def ${entry}(text):
    totals = {}
    for row in csv.DictReader(io.StringIO(text)):
        key = row["${group}"]
        totals[key] = totals.get(key, 0) + int(row["${amount}"])
    return totals`,
        String.raw`from collections import defaultdict

def rows_of(text):
    row, field, quoted, at = [], "", False, 0
    while at < len(text):
        c = text[at]
        if quoted:
            if c == '"' and text[at + 1:at + 2] == '"':
                field += c
                at += 1
            elif c == '"':
                quoted = False
            else:
                field += c
        elif c == '"':
            quoted = True
        elif c == ",":
            row.append(field)
            field = ""
        elif c == "\n":
            yield row + [field]
            row, field = [], ""
        else:
            field += c
        at += 1
    yield row + [field]

def ${entry}(text):
    rows = [row for row in rows_of(text) if row != [""]]
    key, value = rows[0].index("${group}"), rows[0].index("${amount}")
    totals = defaultdict(int)
    for row in rows[1:]:
        totals[row[key]] += int(row[value])
    return totals`,
      ],
      faults: [
        {
          name: 'splits at commas and line ends',
          edits: [
            [
              'csv.DictReader(io.StringIO(text))',
              '(dict(zip(text.split("\\n")[0].split(","), line.split(","))) for line in text.split("\\n")[1:] if line)',
            ],
          ],
          fails: ['comma in a field', 'quotes in a field', 'line break in a field'],
        },
        {
          name: 'splits lines and trims fields',
          edits: [
            [
              'csv.DictReader(io.StringIO(text))',
              '(dict(zip(text.split("\\n")[0].split(","), next(csv.reader([line])))) for line in text.split("\\n")[1:] if line)',
            ],
          ],
          fails: ['line break in a field'],
        },
        {
          name: 'takes the columns by place',
          edits: [
            ['csv.DictReader(io.StringIO(text))', 'list(csv.reader(io.StringIO(text)))[1:]'],
            [`row["${group}"]`, 'row[0] if row else None'],
            [`int(row["${amount}"])`, 'int(row[1] if row else 0)'],
          ],
          fails: ['columns in another order', 'comma in a field', 'line break in a field', 'nothing but the first line, and empty lines'],
        },
      ],
    },
    javascript: {
      right: [
        String.raw`function parse(text) {
  const rows = [];
  let row = [];
  let field = '';
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (quoted) {
      if (c === '"') {
        if (text[i + 1] === '"') {
          field += '"';
          i++;
        } else {
          quoted = false;
        }
      } else {
        field += c;
      }
    } else if (c === '"') {
      quoted = true;
    } else if (c === ',') {
      row.push(field);
      field = '';
    } else if (c === '\n') {
      row.push(field);
      rows.push(row);
      row = [];
      field = '';
    } else {
      field += c;
    }
  }
  row.push(field);
  rows.push(row);
  return rows.filter((r) => r.length > 1 || r[0] !== '');
}

function ${entry}(text) {
  const [header, ...rows] = parse(text);
  const key = header.indexOf('${group}');
  const value = header.indexOf('${amount}');
  const totals = {};
  for (const row of rows) {
    totals[row[key]] = (totals[row[key]] ?? 0) + Number(row[value]);
  }
  return totals;
}`,
        String.raw`const FIELD = /(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n|$)/y;

module.exports.${entry} = ${entry};

function ${entry}(text) {
  const rows = [[]];
  FIELD.lastIndex = 0;
  while (FIELD.lastIndex <= text.length) {
    const [, quoted, plain, end] = FIELD.exec(text);
    rows[rows.length - 1].push(quoted === undefined ? plain : quoted.split('""').join('"'));
    if (end === '\n') rows.push([]);
    if (end === '') break;
  }
  const filled = rows.filter((row) => row.join('') !== '');
  const names = filled.shift();
  const totals = new Map();
  for (const row of filled) {
    const record = Object.fromEntries(names.map((name, i) => [name, row[i]]));
    totals.set(record['${group}'], (totals.get(record['${group}']) || 0) + parseInt(record['${amount}'], 10));
  }
  return Object.fromEntries(totals);
}`,
      ],
      faults: [
        {
          name: 'splits at commas and line ends',
          edits: [['= parse(text)', String.raw`= text.split('\n').filter(Boolean).map((line) => line.split(','))`]],
          fails: ['comma in a field', 'quotes in a field', 'line break in a field'],
        },
        { name: 'leaves doubled quotes out', edits: [["field += '\"';", '']], fails: ['quotes in a field'] },
        {
          name: 'adds up text',
          edits: [['?? 0) + Number(row[value])', "?? '') + row[value]"]],
          fails: [
            'plain fields',
            'columns in another order',
            'comma in a field',
            'quotes in a field',
            'line break in a field',
            'nothing but the first line, and empty lines',
          ],
        },
        {
          name: 'takes the columns by place',
          edits: [[`header.indexOf('${group}')`, '0']],
          fails: ['columns in another order', 'comma in a field', 'line break in a field'],
        },
        {
          name: 'empty lines count as rows',
          edits: [["rows.filter((r) => r.length > 1 || r[0] !== '')", 'rows']],
          fails: ['nothing but the first line, and empty lines'],
        },
      ],
    },
  }),
  forms: () => [
    { language: 'python', kind: 'write', level: 'medium' },
    { language: 'javascript', kind: 'write', level: 'hard' },
  ],
});
