import type { Difficulty, Task } from '@benchloop/spec';
import type { Family } from '../../kit/family.ts';
import type { Random } from '../../kit/random.ts';
import type { Answer } from './answers.ts';
import { proofOf, type NearMiss } from './proof.ts';

/** How an instance is put to the model, and what counts as right and as nearly right. */
export type Presentation = {
  question: string;
  answer: Answer;
  /** Wrong answers that a real model writes, computed from the instance. Those equal to the key are dropped. */
  nearMisses: readonly NearMiss[];
  tags: readonly string[];
};

/** One drawn instance. `solve` and `check` find the key by different algorithms and must agree. */
export type Posed = { solve: () => string[]; check: () => string[]; present: (key: readonly string[]) => Presentation };

/** A seeded generator of one kind of question; `levels` fixes the difficulty of each index, whatever the seed. */
export type Puzzle = { id: string; levels: readonly Difficulty[]; pose: (random: Random, index: number) => Posed };

export type PuzzleDefinition<Instance> = {
  id: string;
  levels: readonly Difficulty[];
  draw: (random: Random, level: Difficulty, index: number) => Instance;
  solve: (instance: Instance) => string | string[];
  check: (instance: Instance) => string | string[];
  present: (instance: Instance, key: readonly string[]) => Presentation;
};

const listOf = (key: string | string[]): string[] => (typeof key === 'string' ? [key] : key);

export const definePuzzle = <Instance>(definition: PuzzleDefinition<Instance>): Puzzle => ({
  id: definition.id,
  levels: definition.levels,
  pose: (random, index) => {
    const instance = definition.draw(random, definition.levels[index] ?? 'easy', index);
    return {
      solve: () => listOf(definition.solve(instance)),
      check: () => listOf(definition.check(instance)),
      present: (key) => definition.present(instance, key),
    };
  },
});

/** Tokens per reply: short working for easy tasks, so that a small model on a CPU gets through a smoke run. */
const maxTokens: Record<Difficulty, number> = { easy: 400, medium: 640, hard: 1024, extreme: 1024 };

const promptOf = ({ question, answer }: Presentation): string =>
  [question, [...answer.rules, 'Work it out, then end your reply with one line of this form:'].join(' '), `Answer: <${answer.form}>`].join(
    '\n\n',
  );

export const taskOf = (posed: Posed, difficulty: Difficulty): Omit<Task, 'id' | 'family'> => {
  const presentation = posed.present(posed.solve());
  return {
    difficulty,
    tags: [...presentation.tags, presentation.answer.expect.type],
    messages: [{ role: 'user', content: promptOf(presentation) }],
    expect: presentation.answer.expect,
    limits: { maxTokens: maxTokens[difficulty], maxTurns: 1 },
    proof: proofOf(presentation.answer, presentation.nearMisses),
  };
};

export const familyOf = (puzzle: Puzzle): Family => ({
  id: puzzle.id,
  size: puzzle.levels.length,
  make: (random, index) => taskOf(puzzle.pose(random, index), puzzle.levels[index] ?? 'easy'),
});
