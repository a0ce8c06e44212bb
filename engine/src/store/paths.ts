import { join } from 'node:path';
import { UserError } from '@benchloop/spec';

export const runsFolder = (home: string): string => join(home, 'runs');

const runId = /^[0-9a-z-]+$/;

/** The folder of a run. The id is checked, so that no text of a person or a file reaches another folder. */
export const runFolder = (home: string, id: string): string => {
  if (!runId.test(id)) throw new UserError(`${JSON.stringify(id)} is not a run id.`, 'Take an id from `bench-loop runs`.');
  return join(runsFolder(home), id);
};
