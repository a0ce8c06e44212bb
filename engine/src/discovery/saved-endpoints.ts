import { UserError } from '@benchloop/spec';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { normaliseEndpoint } from '../kit/normalise-endpoint.ts';
import { targetsOf } from './targets.ts';

const fileSchema = z.object({ endpoints: z.array(z.object({ name: z.string().min(1), url: z.string().min(1) })) });

/** A server that the person wants to be found by name. Its key, if any, is kept elsewhere. */
export type SavedEndpoint = z.infer<typeof fileSchema>['endpoints'][number];

const pathOf = (home: string): string => join(home, 'endpoints.json');

const read = async (home: string): Promise<unknown> => {
  const text = await readFile(pathOf(home), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw new UserError(`${pathOf(home)} can’t be read.`, 'Check its owner and rights.');
  });
  if (text === null) return { endpoints: [] };
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
};

/** The saved endpoints in the order in which they were added. Throws `UserError` for a damaged file. */
export const listSavedEndpoints = async (home: string): Promise<SavedEndpoint[]> => {
  const file = fileSchema.safeParse(await read(home));
  if (!file.success) throw new UserError(`${pathOf(home)} is damaged.`, 'Mend it, or remove it and add the endpoints again.');
  return file.data.endpoints;
};

const write = async (home: string, endpoints: SavedEndpoint[]): Promise<void> => {
  await mkdir(home, { recursive: true });
  const draft = `${pathOf(home)}.${process.pid}.tmp`;
  await writeFile(draft, `${JSON.stringify({ endpoints }, null, 2)}\n`);
  await rename(draft, pathOf(home));
};

/** Saves an address under a name; the same name or the same server is replaced. Gives what was saved. */
export const addSavedEndpoint = async (home: string, { url, name }: { url: string; name: string | null }): Promise<SavedEndpoint> => {
  const targets = targetsOf(url, { from: 'saved', name: '' }, true);
  if ('problem' in targets)
    throw new UserError(
      `This endpoint can’t be saved: ${targets.problem}.`,
      'Give an address such as http://127.0.0.1:8080/v1, and the key apart from it.',
    );
  const clean = url.trim();
  const saved = { name: name?.trim() || normaliseEndpoint(clean).replace(/^loopback/u, 'localhost'), url: clean };
  const others = (await listSavedEndpoints(home)).filter(
    (other) => other.name !== saved.name && normaliseEndpoint(other.url) !== normaliseEndpoint(saved.url),
  );
  await write(home, [...others, saved]);
  return saved;
};

/** Forgets the endpoint with this name or address. Throws `UserError` where there is none. */
export const removeSavedEndpoint = async (home: string, nameOrUrl: string): Promise<SavedEndpoint> => {
  const endpoints = await listSavedEndpoints(home);
  const gone = endpoints.find(({ name, url }) => name === nameOrUrl || normaliseEndpoint(url) === normaliseEndpoint(nameOrUrl));
  if (gone === undefined)
    throw new UserError(
      `No saved endpoint is named ${JSON.stringify(nameOrUrl)}.`,
      endpoints.length === 0 ? 'None is saved.' : `Saved are: ${endpoints.map(({ name }) => name).join(', ')}.`,
    );
  await write(
    home,
    endpoints.filter((endpoint) => endpoint !== gone),
  );
  return gone;
};
