import type { CodeLanguage } from '@benchloop/spec';

/**
 * `contain`: nothing of the machine may be read, changed or reached. `stop`: the call must be ended, and the next one must run.
 * `cheat`: the program must not get the mark of a task that it does not solve. `honest`: must get it.
 */
export type ProgramKind = 'contain' | 'stop' | 'cheat' | 'honest';

/**
 * One program of the escape corpus. In its text, CANARY_FILE, CANARY_FOLDER and PORT stand for what it must miss, and what it says
 * of a success begins with `ESC` + `APED`. The task is `solve(n)`, with `n` drawn anew and a rule that no cheat knows.
 */
export type HostileProgram = {
  id: string;
  title: string;
  language: CodeLanguage;
  kind: ProgramKind;
  program: string;
  /** Body of the call; left out = `return solve(n)`. */
  script?: string;
  /** A cheat on another task: the whole answer is the number 1. */
  answerIsOne?: boolean;
};

type Entry = [id: string, title: string, program: string, more?: Pick<HostileProgram, 'script' | 'answerIsOne'>];

export const programsOf = (language: CodeLanguage, kind: ProgramKind, entries: readonly Entry[]): HostileProgram[] =>
  entries.map(([id, title, program, more]) => ({ id, title, language, kind, program, ...more }));
