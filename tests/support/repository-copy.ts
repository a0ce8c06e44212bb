import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's root folder. */
export const repository = fileURLToPath(new URL('../..', import.meta.url));

const linkAll = (from: string, to: string, skip: string): void => {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) if (name !== skip) symlinkSync(join(from, name), join(to, name));
};

/** A copy of the working tree in a new folder, with the installed packages linked and the workspaces its own. */
export const copyRepository = (): string => {
  const copy = mkdtempSync(join(tmpdir(), 'repository-'));
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: repository,
    encoding: 'utf8',
  });
  for (const file of listed.split('\0').filter((name) => name !== '' && existsSync(join(repository, name)))) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(repository, file), join(copy, file));
  }
  linkAll(join(repository, 'node_modules'), join(copy, 'node_modules'), '@benchloop');
  mkdirSync(join(copy, 'node_modules/@benchloop'));
  for (const name of readdirSync(join(repository, 'node_modules/@benchloop'))) {
    symlinkSync(join(copy, name), join(copy, 'node_modules/@benchloop', name));
    if (existsSync(join(repository, name, 'node_modules')))
      linkAll(join(repository, name, 'node_modules'), join(copy, name, 'node_modules'), '');
  }
  return copy;
};
