import type { Harness, Model, Suite, Support, Task, Warning } from '@benchloop/spec';
import { sentences } from '../kit/sentences.ts';
import type { Judgement } from './judge.ts';

/** False only where the context in force is known and smaller than what the task says it needs. */
export const fitsContext = ({ contextTokens = 0 }: Pick<Task, 'contextTokens'>, { contextInForce }: Model): boolean =>
  contextInForce === null || contextTokens <= contextInForce;

/** What to do to get a context of so many tokens. */
const remedyFor = (needed: number, { contextTrained, name }: Model): string =>
  contextTrained !== null && contextTrained < needed
    ? `take a model that was trained for a context of ${needed} tokens; ${name} was trained for ${contextTrained}`
    : `start again with --ctx ${needed}, or start the server with a context of that size`;

/** Whether a stack can try a task at all: the harness must support it, and it must fit the context in force. */
export const supportOf = (task: Task, harness: Harness, model: Model): Support => {
  if (fitsContext(task, model)) return harness.supports(task, model);
  const needed = task.contextTokens ?? 0;
  return {
    supported: false,
    reason: `the task needs a context of ${needed} tokens, and ${model.contextInForce} are in force`,
    remedy: remedyFor(needed, model),
  };
};

/** How a trial ends that was not attempted. */
export const unsupported = ({ reason, remedy }: Extract<Support, { supported: false }>): Judgement => ({
  outcome: 'unsupported',
  score: null,
  reason: sentences(reason, remedy),
});

/** One warning for each suite with tasks that do not fit the context in force. */
export const contextWarnings = (work: readonly { suite: Suite; task: Task }[], model: Model): Warning[] =>
  [...new Set(work.map(({ suite }) => suite))].flatMap((suite) => {
    const tasks = [...new Set(work.filter((item) => item.suite === suite).map(({ task }) => task))];
    const tooLarge = tasks.filter((task) => !fitsContext(task, model));
    if (tooLarge.length === 0) return [];
    const needed = Math.max(...tooLarge.map(({ contextTokens = 0 }) => contextTokens));
    return [
      {
        code: 'context-small' as const,
        message: `${tooLarge.length} of ${tasks.length} tasks of ${suite.id} need a context of up to ${needed} tokens, and ${model.contextInForce} are in force: they end unsupported without an attempt.`,
        nextStep: sentences(`To run them, ${remedyFor(needed, model)}`),
      },
    ];
  });
