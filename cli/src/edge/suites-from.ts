import type { Command } from 'commander';

/** Adds the flag that names the folders of a run's own suites, where they no longer lie where they were. */
export const addSuitesFrom = (command: Command): Command =>
  command.option('--suites-from <paths>', 'folders of the run’s own suites, joined by commas, if they were moved');

export const foldersOf = (value: unknown): string[] =>
  typeof value === 'string'
    ? value
        .split(',')
        .map((path) => path.trim())
        .filter((path) => path !== '')
    : [];
