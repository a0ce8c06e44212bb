import { InvalidArgumentError } from 'commander';
import type { CliCommand } from '../command.ts';
import { printReport, reportFormats, type ReportFormat } from '../edge/print-report.ts';
import { writeOutput } from '../edge/write-output.ts';

const readFormat = (text: string): ReportFormat => {
  const format = reportFormats.find((known) => known === text);
  if (format === undefined) throw new InvalidArgumentError(`Give one of: ${reportFormats.join(', ')}.`);
  return format;
};

const report = async (id: string, options: { format: ReportFormat; output?: string; json?: boolean }): Promise<void> => {
  const { benchloopHome, loadReport } = await import('@benchloop/engine');
  const data = await loadReport(benchloopHome(), id);
  const text = await printReport(
    data,
    options.json ? 'json' : options.format,
    process.stdout.isTTY === true && options.output === undefined,
  );
  await writeOutput(text, options.output);
};

/** Prints a stored run. */
export const createReportCommand = (): CliCommand => ({
  name: 'report',
  register: (program) =>
    void program
      .command('report')
      .argument('<run>', 'run id')
      .description('print a stored run')
      .option('--format <format>', `one of ${reportFormats.join(', ')}`, readFormat, 'console')
      .option('--output <file>', 'write to a file instead of the terminal')
      .option('--json', 'the same as --format json')
      .action(report),
});
