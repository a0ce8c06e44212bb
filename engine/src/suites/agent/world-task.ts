import type { Difficulty } from '@benchloop/spec';
import type { World, WorldChange, WorldFault } from '../../kit/world/world.ts';
import type { WorldAnswer } from '../../scorers/agent-world/expect.ts';
import type { Matcher } from '../../scorers/tool-calls/expect.ts';
import type { Call, Step } from './steps.ts';

/** A numbered rule of the place; a request against it must be refused with its code. */
export type Policy = { code: string; text: string };

export type WorldTask = {
  difficulty: Difficulty;
  tags: string[];
  world: World;
  /** Names of the offered tools, in the order in which the model reads them. */
  offered: readonly string[];
  /** Facts and forms of this world that the model must know: today's date, how paths are written. */
  setting: string;
  policies: readonly Policy[];
  request: string;
  /** What stands after `Answer:` when the request can be done, in words: `the number of files that you moved`. */
  answerForm: string;
  data: unknown;
  faults?: WorldFault[];
  changes?: WorldChange[];
  /** The reference trajectory, computed by the family's solver: calls that may go together stand in one group. */
  steps: readonly (readonly Step[])[];
  /** The end state, computed from the data without the world. */
  final: Matcher;
  answer: { expect: WorldAnswer; right: string; wrong: readonly [string, ...string[]] };
  /** A harmless call of an offered tool. */
  idle: Call;
  /** Calls, each with a real effect, that must not be made: the order inside a text, a neighbour's row. */
  harms: readonly Call[];
  /** What a hasty model would do in place of the last required change; it really changes something. */
  decoys?: readonly Call[];
  /** Other legal ways, worth all points. */
  alternatives?: readonly { name: string; steps: readonly (readonly Step[])[] }[];
  /** Ways that leave out a required look and still end in the right state, for looks whose tool others of the reference use too. */
  guesses?: readonly { name: string; steps: readonly (readonly Step[])[] }[];
  /** What a model does that goes on as before a tool changed its form. */
  unchanged?: readonly (readonly Step[])[];
  /** False: the changes cannot be made without the reads before them, so no proof case leaves the reads out. */
  readsCanBeSkipped?: boolean;
};
