import { UserError } from '@benchloop/spec';
import type { CliCommand } from '../command.ts';
import type { UseLimits } from '../edge/read-use.ts';
import { writeOutput } from '../edge/write-output.ts';

type DecideOptions = UseLimits & { use?: string; json?: boolean; output?: string };

const decide = async (names: readonly string[], options: DecideOptions): Promise<void> => {
  const engine = await import('@benchloop/engine');
  if (options.use === undefined)
    throw new UserError(
      'What the model is for was not said.',
      `Name it with --use: ${engine.uses.map(({ id }) => id).join(', ')}, or a YAML file.`,
    );
  const { readUse } = await import('../edge/read-use.ts');
  const use = await readUse(options.use, engine.uses, options);
  const decision = await engine.decideStored({ home: engine.benchloopHome(), names, use });
  await writeOutput(options.json ? JSON.stringify(decision, null, 2) : engine.decisionToConsole(decision), options.output);
};

/** Chooses among runs for a use. */
export const createDecideCommand = (): CliCommand => ({
  name: 'decide',
  register: (program) =>
    void program
      .command('decide')
      .argument('[runs...]', 'run ids or paths of reports in JSON; none = the latest finished run of each stack')
      .description('which stack to take for a use, who can’t be told apart from it, and what to measure next')
      .option('--use <use>', 'assistant, chat, coding-agent, extraction, or a YAML file with weights and limits of your own')
      .option('--max-memory <bytes>', 'most memory, such as 16GiB')
      .option('--min-tps <n>', 'least decode rate, tokens per second')
      .option('--max-ttft <time>', 'longest time to the first token, such as 1s')
      .option('--min-context <n>', 'least context in force, tokens')
      .option('--json', 'print JSON')
      .option('--output <file>', 'write to a file instead of the terminal')
      .action(decide),
});
