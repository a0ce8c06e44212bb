import { UserError } from '@benchloop/spec';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfigFile, readModelFolders } from './config-file.ts';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'config-'));
});
afterEach(() => rm(home, { recursive: true, force: true }));
const write = (text: string) => writeFile(join(home, 'config.yaml'), text);

test('without a file nothing is set', async () => {
  expect(await readConfigFile(home)).toEqual({});
  expect(await readModelFolders(home)).toEqual([]);
});

test.each([
  ['model-folders: [/data/models, ~/gguf, more]', ['/data/models', join(homedir(), 'gguf'), 'more']],
  [`model-folders: "/a${delimiter}/b"`, ['/a', '/b']],
  ['model-folders: /only', ['/only']],
  ['profile: smoke', []],
])('%s', async (text, folders) => {
  await write(text);
  expect(await readModelFolders(home)).toEqual(folders.map((folder) => (folder === 'more' ? join(home, 'more') : folder)));
});

test('folders stand beside the settings of a run', async () => {
  await write('profile: smoke\nmodel-folders: [/data]\nserver-kind: vllm\nsuites: [speed, toolcall]\n');
  expect(await readConfigFile(home)).toEqual({ profile: 'smoke', serverKind: 'vllm', suites: ['speed', 'toolcall'] });
});

test.each(['model-folders: 5', 'model-folders: [3]', 'model-folders: [""]', 'model-folders: {a: b}'])('%s is one message', async (text) => {
  await write(text);
  await expect(readModelFolders(home)).rejects.toThrow(UserError);
});

test('an unknown setting is named, with those that are known', async () => {
  await write('model-folder: /data');
  await expect(readConfigFile(home)).rejects.toMatchObject({ nextStep: expect.stringContaining('model-folders') as string });
});
