import type { Connection, Tokens } from '@benchloop/spec';
import type { PlannedTask } from './needs.ts';

/** What a task needs of the window. `least` is what its prompt has at the very least, `likely` what it may well have. */
export type TaskSize = { key: string; suiteId: string; least: Tokens; likely: Tokens; replyTokens: Tokens };

/** What a chat template adds to a prompt. */
const templateTokens: Tokens = 32;
/** Characters per token of dense text, and of plain English, where nobody counts. */
const fewestPerToken = 3.5;
const mostPerToken = 4.5;

const guess = (task: PlannedTask): TaskSize => ({
  key: task.key,
  suiteId: task.suiteId,
  least: Math.floor(task.promptText.length / mostPerToken),
  likely: Math.ceil(task.promptText.length / fewestPerToken) + templateTokens,
  replyTokens: task.replyTokens,
});

/** A task that states what it needs is believed: its author counted. */
const stated = (task: PlannedTask, contextTokens: Tokens): TaskSize => ({
  key: task.key,
  suiteId: task.suiteId,
  least: Math.max(0, contextTokens - task.replyTokens),
  likely: Math.max(0, contextTokens - task.replyTokens),
  replyTokens: task.replyTokens,
});

const measured = async (task: PlannedTask, countTokens: NonNullable<Connection['countTokens']>): Promise<TaskSize> => {
  const tokens = await countTokens(task.promptText).catch(() => null);
  return tokens === null ? guess(task) : { ...guess(task), least: tokens, likely: tokens + templateTokens };
};

/**
 * The sizes of all tasks. Only those that may be too large for `window` are counted, and the largest: a token is at
 * least one byte, so a text of fewer bytes fits.
 */
export const taskSizes = async (
  tasks: readonly PlannedTask[],
  window: Tokens | null,
  countTokens: Connection['countTokens'],
): Promise<TaskSize[]> => {
  const spanOf = (task: PlannedTask) => task.promptText.length / mostPerToken + task.replyTokens;
  const largest = tasks.reduce<PlannedTask | null>((most, task) => (most === null || spanOf(task) > spanOf(most) ? task : most), null);
  const sizes: TaskSize[] = [];
  for (const task of tasks) {
    if (task.contextTokens !== null) {
      sizes.push(stated(task, task.contextTokens));
      continue;
    }
    const mayNotFit = window !== null && Buffer.byteLength(task.promptText) + templateTokens > window;
    sizes.push(countTokens !== undefined && (mayNotFit || task === largest) ? await measured(task, countTokens) : guess(task));
  }
  return sizes;
};
