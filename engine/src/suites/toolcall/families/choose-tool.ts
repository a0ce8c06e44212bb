import type { Difficulty } from '@benchloop/spec';
import type { Family } from '../../../kit/family.ts';
import { callTask, offer } from '../build.ts';
import { nameOf } from '../pools.ts';
import { plainScenarios } from '../scenarios/plain.ts';
import { richScenarios } from '../scenarios/rich.ts';
import { rowOf, type Scenario } from '../scenarios/scenario.ts';
import type { Random } from '../../../kit/random.ts';

const levels: readonly {
  difficulty: Difficulty;
  tools: number;
  from: readonly ((random: Random) => Scenario)[];
  hinted: boolean;
}[] = [
  { difficulty: 'easy', tools: 2, from: plainScenarios, hinted: false },
  { difficulty: 'easy', tools: 3, from: plainScenarios, hinted: false },
  { difficulty: 'easy', tools: 4, from: plainScenarios, hinted: false },
  { difficulty: 'medium', tools: 8, from: plainScenarios, hinted: true },
  { difficulty: 'hard', tools: 14, from: richScenarios, hinted: true },
];

/** One fitting tool among others that have nothing to do with the request. */
export const chooseTool: Family = {
  id: 'choose-tool',
  size: levels.length,
  make: (random, index) => {
    const { difficulty, tools, from, hinted } = levels[index] as (typeof levels)[number];
    const scenario = random.pick(from)(random);
    return callTask({
      difficulty,
      tags: ['choose', 'single-call'],
      conversation: hinted ? `${scenario.hint} Yours, ${nameOf(random)}` : `Hello, this is ${nameOf(random)}. Please ${scenario.ask}.`,
      tools: offer(random, [scenario.call.tool], tools, scenario.rivals),
      results: [rowOf(scenario)],
      groups: [[scenario.call]],
    });
  },
};
