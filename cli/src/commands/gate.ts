import { exitCode, UserError, type Gate } from '@benchloop/spec';
import type { CliCommand } from '../command.ts';
import { printJson } from '../edge/print.ts';
import { readPositive } from '../edge/read-amount.ts';
import { writeOutput } from '../edge/write-output.ts';

type GateCommandOptions = {
  baseline?: string;
  maxRegression: string;
  confidence: string;
  min?: string[];
  junit?: string;
  markdown?: string;
  json?: boolean;
};

const readMinimums = (texts: readonly string[]): Record<string, number> =>
  Object.fromEntries(
    texts.map((text) => {
      const [, suite, score] = /^([a-z][a-z0-9-]*)=(\d+(?:\.\d+)?)$/u.exec(text) ?? [];
      if (suite === undefined || Number(score) > 100)
        throw new UserError(`--min has the value ${JSON.stringify(text)}.`, 'Give a suite and its least score, such as --min toolcall=60.');
      return [suite, Number(score)];
    }),
  );

const readConfidence = (text: string): number => {
  const percent = readPositive(text, '--confidence');
  if (percent < 50 || percent >= 100)
    throw new UserError(`--confidence has the value ${text}.`, 'Give per cent from 50 to below 100, such as 95.');
  return percent / 100;
};

const codes: Record<Gate['state'], number> = { passed: exitCode.ok, failed: exitCode.thresholdMissed, undecided: exitCode.undecided };

const gate = async (run: string, options: GateCommandOptions): Promise<void> => {
  const engine = await import('@benchloop/engine');
  const minimums = readMinimums(options.min ?? []);
  if (options.baseline === undefined && Object.keys(minimums).length === 0)
    throw new UserError('The gate has no condition.', 'Give --baseline RUN, or a least score such as --min toolcall=60.');
  const result = await engine.gateStored({
    home: engine.benchloopHome(),
    run,
    baseline: options.baseline ?? null,
    maxRegression: readPositive(options.maxRegression, '--max-regression'),
    minimums,
    confidence: readConfidence(options.confidence),
  });
  if (options.junit !== undefined) await writeOutput(engine.gateToJunit(result), options.junit);
  if (options.markdown !== undefined) await writeOutput(engine.gateToMarkdown(result), options.markdown);
  if (options.json) printJson(result);
  else await writeOutput(engine.gateToConsole(result), undefined);
  process.exitCode = codes[result.state];
};

/** Holds a run to a baseline and to least scores, for CI. */
export const createGateCommand = (): CliCommand => ({
  name: 'gate',
  register: (program) =>
    void program
      .command('gate')
      .argument('<run>', 'run id, or path of a report in JSON')
      .description('hold a run to a baseline and to least scores: exit code 0 passed, 3 failed, 4 undecided')
      .option('--baseline <run>', 'run id, or path of a report in JSON, such as one in the repository')
      .option('--max-regression <points>', 'most points of 100 that quality or a suite may fall', '3')
      .option('--confidence <percent>', 'how sure it must be', '95')
      .option('--min <suite=score...>', 'least score of a suite')
      .option('--junit <file>', 'write JUnit XML as well')
      .option('--markdown <file>', 'write a summary for a pull request as well')
      .option('--json', 'print JSON')
      .action(gate),
});
