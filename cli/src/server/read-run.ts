import { UserError, type DamagedRun } from '@benchloop/spec';

/** Reads a run folder; gives what is wrong with it where it can’t be read. */
export const readRun = async (id: string, read: () => Promise<void>): Promise<DamagedRun | null> => {
  try {
    await read();
    return null;
  } catch (failure) {
    return failure instanceof UserError
      ? { id, reason: failure.message, nextStep: failure.nextStep }
      : { id, reason: `The folder of run ${id} can’t be read.`, nextStep: 'Restore it from a copy, or delete it.' };
  }
};
