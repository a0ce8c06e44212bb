import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/** Folder that holds runs, models, keys and settings: `BENCHLOOP_HOME`, or `.bench-loop` in the person's own folder. */
export const benchloopHome = (env: NodeJS.ProcessEnv = process.env): string =>
  env.BENCHLOOP_HOME ? resolve(env.BENCHLOOP_HOME) : join(homedir(), '.bench-loop');
