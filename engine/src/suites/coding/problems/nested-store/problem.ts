import type { Random } from '../../../../kit/random.ts';
import type { Plain } from '../../literal.ts';
import { defineProblem } from '../../problem.ts';
import { javascript } from './javascript.ts';
import { python } from './python.ts';
import { check, solve, type Step, type Rule } from './solvers.ts';

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
  programs: (rule, entry) => ({ python: python(rule, entry), javascript: javascript(rule, entry) }),
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
