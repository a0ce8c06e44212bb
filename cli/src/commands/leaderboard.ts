import { InvalidArgumentError } from 'commander';
import type { LeaderboardRow } from '@benchloop/spec';
import type { CliCommand } from '../command.ts';
import { writeOutput } from '../edge/write-output.ts';

const sorts = ['rank', 'speed', 'memory', 'date'] as const;
type Sort = (typeof sorts)[number];

type LeaderboardOptions = {
  model?: string;
  harness?: string;
  profile?: string;
  provider?: string;
  machine?: string;
  think?: string;
  suite?: string;
  all?: boolean;
  sort: Sort;
  json?: boolean;
  csv?: boolean;
  output?: string;
};

const readSort = (text: string): Sort => {
  const sort = sorts.find((known) => known === text);
  if (sort === undefined) throw new InvalidArgumentError(`Give one of: ${sorts.join(', ')}.`);
  return sort;
};

/** Missing figures go last, whichever way is better. */
const keyOf: Record<Exclude<Sort, 'rank'>, (row: LeaderboardRow) => number> = {
  speed: ({ decodeTokensPerSecond }) => -(decodeTokensPerSecond ?? -1),
  memory: ({ memoryBytes }) => memoryBytes ?? Infinity,
  date: ({ createdAt }) => -Date.parse(createdAt),
};

const sorted = (rows: readonly LeaderboardRow[], sort: Sort): LeaderboardRow[] =>
  sort === 'rank' ? [...rows] : rows.toSorted((one, other) => keyOf[sort](one) - keyOf[sort](other));

const leaderboard = async (options: LeaderboardOptions): Promise<void> => {
  const engine = await import('@benchloop/engine');
  const { think, all, sort, json, csv, output, ...filter } = options;
  const found = await engine.localLeaderboard(engine.benchloopHome(), { filter: { ...filter, thinking: think }, everyRun: all === true });
  const boards = found.map((board) => ({ ...board, rows: sorted(board.rows, sort) }));
  if (json) return writeOutput(JSON.stringify(boards, null, 2), output);
  if (csv) return writeOutput(engine.leaderboardToCsv(boards), output);
  const { default: colours } = await import('picocolors');
  const on = process.stdout.isTTY && output === undefined && colours.isColorSupported;
  return writeOutput(engine.leaderboardToConsole(boards, on ? { bold: colours.bold, dim: colours.dim } : undefined), output);
};

/** Ranks the stored runs that were asked the same. */
export const createLeaderboardCommand = (): CliCommand => ({
  name: 'leaderboard',
  register: (program) =>
    void program
      .command('leaderboard')
      .description('rank the stored runs, with ties where the data can’t tell; runs that were asked different things never share a table')
      .option('--model <text>', 'only models whose name holds this')
      .option('--harness <text>', 'only this harness')
      .option('--profile <text>', 'only this profile')
      .option('--provider <text>', 'only this provider')
      .option('--machine <text>', 'only machines whose name holds this')
      .option('--think <mode>', 'only this thinking mode')
      .option('--suite <id>', 'rank by this suite alone')
      .option('--all', 'every run, not only the latest of each stack')
      .option('--sort <by>', `one of ${sorts.join(', ')}`, readSort, 'rank')
      .option('--json', 'print JSON')
      .option('--csv', 'print CSV')
      .option('--output <file>', 'write to a file instead of the terminal')
      .action(leaderboard),
});
