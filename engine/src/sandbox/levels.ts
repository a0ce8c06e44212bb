import type { SandboxLevel, SandboxRefusal } from '@benchloop/spec';
import { prepareChildProgram, type ChildProgram } from './runtime-files.ts';
import { openSandboxSession, type SandboxSession } from './sandbox-session.ts';
import type { Wall } from './launch/child-process.ts';

export type OpenedLevel = {
  session: SandboxSession | SandboxRefusal;
  /** Why a stronger level is not in force, by level. */
  missed: { level: SandboxLevel; reason: string }[];
  close: () => Promise<void>;
};

/** Opens one level, and says why where it does not hold. */
export const openLevel = async (level: SandboxLevel, wall: Wall | null): Promise<OpenedLevel> => {
  let program: ChildProgram | null = null;
  try {
    program = await prepareChildProgram();
    const { remove } = program;
    const session = await openSandboxSession(program, level, wall);
    return {
      session,
      missed: [],
      close: async () => {
        await session.close();
        await remove();
      },
    };
  } catch (error) {
    await program?.remove();
    const reason = `the sandbox did not start: ${(error as Error).message.slice(0, 300)}`;
    return {
      session: { reason, remedy: 'run `bench-loop doctor sandbox` to see what is missing' },
      missed: [{ level, reason }],
      close: async () => undefined,
    };
  }
};

export const openStrongest = async (): Promise<OpenedLevel> => openLevel('wasm', null);
