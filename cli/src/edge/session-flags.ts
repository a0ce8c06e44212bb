import type { Command } from 'commander';

/** Options of commands that run: the settings of a plan as texts, and how the run is watched and reached. */
export type RunCommandOptions = Record<string, string | boolean | undefined> & {
  json?: boolean;
  output?: string;
  dryRun?: boolean;
  fresh?: boolean;
  queue?: boolean;
  strict?: boolean;
  coldStart?: boolean;
  yes?: boolean;
  insecure?: boolean;
  apiKey?: string;
  local?: boolean;
  remote?: boolean;
};

/** Adds the flags that say how a run is watched and reached, which new and resumed runs share. */
export const addSessionFlags = (command: Command): Command =>
  command
    .option('--api-key <key>', 'key for the endpoint; better kept in BENCHLOOP_API_KEY or the OS keychain')
    .option('--insecure', 'allow a key over plain HTTP to a public host')
    .option('--no-queue', 'start at once, even if another run uses the endpoint')
    .option('--strict', 'stop with exit code 2 where the stack can’t do a part of the plan')
    .option('--json', 'print the report as JSON')
    .option('--output <file>', 'write the report as JSON to a file as well');
