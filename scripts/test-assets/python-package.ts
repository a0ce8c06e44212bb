import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PythonCommand } from './paths.ts';
import { runProgram } from './run-program.ts';

const pipInstall = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check'];

const inVirtualEnvironment = async (folder: string, requirement: string): Promise<PythonCommand> => {
  await runProgram('python3', ['-m', 'venv', join(folder, 'venv')]);
  const program = join(folder, 'venv', process.platform === 'win32' ? 'Scripts/python.exe' : 'bin/python');
  await runProgram(program, [...pipInstall, requirement]);
  return { program, pythonPath: null };
};

const inFolder = async (folder: string, requirement: string): Promise<PythonCommand> => {
  const target = join(folder, 'packages');
  await runProgram('python3', [...pipInstall, '--target', target, requirement]);
  return { program: 'python3', pythonPath: target };
};

export type PythonPackage = { folder: string; note: string; requirement: string };

/** Installs a Python package into a folder of its own; the note is written last and says how to run it. */
export const installPython = async ({ folder, note, requirement }: PythonPackage): Promise<void> => {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  // Some systems ship Python without ensurepip, so no virtual environment can be made there.
  const command = await inVirtualEnvironment(folder, requirement).catch(async () => inFolder(folder, requirement));
  await writeFile(note, JSON.stringify(command));
};
