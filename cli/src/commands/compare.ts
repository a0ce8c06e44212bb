import { InvalidArgumentError } from 'commander';
import type { Comparison } from '@benchloop/spec';
import type { CliCommand } from '../command.ts';
import { writeOutput } from '../edge/write-output.ts';

const formats = ['console', 'json', 'md', 'csv', 'html'] as const;
type Format = (typeof formats)[number];

type CompareCommandOptions = { format: Format; json?: boolean; output?: string; margin?: number };

const readFormat = (text: string): Format => {
  const format = formats.find((known) => known === text);
  if (format === undefined) throw new InvalidArgumentError(`Give one of: ${formats.join(', ')}.`);
  return format;
};

const readMargin = (text: string): number => {
  const margin = Number(text);
  if (text.trim() === '' || !(margin > 0 && margin <= 50)) throw new InvalidArgumentError('Give points above 0 and up to 50.');
  return margin;
};

const print = async (comparison: Comparison, { format, output }: CompareCommandOptions): Promise<string> => {
  const engine = await import('@benchloop/engine');
  switch (format) {
    case 'json':
      return JSON.stringify(comparison, null, 2);
    case 'md':
      return engine.comparisonToMarkdown(comparison);
    case 'csv':
      return engine.comparisonToCsv(comparison);
    case 'html':
      return (await import('@benchloop/ui/report')).renderComparisonHtml(comparison, engine.version);
    case 'console': {
      const { default: colours } = await import('picocolors');
      const on = process.stdout.isTTY && output === undefined && colours.isColorSupported;
      return engine.comparisonToConsole(comparison, on ? { bold: colours.bold, dim: colours.dim } : undefined);
    }
  }
};

const compare = async (names: readonly string[], options: CompareCommandOptions): Promise<void> => {
  const { benchloopHome, compareStored } = await import('@benchloop/engine');
  const { comparison } = await compareStored({ home: benchloopHome(), names, margin: options.margin });
  await writeOutput(await print(comparison, { ...options, format: options.json ? 'json' : options.format }), options.output);
};

/** Compares runs on the tasks that they share. */
export const createCompareCommand = (): CliCommand => ({
  name: 'compare',
  register: (program) =>
    void program
      .command('compare')
      .argument('<runs...>', 'two or more run ids, or paths of reports in JSON; each later one is held beside each earlier one')
      .description('compare runs on identical tasks: better, worse, same or cannot tell, and why')
      .option('--margin <points>', 'differences below this many points of 100 do not matter', readMargin)
      .option('--format <format>', `one of ${formats.join(', ')}`, readFormat, 'console')
      .option('--output <file>', 'write to a file instead of the terminal')
      .option('--json', 'the same as --format json')
      .action(compare),
});
