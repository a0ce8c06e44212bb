import type { PreflightFinding } from '@benchloop/spec';
import { noteLine } from './print.ts';

export type AskOptions = { strict?: boolean; json?: boolean; yes?: boolean };
type Terminal = { isTerminal: boolean; confirm: (message: string) => Promise<boolean> };

const confirmOnTerminal = async (message: string): Promise<boolean> => {
  const { confirm, isCancel } = await import('@clack/prompts');
  const answer = await confirm({ message, output: process.stderr });
  return !isCancel(answer) && answer;
};

const realTerminal = (): Terminal => ({
  isTerminal: process.stdin.isTTY === true && process.stderr.isTTY === true && (process.env['CI'] ?? '') === '',
  confirm: confirmOnTerminal,
});

/**
 * Whether to go on where the stack can't do a part of the plan: `--strict` never does, a person on a terminal is asked,
 * and without one the rest runs; the warnings of the run say what is left out.
 */
export const askAboutImpossible = async (
  impossible: readonly PreflightFinding[],
  options: AskOptions,
  terminal: Terminal = realTerminal(),
): Promise<boolean> => {
  if (options.strict === true) return false;
  if (!terminal.isTerminal || options.json === true || options.yes === true) return true;
  for (const { what, why, remedy } of impossible) noteLine(`! ${what} ${why}${remedy === null ? '' : `\n  ${remedy}`}`);
  return terminal.confirm('This part of the plan is left out. Run the rest?');
};
