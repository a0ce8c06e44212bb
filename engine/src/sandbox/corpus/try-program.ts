import { randomInt } from 'node:crypto';
import type { CodeCall, CodeRun, GuestValue } from '@benchloop/spec';
import { setCanaries } from '../launch/try-wall.ts';
import type { SandboxSession } from '../sandbox-session.ts';
import { rightAnswer } from './honest.ts';
import type { HostileProgram } from './program.ts';

/** What a program of the corpus came to at one level. `success` is what it must not reach, or for an honest one a failure. */
export type TriedProgram = { id: string; held: boolean; how: string };

const limits = {
  cpuMs: { contain: 700, stop: 300, cheat: 700, honest: 2000 },
  memoryBytes: 96 * 1024 ** 2,
  outputBytes: 65_536,
  fileBytes: 2 * 1024 ** 2,
} as const;

const afterwards: CodeCall = { id: 'afterwards', script: 'return 6 * 7' };
const isNumber = (value: GuestValue | null | undefined, wanted: number): boolean => value?.t === 'int' && value.v === String(wanted);

const describe = (run: CodeRun): string => {
  const call = run.calls.find(({ id }) => id === 'task');
  const { end, error } = call === undefined || call.end === 'not-run' ? run.load : call;
  const where = call?.end === 'not-run' ? `${end} while loading` : end;
  return error === null ? where : `${where}, ${error.type}`;
};

type Signs = { secrets: readonly string[]; visited: boolean; untouched: boolean };

/** How the wall was broken; null = it was not. */
const breach = (run: CodeRun, { secrets, visited, untouched }: Signs): string | null => {
  const text = JSON.stringify(run);
  if (secrets.some((secret) => text.includes(secret)) || text.includes('root:x:')) return 'read a file of the machine';
  if (text.includes('ESCAPED')) return 'reached what it should not reach';
  if (visited) return 'reached a server';
  return untouched ? null : 'changed a file of the machine';
};

const judge = ({ kind }: HostileProgram, run: CodeRun, expected: number): string | null => {
  const call = run.calls.find(({ id }) => id === 'task');
  const next = run.calls.find(({ id }) => id === afterwards.id);
  const isEarned = call?.end === 'returned' && isNumber(call.value, expected);
  if (kind === 'honest') return isEarned ? null : 'the honest program did not get its mark';
  if (isEarned) return 'got the mark';
  if (kind === 'stop' && call?.end === 'returned') return 'was not stopped';
  if (kind === 'stop' && run.load.end === 'returned' && !isNumber(next?.value, 42)) return 'left no sandbox for the next call';
  return null;
};

/** Runs one program of the corpus in a session, between canaries of its own; `secrets` must not be seen either. */
export const tryProgram = async (
  program: HostileProgram,
  session: SandboxSession,
  secrets: readonly string[] = [],
): Promise<TriedProgram> => {
  const canaries = await setCanaries();
  try {
    const n = randomInt(1000, 1_000_000);
    const { canaryFile, canaryFolder, port } = canaries.targets;
    const text = program.program
      .replaceAll('CANARY_FILE', canaryFile)
      .replaceAll('CANARY_FOLDER', canaryFolder)
      .replaceAll('PORT', String(port));
    const request = {
      language: program.language,
      program: text,
      calls: [{ id: 'task', script: program.script ?? `return ${program.language === 'python' ? '' : 'await '}solve(${n})` }, afterwards],
      limits: { ...limits, cpuMs: limits.cpuMs[program.kind] },
    };
    const run: CodeRun = { level: session.level, ...(await session.run(request, AbortSignal.any([]))) };
    const fault =
      breach(run, { secrets: [canaries.secret, ...secrets], visited: canaries.visits() > 0, untouched: await canaries.untouched() }) ??
      judge(program, run, program.answerIsOne === true ? 1 : rightAnswer(n));
    return { id: program.id, held: fault === null, how: fault ?? describe(run) };
  } finally {
    await canaries.remove();
  }
};
