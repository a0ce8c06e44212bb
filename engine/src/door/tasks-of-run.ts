import type { Task } from '@benchloop/spec';
import { createRunStore } from '../store/run-store.ts';
import { tasksOfManifest } from './resume-run.ts';
import { addFoldersOfRun } from './suite-folders.ts';

/** The tasks of a stored run, made again from the seeds of its manifest. `changed` names suites that this version has in another form. */
export const tasksOfRun = async (home: string, id: string): Promise<{ tasks: Map<string, Task[]>; changed: string[] }> => {
  const { manifest } = await createRunStore(home).loadRun(id);
  const { parts } = await addFoldersOfRun(home, id);
  try {
    return tasksOfManifest(manifest, parts);
  } finally {
    await parts.sandbox?.close();
  }
};
