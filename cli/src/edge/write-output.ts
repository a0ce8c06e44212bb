import { writeFile } from 'node:fs/promises';
import { UserError } from '@benchloop/spec';
import { noteLine } from './print.ts';

/** Writes a result to a file, or to standard output if none is named. */
export const writeOutput = async (text: string, file: string | undefined): Promise<void> => {
  const content = text.endsWith('\n') ? text : `${text}\n`;
  if (file === undefined) {
    process.stdout.write(content);
    return;
  }
  try {
    await writeFile(file, content);
  } catch (error) {
    throw new UserError(
      `${file} can’t be written (${(error as NodeJS.ErrnoException).code ?? 'unknown error'}).`,
      'The run itself is stored; name another file with `bench-loop report RUN --output FILE`.',
    );
  }
  noteLine(`written to ${file}`);
};
