import type { CliCommand } from '../command.ts';
import { printJson, printLine } from '../edge/print.ts';

const show = async (options: { json?: boolean }): Promise<void> => {
  const { describeBuild } = await import('@benchloop/engine');
  const info = describeBuild();
  if (options.json) return printJson(info);
  printLine(`bench-loop ${info.version}`);
  printLine(`suites     ${info.suites.join(', ')}`);
  printLine(`profiles   ${info.profiles.join(', ')}`);
  printLine(`providers  ${info.providers.join(', ')}`);
  printLine(`harnesses  ${info.harnesses.map(({ id, kind }) => `${id} (${kind})`).join(', ')}`);
};

/** Says what this build can do. */
export const createInfoCommand = (): CliCommand => ({
  name: 'info',
  register: (program) =>
    void program
      .command('info')
      .description('say what this build can do: version, suites, profiles, providers, harnesses')
      .option('--json', 'print JSON')
      .action(show),
});
