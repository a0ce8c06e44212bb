import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addSavedEndpoint, listSavedEndpoints, removeSavedEndpoint } from './saved-endpoints.ts';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'endpoints-'));
});
afterEach(() => rm(home, { recursive: true, force: true }));

test('are listed as added, replaced by name or server, and removed by either', async () => {
  expect(await listSavedEndpoints(home)).toEqual([]);
  await addSavedEndpoint(home, { url: ' http://127.0.0.1:8080/v1 ', name: null });
  await addSavedEndpoint(home, { url: 'https://api.example.com/v1', name: 'cloud' });
  expect(await addSavedEndpoint(home, { url: 'localhost:8080', name: 'desk' })).toEqual({ name: 'desk', url: 'localhost:8080' });
  expect((await listSavedEndpoints(home)).map(({ name }) => name)).toEqual(['cloud', 'desk']);
  await removeSavedEndpoint(home, 'https://api.example.com');
  await removeSavedEndpoint(home, 'desk');
  expect(await listSavedEndpoints(home)).toEqual([]);
});

test('a name is made from the server where none is given', async () => {
  expect(await addSavedEndpoint(home, { url: '127.0.0.1:8080', name: ' ' })).toMatchObject({ name: 'localhost:8080' });
});

test.each(['', 'ftp://host', 'http://user:word@host'])('%j is refused, and no message repeats a password', async (url) => {
  await expect(addSavedEndpoint(home, { url, name: null })).rejects.toThrow(/^(?!.*word@).*can’t be saved/u);
  expect(await listSavedEndpoints(home)).toEqual([]);
});

test('what is not saved and what is damaged is one message', async () => {
  await expect(removeSavedEndpoint(home, 'x')).rejects.toThrow(/No saved endpoint/u);
  await writeFile(join(home, 'endpoints.json'), '{"endpoints": [{"url": 3}]}');
  await expect(listSavedEndpoints(home)).rejects.toThrow(/damaged/u);
  await writeFile(join(home, 'endpoints.json'), '{');
  await expect(listSavedEndpoints(home)).rejects.toThrow(/damaged/u);
});
