import type { Command } from 'commander';

/** One command of the command line: adds itself to the program. Its body is imported only when it runs. */
export type CliCommand = { name: string; register: (program: Command) => void };
