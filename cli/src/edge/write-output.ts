import { writeFile } from 'node:fs/promises';
import { UserError } from '@benchloop/spec';
import { noteLine } from './print.ts';

/** Text ends with a line end; a picture is written as it is. */
const contentOf = (result: string | Uint8Array): string | Uint8Array =>
  typeof result !== 'string' || result.endsWith('\n') ? result : `${result}\n`;

/** Writes a result to a file, or to standard output if none is named. */
export const writeOutput = async (result: string | Uint8Array, file: string | undefined): Promise<void> => {
  const content = contentOf(result);
  if (file === undefined) {
    if (typeof content !== 'string' && process.stdout.isTTY)
      throw new UserError('A picture can’t be shown in a terminal.', 'Name a file with --output FILE, or send it to one with > FILE.');
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
