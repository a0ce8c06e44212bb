import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sandboxPages } from '../sandbox/sandbox-page.ts';
import { serversPages } from '../servers/servers-page.ts';
import { statisticsPages } from '../statistics/statistics-page.ts';
import { docsPages } from './docs-pages.ts';
import { jsonSchemaFiles } from './json-schemas.ts';
import { sourceDigestFiles } from './source-digests.ts';

/** The command that mends stale files, for messages. */
export const mendCommand = 'npm run check -- --write';

const wanted = async (root: string): Promise<Map<string, string>> =>
  new Map([
    ...jsonSchemaFiles(),
    ...(await sourceDigestFiles(root)),
    ...(await docsPages(root)),
    ...(await serversPages(root)),
    ...(await sandboxPages(root)),
    ...(await statisticsPages(root)),
  ]);

/** Paths of committed generated files that differ from what the sources say now. */
export const staleFiles = async (root: string): Promise<string[]> => {
  const stale: string[] = [];
  for (const [file, text] of await wanted(root)) {
    const found = await readFile(join(root, file), 'utf8').catch(() => null);
    if (found?.replaceAll('\r\n', '\n') !== text) stale.push(file);
  }
  return stale;
};

/** Writes every generated file that is stale and returns their paths. */
export const writeGeneratedFiles = async (root: string): Promise<string[]> => {
  const stale = await staleFiles(root);
  const texts = await wanted(root);
  for (const file of stale) {
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), texts.get(file) ?? '');
  }
  return stale;
};
