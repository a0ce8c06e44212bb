import type { Random } from '../../../kit/random.ts';
import type { Plain } from '../literal.ts';
import { defineProblem } from '../problem.ts';

type Rule = { name: string; gap: number };
type Span = [number, number];

const spansOf = (args: readonly Plain[]): Span[] => args[0] as Span[];

const solve = ({ gap }: Rule, args: Plain[]): Plain => {
  const merged: Span[] = [];
  for (const [start, end] of spansOf(args).toSorted((a, b) => a[0] - b[0] || a[1] - b[1])) {
    const last = merged.at(-1);
    if (last !== undefined && start - last[1] <= gap) last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  return merged;
};

/** Joins any two that belong together until none do. */
const check = ({ gap }: Rule, args: Plain[]): Plain => {
  const left = spansOf(args).map(([start, end]): Span => [start, end]);
  for (let again = true; again;) {
    again = false;
    for (let one = 0; one < left.length && !again; one += 1)
      for (let two = 0; two < left.length && !again; two += 1) {
        const [a, b] = [left[one] as Span, left[two] as Span];
        if (one === two || a[0] > b[1] + gap || b[0] > a[1] + gap) continue;
        left.splice(two, 1);
        a[0] = Math.min(a[0], b[0]);
        a[1] = Math.max(a[1], b[1]);
        again = true;
      }
  }
  return left.toSorted((a, b) => a[0] - b[0]);
};

/** Spans in rising order with wide gaps between them. */
const chain = (random: Random, gap: number, count: number): Span[] => {
  let at = random.int(-30, 10);
  return Array.from({ length: count }, (): Span => {
    const start = at + gap + random.int(2, 9);
    at = start + random.int(1, 8);
    return [start, at];
  });
};

const overlapping = (random: Random, { gap }: Rule): Span[] => {
  const spans = chain(random, gap, 4);
  const [start, end] = spans[1] as Span;
  return [...spans, [start + 1, end + 1]];
};

export const mergeSpans = defineProblem<Rule>({
  id: 'merge-spans',
  tags: ['lists', 'sorting'],
  draw: (random) => ({ name: random.pick(['merge spans', 'join ranges', 'fuse intervals', 'combine shifts']), gap: random.int(2, 6) }),
  name: ({ name }) => name,
  parameters: () => 'spans',
  brief: ({ gap }, { list }) =>
    `\`spans\` is a ${list} of pairs \`[start, end]\` of whole numbers with start <= end, in any order. Two spans belong together when they overlap, touch, or when the later one starts at most ${gap} after the other one's end. Join all that belong together, also through others, and return the joined spans as a ${list} of pairs \`[start, end]\`, sorted by start. Leave the argument as it was. No spans give an empty ${list}.`,
  solve,
  check,
  tests: (random, rule) => {
    const { gap } = rule;
    const sorted = () => overlapping(random, rule).toSorted((a, b) => a[0] - b[0]);
    const shuffled = (): Span[] => {
      const [first, ...rest] = sorted();
      return [...random.shuffle(rest), first as Span];
    };
    const atGap = (distance: number): Span[] => {
      const start = random.int(-9, 9);
      const end = start + random.int(2, 6);
      return [
        [start, end],
        [end + distance, end + distance + 3],
      ];
    };
    const inside = (): Span[] => {
      const start = random.int(1, 9);
      return [
        [start, start + 20 + gap],
        [start + 2, start + 4],
        [start + 18 + gap, start + 24 + 2 * gap],
      ];
    };
    return [
      { name: 'overlapping spans', calls: [[sorted()], [sorted()]] },
      { name: 'spans in any order', calls: [[shuffled()], [shuffled()]] },
      { name: 'gap that is just small enough', calls: [[atGap(gap)], [atGap(gap)]] },
      { name: 'gap that is just too large', calls: [[atGap(gap + 1).toReversed()], [[...atGap(gap + 1), [100, 101], [101, 105]]]] },
      { name: 'span inside another', calls: [[inside()], [inside()]] },
      {
        name: 'none and one',
        calls: [
          [[]],
          [
            [
              [3, 3],
              [3, 3],
            ],
          ],
        ],
      },
    ];
  },
  trigger: (random, { gap }) => [
    [
      [5, 30],
      [7, 9],
      [30 + gap, 40 + random.int(1, 9)],
    ],
  ],
  programs: ({ gap }, entry) => ({
    python: {
      right: [
        `def ${entry}(spans):
    merged = []
    for start, end in sorted(spans):
        if merged and start - merged[-1][1] <= ${gap}:
            merged[-1][1] = max(merged[-1][1], end)
        else:
            merged.append([start, end])
    return merged`,
        `from functools import reduce

GAP = ${gap}

def add(done, span):
    if done and span[0] <= done[-1][1] + GAP:
        return done[:-1] + [[done[-1][0], max(done[-1][1], span[1])]]
    return done + [list(span)]

def ${entry}(spans):
    return reduce(add, sorted(spans, key=lambda span: span[0]), [])`,
      ],
      faults: [
        { name: 'does not sort', edits: [['sorted(spans)', 'spans']], fails: ['spans in any order', 'gap that is just too large'] },
        { name: 'takes the end of the later span', edits: [['max(merged[-1][1], end)', 'end']], fails: ['span inside another'] },
        { name: 'the gap itself is too large', edits: [['<= ', '< ']], fails: ['gap that is just small enough'] },
        {
          name: 'joins only what overlaps',
          edits: [[`<= ${gap}`, '<= 0']],
          fails: ['gap that is just small enough'],
        },
      ],
    },
    javascript: {
      right: [
        `function ${entry}(spans) {
  const sorted = [...spans].sort((a, b) => a[0] - b[0]);
  const merged = [];
  for (const [start, end] of sorted) {
    const last = merged[merged.length - 1];
    if (last && start - last[1] <= ${gap}) {
      last[1] = Math.max(last[1], end);
    } else {
      merged.push([start, end]);
    }
  }
  return merged;
}`,
        `export const ${entry} = (spans) =>
  spans
    .map(([start, end]) => [start, end])
    .sort((a, b) => a[0] - b[0])
    .reduce((done, [start, end]) => {
      const rest = done.slice(0, -1);
      const last = done.at(-1);
      return last !== undefined && start <= last[1] + ${gap}
        ? [...rest, [last[0], Math.max(last[1], end)]]
        : [...done, [start, end]];
    }, []);`,
      ],
      faults: [
        {
          name: 'null for no spans',
          edits: [['const merged = [];', 'if (spans.length === 0) return null;\n  const merged = [];']],
          fails: ['none and one'],
        },
        {
          name: 'sorts as text',
          edits: [['sort((a, b) => a[0] - b[0])', 'sort()']],
          fails: ['span inside another', 'none and one', 'overlapping spans'],
          isTriggered: true,
        },
        { name: 'takes the end of the later span', edits: [['Math.max(last[1], end)', 'end']], fails: ['span inside another'] },
        { name: 'the gap itself is too large', edits: [['<= ', '< ']], fails: ['gap that is just small enough'], isTriggered: true },
      ],
    },
  }),
  forms: () => [
    { language: 'python', kind: 'write', level: 'medium' },
    {
      language: 'javascript',
      kind: 'repair',
      level: 'medium',
      plants: 'takes the end of the later span',
    },
  ],
});
