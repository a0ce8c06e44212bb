import { honestPrograms } from './honest.ts';
import { javascriptCheats } from './javascript-cheats.ts';
import { javascriptContain } from './javascript-contain.ts';
import { javascriptStop } from './javascript-stop.ts';
import type { HostileProgram } from './program.ts';
import { pythonCheats } from './python-cheats.ts';
import { pythonContain } from './python-contain.ts';
import { pythonStop } from './python-stop.ts';

/** The escape corpus: programs against the wall, against its limits and against the grader, and honest ones as control. */
export const escapeCorpus: readonly HostileProgram[] = [
  ...pythonContain,
  ...javascriptContain,
  ...pythonStop,
  ...javascriptStop,
  ...pythonCheats,
  ...javascriptCheats,
  ...honestPrograms,
];
