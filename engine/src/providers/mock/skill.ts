import type { GenerateOptions, Reply, Task } from '@benchloop/spec';
import { createRandom } from '../../kit/random.ts';

/** How much a task's difficulty takes from the chance of a right answer. */
const difficultyCost: Record<Task['difficulty'], number> = { easy: -0.2, medium: 0, hard: 0.15, extreme: 0.25 };
/** Share of a task's luck that all models have in common: what is hard for one is hard for most. */
const common = 0.5;

/** A timed task asks for a text of some length, which every model can write. */
const isTimed = (task: Task): boolean => task.nonce !== undefined;

const timedText = 'The keeper climbs the stairs of the lighthouse and counts each of them aloud. ';
const charactersOfToken = 8;

/** A text that is at least as long as the task allows, as a server gives one that goes on after an end token. */
const timedReply = ({ limits }: Task): Reply => ({
  text: timedText.repeat(Math.ceil((limits.maxTokens * charactersOfToken) / timedText.length)),
});

const isRight = (task: Task, { share, name }: Skill): boolean => {
  if (share === 1) return true;
  const luck = common * createRandom(task.id).float() + (1 - common) * createRandom(`${name}/${task.id}`).float();
  return luck + difficultyCost[task.difficulty] < share;
};

export type Skill = { share: number; name: string };

/** The reply of a made-up model of some strength: always the same for the same name and task. */
export const replyOfSkill = (skill: Skill, { origin }: GenerateOptions): Reply => {
  if (origin === undefined) return { text: 'I am a made-up model. I answer only the tasks of a benchmark.' };
  const { task, turn } = origin;
  if (isTimed(task)) return timedReply(task);
  const { accepted, rejected } = task.proof;
  const cases = isRight(task, skill) ? accepted : rejected;
  const { replies } = createRandom(`${skill.name}/${task.id}/case`).pick(cases);
  return replies[Math.min(turn, replies.length - 1)] ?? { text: '' };
};
