import type { Plain } from '../../literal.ts';
import { defineProblem } from '../../problem.ts';
import { javascript } from './javascript.ts';
import { python } from './python.ts';
import { check, solve, type Step, type Rule } from './solvers.ts';

const people = ['ada', 'ben', 'cleo', 'dan', 'eve'] as const;

export const rateGate = defineProblem<Rule>({
  id: 'rate-gate',
  tags: ['classes', 'state', 'edge-cases'],
  draw: (random) => ({ name: random.pick(['gate', 'limiter', 'throttle', 'turnstile']), includes: random.chance(0.5) }),
  name: ({ name }) => name,
  parameters: () => 'limit, span',
  isClass: true,
  brief: ({ includes }, { yes, no }) =>
    `The class has two methods. \`allow(who, time)\` returns ${yes} and counts the visit when fewer than \`limit\` visits of \`who\` count at that time, and otherwise returns ${no} and counts nothing. \`left(who, time)\` returns how many more visits of \`who\` would be allowed at that time, and changes nothing. A visit counts for \`span\` seconds: at a time that is exactly \`span\` seconds later it ${includes ? 'still counts, and after that no longer' : 'no longer counts'}. Times are whole numbers and never fall from call to call. Objects of the class share nothing with each other.`,
  solve,
  check,
  tests: (random, rule) => {
    const [a, b] = random.sample(people, 2) as [string, string];
    const game = (limit: number, span: number, steps: Step[]): Plain[] => [[limit, span], steps];
    const span = () => random.int(10, 30);
    const edge = (): Plain[] => {
      const [long, start] = [span(), random.int(1, 50)];
      return game(1, long, [
        ['allow', a, start],
        ['allow', a, start + long - 1],
        ['left', a, start + long],
        ['allow', a, start + long],
        ['allow', a, start + long + 1],
        ['allow', a, start + 3 * long],
      ]);
    };
    const full = (): Plain[] => {
      const limit = random.int(2, 4);
      return game(limit, 100, [...Array.from({ length: limit + 2 }, (_, index): Step => ['allow', a, index]), ['left', a, 20]]);
    };
    const apart = (): Plain[] =>
      game(1, span(), [
        ['allow', a, 1],
        ['allow', b, 2],
        ['allow', a, 3],
        ['left', b, 3],
        ['left', 'new', 3],
      ]);
    const refused = (): Plain[] => {
      const long = random.int(10, 20);
      return game(1, long, [
        ['allow', a, 0],
        ['allow', a, long - 2],
        ['allow', a, long - 1],
        ['allow', a, long + 2],
        ['left', a, long + 3],
      ]);
    };
    const looking = (): Plain[] => {
      const limit = random.int(2, 5);
      return game(limit, 50, [
        ['left', a, 1],
        ['left', a, 1],
        ['allow', a, 2],
        ['left', a, 2],
        ['left', a, 2],
        ['allow', a, 3],
        ['left', a, 3],
      ]);
    };
    const fresh = (who: string): Plain[] =>
      game(1, 1000, [
        ['allow', who, 1],
        ['left', who, 1],
        ['allow', who, random.int(2, 9)],
      ]);
    return [
      {
        name: 'more visits than allowed',
        calls: [full(), full(), full()].map((one, index) =>
          index === 2
            ? game(2, 9, [
                ['allow', a, 1],
                ['allow', a, 2],
                ['allow', a, 3],
              ])
            : one,
        ),
      },
      {
        name: 'visitors are counted apart',
        calls: [
          apart(),
          game(2, 9, [
            ['allow', a, 1],
            ['allow', a, 1],
            ['allow', b, 1],
            ['left', b, 1],
            ['left', a, 1],
          ]),
        ],
      },
      {
        name: 'the end of the span',
        calls: [
          edge(),
          edge(),
          game(2, 5, [
            ['allow', b, 1],
            ['allow', b, 3],
            ['left', b, rule.includes ? 6 : 5],
            ['left', b, rule.includes ? 7 : 6],
            ['left', b, 9],
          ]),
        ],
      },
      {
        name: 'refused visits do not count',
        calls: [
          refused(),
          game(1, 10, [
            ['allow', b, 0],
            ['allow', b, 9],
            ['allow', b, 12],
            ['allow', b, 13],
          ]),
        ],
      },
      {
        name: 'looking changes nothing',
        calls: [
          looking(),
          game(1, 5, [
            ['left', b, 1],
            ['allow', b, 2],
            ['left', b, 3],
          ]),
        ],
      },
      {
        name: 'objects share nothing',
        calls: [
          fresh('zoe'),
          fresh('zoe'),
          game(2, 100, [
            ['allow', 'zoe', 1],
            ['left', 'zoe', 1],
          ]),
        ],
      },
    ];
  },
  programs: (rule, entry) => ({ python: python(rule, entry), javascript: javascript(rule, entry) }),
  forms: () => [
    {
      language: 'python',
      kind: 'refactor',
      level: 'hard',
      wish: 'At present its state is global, its numbers are fixed, and the end of the span may be treated otherwise than wanted.',
      given: `visits = {}

def allow(who, time):
    recent = [t for t in visits.get(who, []) if time - t < 60]
    if len(recent) >= 5:
        return False
    visits[who] = recent + [time]
    return True

def left(who, time):
    return 5 - len([t for t in visits.get(who, []) if time - t < 60])`,
    },
    {
      language: 'javascript',
      kind: 'refactor',
      level: 'hard',
      wish: `At present its state is global, its numbers are fixed, and the end of the span may be treated otherwise than wanted.`,
      given: `const visits = {};

function allow(who, time) {
  const recent = (visits[who] || []).filter((t) => time - t < 60);
  if (recent.length >= 5) return false;
  visits[who] = [...recent, time];
  return true;
}

function left(who, time) {
  return 5 - (visits[who] || []).filter((t) => time - t < 60).length;
}`,
    },
  ],
});
