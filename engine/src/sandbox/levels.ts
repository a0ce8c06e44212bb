import type { SandboxLevel, SandboxRefusal } from '@benchloop/spec';
import type { Wall } from './launch/child-process.ts';
import { findContainerWall, findWall } from './launch/find-wall.ts';
import { faultOfWall } from './launch/try-wall.ts';
import { prepareChildProgram, type ChildProgram } from './runtime-files.ts';
import { openSandboxSession, type SandboxSession } from './sandbox-session.ts';

export type OpenedLevel = {
  session: SandboxSession | SandboxRefusal;
  close: () => Promise<void>;
};

/** Levels that this build can open, strongest first. */
export const buildLevels = ['wasm+os', 'container', 'wasm'] as const satisfies readonly SandboxLevel[];
export type BuildLevel = (typeof buildLevels)[number];

const refused = (reason: string, remedy: string): OpenedLevel => ({ session: { reason, remedy }, close: async () => undefined });

type Prepared = { program: ChildProgram; wall: Wall | null };

const openPrepared = async (level: BuildLevel, { program, wall }: Prepared): Promise<SandboxSession | SandboxRefusal> => {
  try {
    return await openSandboxSession(program, level, wall);
  } catch (error) {
    const reason = `the sandbox did not start: ${(error as Error).message.slice(0, 300)}`;
    return { reason, remedy: 'run `bench-loop doctor sandbox` to see what is missing' };
  }
};

/** What stands around the child at a level beside that of WebAssembly alone. */
const walls = {
  'wasm+os': { find: async (path?: string) => findWall(path), name: 'the operating system' },
  container: { find: findContainerWall, name: 'a container' },
} as const;

const wallFor = async (level: keyof typeof walls, program: ChildProgram, path?: string): Promise<Wall | SandboxRefusal> => {
  const { find, name } = walls[level];
  const found = await find(path);
  if ('missing' in found) return { reason: `${name} gives no second wall: ${found.missing}`, remedy: found.remedy };
  const fault = await faultOfWall(program, found.wall);
  return fault === null
    ? found.wall
    : {
        reason: `the wall of ${name} does not hold: ${fault}`,
        remedy: 'run outside of another container, or allow user namespaces',
      };
};

/** Opens a level; `path` is where the programs of the system are looked for. A level whose self-test fails is refused. */
export const openLevel = async (level: BuildLevel, path?: string): Promise<OpenedLevel> => {
  let program: ChildProgram;
  try {
    program = await prepareChildProgram();
  } catch (error) {
    return refused(`the sandbox’s files are missing: ${(error as Error).message.slice(0, 300)}`, 'install BenchLoop again');
  }
  const wall = level === 'wasm' ? null : await wallFor(level, program, path);
  const session = wall !== null && 'reason' in wall ? wall : await openPrepared(level, { program, wall });
  if ('reason' in session) {
    await program.remove();
    return { session, close: async () => undefined };
  }
  return {
    session,
    close: async () => {
      await session.close();
      await program.remove();
    },
  };
};

/** Opens the strongest level that holds here. */
export const openStrongest = async (path?: string): Promise<OpenedLevel> => {
  for (const level of buildLevels.slice(0, -1)) {
    const opened = await openLevel(level, path);
    if (!('reason' in opened.session)) return opened;
  }
  return openLevel('wasm');
};
