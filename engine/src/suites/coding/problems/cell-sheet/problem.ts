import type { Random } from '../../../../kit/random.ts';
import { defineProblem } from '../../problem.ts';
import { javascript } from './javascript.ts';
import { python } from './python.ts';
import { check, solve, type Rule } from './solvers.ts';

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
  programs: (rule, entry) => ({ python: python(rule, entry), javascript: javascript(rule, entry) }),
  forms: () => [
    { language: 'python', kind: 'write', level: 'extreme' },
    { language: 'javascript', kind: 'write', level: 'extreme' },
  ],
});
