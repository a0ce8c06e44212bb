import type { Difficulty } from '@benchloop/spec';
import type { Family } from '../../../kit/family.ts';
import { callTask, offer } from '../build.ts';
import { nameOf } from '../pools.ts';
import { plainScenarios } from '../scenarios/plain.ts';
import { richScenarios } from '../scenarios/rich.ts';
import { rowOf } from '../scenarios/scenario.ts';

const levels: readonly { difficulty: Difficulty; tools: number; wishes: number; rich: boolean; hinted: boolean }[] = [
  { difficulty: 'easy', tools: 5, wishes: 1, rich: false, hinted: false },
  { difficulty: 'medium', tools: 20, wishes: 1, rich: false, hinted: true },
  { difficulty: 'medium', tools: 20, wishes: 1, rich: true, hinted: false },
  { difficulty: 'hard', tools: 60, wishes: 1, rich: true, hinted: true },
  { difficulty: 'extreme', tools: 60, wishes: 2, rich: true, hinted: false },
  { difficulty: 'extreme', tools: 60, wishes: 3, rich: true, hinted: true },
];

/** The right tools in lists of 5, 20 and 60. */
export const largeCatalogue: Family = {
  id: 'large-catalogue',
  size: levels.length,
  make: (random, index) => {
    const level = levels[index] as (typeof levels)[number];
    const wishes = random.sample(level.rich ? richScenarios : plainScenarios, level.wishes).map((make) => make(random));
    const used = wishes.map(({ call }) => call.tool);
    const rivals = wishes.flatMap((wish) => wish.rivals).filter((name) => !used.includes(name));
    const spoken = level.hinted
      ? wishes.map(({ hint }) => hint).join(' And another thing: ') + ` Yours, ${nameOf(random)}`
      : `Hello, this is ${nameOf(random)}. Please ${wishes.map(({ ask }) => ask).join(', and ')}.`;
    return callTask({
      difficulty: level.difficulty,
      tags: ['choose', `tools-${level.tools}`, ...(level.wishes > 1 ? ['parallel'] : [])],
      conversation: spoken,
      tools: offer(random, used, level.tools, rivals),
      results: wishes.map(rowOf),
      groups: [wishes.map(({ call }) => call)],
    });
  },
};
