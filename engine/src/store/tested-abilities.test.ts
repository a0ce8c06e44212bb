import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestedLookup, rememberTested, type TestedStack } from './tested-abilities.ts';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'tested-'));
});
afterEach(() => rm(home, { recursive: true, force: true }));

const stack = (kind: string, weightsDigest: string | null = null): TestedStack => ({ kind, model: { name: 'm', weightsDigest } });
const look = async (asked: TestedStack) => (await createTestedLookup(home))(asked);

test('what was seen is known behind the same kind of server, and adds up', async () => {
  expect(await look(stack('ollama'))).toEqual({});
  await rememberTested(home, stack('ollama'), { tools: 'yes' });
  await rememberTested(home, stack('ollama'), { thinking: 'no' });
  await rememberTested(home, stack('vllm'), { tools: 'no' });
  expect(await look(stack('ollama'))).toEqual({ tools: 'yes', thinking: 'no' });
  expect(await look(stack('vllm'))).toEqual({ tools: 'no' });
  expect(await look(stack('llama-server'))).toEqual({});
});

test('of other weights under the same name nothing is known', async () => {
  await rememberTested(home, stack('ollama', 'sha256:a'), { tools: 'yes' });
  expect(await look(stack('ollama', 'sha256:b'))).toEqual({});
  expect(await look(stack('ollama', null))).toEqual({ tools: 'yes' });
  await rememberTested(home, stack('ollama', 'sha256:b'), { thinking: 'yes' });
  expect(await look(stack('ollama', 'sha256:b'))).toEqual({ thinking: 'yes' });
});

test('a damaged memory, and one that can’t be written, only cost the memory', async () => {
  await mkdir(join(home, 'cache'));
  await writeFile(join(home, 'cache', 'tested-abilities.json'), '{"x":');
  expect(await look(stack('ollama'))).toEqual({});
  await rememberTested(join(home, 'cache', 'tested-abilities.json'), stack('ollama'), { tools: 'yes' });
  await rememberTested(home, stack('ollama'), { tools: 'unknown' });
  expect(await look(stack('ollama'))).toEqual({});
});

test('a file goes by its bytes and not by its name; what was kept by name is dropped', async () => {
  await rememberTested(home, stack('llama.cpp', 'sha256:a'), { tools: 'yes' });
  await rememberTested(home, stack('llama.cpp', null), { thinking: 'yes' });
  expect(await look(stack('llama.cpp', 'sha256:b'))).toEqual({});
  expect(await look(stack('llama.cpp', null))).toEqual({});
  expect(await look({ kind: 'llama.cpp', model: { name: 'renamed', weightsDigest: 'sha256:a' } })).toEqual({ tools: 'yes' });
  const path = join(home, 'cache', 'tested-abilities.json');
  const entries = JSON.parse(await readFile(path, 'utf8')) as object;
  await writeFile(path, JSON.stringify({ ...entries, '["llama.cpp","m"]': { weightsDigest: 'sha256:a', tested: { vision: 'yes' } } }));
  expect(await look(stack('llama.cpp', 'sha256:a'))).toEqual({ tools: 'yes' });
  await rememberTested(home, stack('vllm'), { tools: 'no' });
  expect(await readFile(path, 'utf8')).not.toContain('"[\\"llama.cpp\\",\\"m\\"]"');
});
