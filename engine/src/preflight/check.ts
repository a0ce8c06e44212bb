import type { Capability, Connection, Model, PreflightFinding, ServerFacts } from '@benchloop/spec';
import type { PlanNeeds } from './needs.ts';
import type { Prober } from './prober.ts';

/** The stack as its connection tells of it, before anything was asked. */
export type Stack = {
  model: Model;
  server: ServerFacts;
  /** Names of the GPUs of the machine on which the model runs; null = not known, as for a remote endpoint. */
  gpus: readonly string[] | null;
  countTokens: Connection['countTokens'];
};

export type CheckInput = { stack: Stack; needs: PlanNeeds; /** True asks also what the plan does not need. */ everything: boolean };

/** What a check says: the finding, tasks that can't be run because of it, and capabilities that it tested. */
export type Judged = Omit<PreflightFinding, 'id'> & {
  /** Keys of tasks, `suite/task`. */
  blocked?: readonly string[];
  tested?: Partial<Record<keyof Model['capabilities'], Capability>>;
};

/** One thing that is proved before the first trial. */
export type Check = {
  id: string;
  title: string;
  isNeeded: (needs: PlanNeeds, stack: Stack) => boolean;
  perform: (prober: Prober, input: CheckInput) => Promise<Judged>;
};

type CheckParts<Answers> = Pick<Check, 'id' | 'title' | 'isNeeded'> & {
  /** What needs no question, as the engine's own code or the server's facts settle it; null = ask. */
  known: (input: CheckInput) => Judged | null;
  /** Puts the questions. */
  ask: (prober: Prober, input: CheckInput) => Promise<Answers>;
  /** Judges the answers; pure. */
  judge: (answers: Answers, input: CheckInput) => Judged;
};

export const defineCheck = <Answers>({ id, title, isNeeded, known, ask, judge }: CheckParts<Answers>): Check => ({
  id,
  title,
  isNeeded,
  perform: async (prober, input) => known(input) ?? judge(await ask(prober, input), input),
});

/** For checks that only read what the first call or the facts of the server show. */
export const nothingKnown = (): null => null;

export const isEmbedded = ({ server }: Stack): boolean => server.place === 'embedded';
