import type { Task } from '@benchloop/spec';
import { createRandom, type Random } from './random.ts';

/** A seeded generator of like tasks. `size` is its number of tasks in a set. */
export type Family = {
  id: string;
  size: number;
  /** `index` runs from 0 to `size - 1`; the difficulty of a task may depend on it, never on the seed. */
  make: (random: Random, index: number) => Omit<Task, 'id' | 'family'>;
};

const maxDraws = 200;

/** All tasks of a set, no two with the same question. Ids are stable over seeds: `<family>-<number>`. */
export const tasksOfFamilies = (suiteId: string, families: readonly Family[], seed: number): Task[] => {
  const seen = new Set<string>();
  const draw = (family: Family, index: number): Task => {
    for (let attempt = 0; attempt < maxDraws; attempt += 1) {
      const random = createRandom(`${seed}/${suiteId}/${family.id}/${index}/${attempt}`);
      const task = { id: `${family.id}-${String(index + 1).padStart(2, '0')}`, family: family.id, ...family.make(random, index) };
      const question = JSON.stringify([task.messages, task.tools, task.toolResults]);
      if (!seen.has(question)) {
        seen.add(question);
        return task;
      }
    }
    throw new Error(`family ${suiteId}/${family.id} has too few different tasks: ${maxDraws} draws gave only known ones`);
  };
  return families.flatMap((family) => Array.from({ length: family.size }, (_, index) => draw(family, index)));
};
