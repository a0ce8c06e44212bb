import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { fail } from './failures.ts';

const reasonOf = (thrown: unknown): string => {
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
  return (
    { ENOENT: 'does not exist', EISDIR: 'is a folder', EACCES: 'may not be read', EPERM: 'may not be read' }[code] ??
    `can't be read (${code || String(thrown)})`
  );
};

/** The first bytes of the file, or one message that says why there are none. */
const readStart = async (path: string): Promise<Buffer> => {
  const file = await open(path).catch((thrown: unknown) =>
    fail(
      'not-found',
      `The model file ${basename(path)} ${reasonOf(thrown)}.`,
      'Give --model the path of a .gguf file, or fetch one with models pull.',
    ),
  );
  try {
    const start = Buffer.alloc(20);
    await file.read(start, 0, start.length, 0);
    return start;
  } catch (thrown) {
    return fail(
      'not-found',
      `The model file ${basename(path)} ${reasonOf(thrown)}.`,
      'Give --model the path of a .gguf file, not of a folder.',
    );
  } finally {
    await file.close();
  }
};

/** Refuses what is no GGUF file, before any engine is started. */
export const checkGgufFile = async (path: string): Promise<void> => {
  const start = await readStart(path);
  if (start.subarray(0, 4).toString('latin1') === 'GGUF') return;
  const pointer = start.toString('latin1').startsWith('version https://git');
  const what = pointer ? 'is a Git LFS pointer, not the model itself' : 'is no GGUF file: its first four bytes are not "GGUF"';
  fail(
    'unsupported',
    `${basename(path)} ${what}, so the engine can't load it.`,
    pointer
      ? 'Fetch the file itself, with git lfs pull or models pull.'
      : 'Take a .gguf file of the model; safetensors files need another server.',
  );
};
