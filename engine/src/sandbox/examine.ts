import { randomBytes } from 'node:crypto';
import type { SandboxLevel } from '@benchloop/spec';
import { escapeCorpus } from './corpus/corpus.ts';
import { tryProgram } from './corpus/try-program.ts';
import { buildLevels, openLevel, type BuildLevel } from './levels.ts';
import type { SandboxSession } from './sandbox-session.ts';

/** What is tried, in a person's words, and the programs of the escape corpus that try it. */
const escapes: readonly { title: string; programs: readonly string[] }[] = [
  { title: 'reads a file of this machine', programs: ['py-read-canary', 'py-dotdot', 'js-require', 'js-dynamic-import'] },
  { title: 'writes a file of this machine', programs: ['py-write-canary'] },
  { title: 'reaches a server on this machine', programs: ['py-connect', 'py-urllib', 'js-globals'] },
  { title: 'reads the environment', programs: ['py-environment'] },
  { title: 'starts a process', programs: ['py-fork-once', 'py-subprocess', 'py-posix-spawn'] },
  { title: 'loops for ever', programs: ['py-loop', 'js-loop'] },
  { title: 'fills the memory', programs: ['py-memory-bomb', 'js-memory-bomb'] },
  { title: 'forges its result', programs: ['py-cheat-fake-frames-with-token', 'py-cheat-runner-impostor', 'js-cheat-to-json'] },
  { title: 'solves its task (must work)', programs: ['py-honest', 'js-honest', 'ts-honest'] },
];

export type SandboxAttempt = { title: string; held: boolean; how: string };
export type ExaminedLevel = {
  level: SandboxLevel;
  /** Null = it could be opened, and what was tried there follows. */
  refusal: { reason: string; remedy: string } | null;
  attempts: SandboxAttempt[];
};
export type SandboxExamination = {
  /** The strongest level at which every attempt ended as it must; null = none, so code is not run here. */
  inForce: SandboxLevel | null;
  levels: ExaminedLevel[];
};

const environmentCanary = 'BENCHLOOP_SANDBOX_CANARY';

const attempt = async (session: SandboxSession, { title, programs }: (typeof escapes)[number], secret: string): Promise<SandboxAttempt> => {
  const tried = [];
  for (const program of escapeCorpus.filter(({ id }) => programs.includes(id))) {
    if (!session.alive()) return { title, held: false, how: 'the sandbox’s process had ended' };
    tried.push(await tryProgram(program, session, [secret]));
  }
  const broken = tried.find(({ held }) => !held);
  return broken === undefined
    ? { title, held: true, how: [...new Set(tried.map(({ how }) => how))].join('; ') }
    : { title, held: false, how: `${broken.id}: ${broken.how}` };
};

const examineLevel = async (level: BuildLevel, path: string | undefined, onAttempt: (title: string) => void): Promise<ExaminedLevel> => {
  const secret = randomBytes(16).toString('hex');
  process.env[environmentCanary] = secret;
  try {
    const { session, close } = await openLevel(level, path);
    if ('reason' in session) return { level, refusal: session, attempts: [] };
    const attempts: SandboxAttempt[] = [];
    try {
      for (const escape of escapes) {
        onAttempt(`${level}: ${escape.title}`);
        attempts.push(
          await attempt(session, escape, secret).catch((error: unknown) => ({
            title: escape.title,
            held: false,
            how: error instanceof Error ? error.message : String(error),
          })),
        );
      }
    } finally {
      await close();
    }
    return { level, refusal: null, attempts };
  } finally {
    delete process.env[environmentCanary];
  }
};

export type ExamineOptions = {
  /** Where programs of the system are looked for; left out = `PATH`. */
  path?: string;
  onAttempt?: (title: string) => void;
};

/** Says which level of the sandbox is in force here, by trying to get out of each. */
export const examineSandbox = async ({ path, onAttempt = () => undefined }: ExamineOptions = {}): Promise<SandboxExamination> => {
  const levels: ExaminedLevel[] = [];
  for (const level of buildLevels) levels.push(await examineLevel(level, path, onAttempt));
  const holds = ({ refusal, attempts }: ExaminedLevel): boolean => refusal === null && attempts.every(({ held }) => held);
  return { inForce: levels.find(holds)?.level ?? null, levels };
};
