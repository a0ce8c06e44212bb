import { UserError } from '@benchloop/spec';
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Keychain } from './keychain.ts';
import { keyFor, removeKey, saveKey, type KeyRequest } from './keys.ts';

const fakeKeychain = (): Keychain & { entries: Map<string, string> } => {
  const entries = new Map<string, string>();
  return {
    entries,
    read: async (origin) => entries.get(origin) ?? null,
    write: async (origin, key) => void entries.set(origin, key),
    remove: async (origin) => entries.delete(origin),
  };
};

const fail = () => Promise.reject(new Error('Couldn’t access platform storage'));
const noKeychain: Keychain = { read: fail, write: fail, remove: fail };

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'keys-'));
});
afterEach(() => rm(home, { recursive: true, force: true }));

const find = (more: Partial<KeyRequest>) =>
  keyFor({ endpoint: 'https://api.example.com/v1', flag: null, home, env: {}, keychain: fakeKeychain(), ...more });

test('flag, then environment, then keychain, then file', async () => {
  const keychain = fakeKeychain();
  await saveKey({ endpoint: 'https://api.example.com', key: 'from-file', home, keychain: noKeychain });
  const env = { BENCHLOOP_API_KEY_API_EXAMPLE_COM: 'from-environment' };
  expect(await find({ keychain })).toMatchObject({ value: 'from-file', source: 'file' });
  keychain.entries.set('https://api.example.com', 'from-keychain');
  expect(await find({ keychain })).toMatchObject({ value: 'from-keychain', source: 'keychain' });
  expect(await find({ keychain, env })).toMatchObject({ value: 'from-environment', source: 'environment' });
  expect(await find({ keychain, env, flag: ' from-flag\n' })).toEqual({ value: 'from-flag', source: 'flag', warnings: [] });
});

test('a key belongs to one host and port; the names of this machine are one', async () => {
  const keychain = fakeKeychain();
  await saveKey({ endpoint: 'localhost:8080/v1/chat/completions', key: 'secret-1', home, keychain });
  expect(await find({ keychain, endpoint: 'http://[::1]:8080' })).toMatchObject({ value: 'secret-1' });
  expect(await find({ keychain, endpoint: 'http://127.0.0.1:8081' })).toMatchObject({ value: null });
  expect(await find({ keychain, endpoint: 'https://127.0.0.1:8080' })).toMatchObject({ value: null });
  expect(await find({ keychain, endpoint: 'http://example.com:8080' })).toMatchObject({ value: null });
});

test('an environment variable names its host, also with its port', async () => {
  const env = { BENCHLOOP_API_KEY_127_0_0_1: 'any-port', BENCHLOOP_API_KEY_127_0_0_1_8080: 'one-port', BENCHLOOP_API_KEY_OTHER_HOST: 'no' };
  expect(await find({ env, endpoint: 'localhost:8080' })).toMatchObject({ value: 'one-port' });
  expect(await find({ env, endpoint: 'localhost:9090' })).toMatchObject({ value: 'any-port' });
  expect(await find({ env })).toMatchObject({ value: null });
});

test.each(['flag', 'environment'] as const)('the general variable belongs to the address that a %s names', async (endpointOrigin) => {
  expect(await find({ env: { BENCHLOOP_API_KEY: 'general' }, endpointOrigin })).toMatchObject({ value: 'general' });
});

test.each(['found', 'config', 'default', undefined] as const)(
  'the general variable is not for an address of origin %s, and that is said',
  async (endpointOrigin) => {
    const found = await find({ env: { BENCHLOOP_API_KEY: 'general-secret' }, endpointOrigin });
    expect(found).toMatchObject({
      value: null,
      warnings: [{ message: expect.stringMatching(/is not sent to https:\/\/api\.example\.com/u) as string }],
    });
    expect(found.warnings[0]?.nextStep).toContain('BENCHLOOP_API_KEY_API_EXAMPLE_COM');
    expect(JSON.stringify(found)).not.toContain('general-secret');
  },
);

test.each([
  ['https://api.example.com/v1', 'general'],
  ['https://api.example.com, https://api.example.com/v1', 'general'],
  ['https://api.example.com https://other.example.com', null],
  ['https://other.example.com', null],
  ['http://api.example.com', null],
  ['ftp://nonsense', null],
])('with BENCHLOOP_ENDPOINTS as %s the general variable gives %s', async (endpoints, value) => {
  const env = { BENCHLOOP_API_KEY: 'general', BENCHLOOP_ENDPOINTS: endpoints };
  expect(await find({ env, endpointOrigin: 'found' })).toMatchObject({ value });
});

test.each([
  ['ANTHROPIC_API_KEY', 'https://api.anthropic.com', 'https://api.anthropic.com.example.org'],
  ['GEMINI_API_KEY', 'https://generativelanguage.googleapis.com/v1beta', 'https://api.openai.com'],
  ['OPENROUTER_API_KEY', 'https://openrouter.ai/api/v1', 'http://openrouter.ai/api/v1'],
])('%s goes to %s and not to %s', async (name, itsOwn, another) => {
  const env = { [name]: 'key-of-the-service' };
  expect((await find({ endpoint: itsOwn, env })).value).toBe('key-of-the-service');
  expect((await find({ endpoint: another, env })).value).toBeNull();
});

test('OPENAI_API_KEY goes to api.openai.com over https only', async () => {
  const env = { OPENAI_API_KEY: 'sk-openai' };
  expect(await find({ env, endpoint: 'https://api.openai.com/v1' })).toMatchObject({ value: 'sk-openai' });
  expect(await find({ env, endpoint: 'http://api.openai.com/v1' })).toMatchObject({ value: null });
  expect(await find({ env, endpoint: 'https://api.openai.com.example.net' })).toMatchObject({ value: null });
  expect(await find({ env, endpoint: 'http://localhost:8080' })).toMatchObject({ value: null });
});

test('without an endpoint there is no key', async () => {
  expect(await find({ endpoint: null, flag: 'secret', env: { BENCHLOOP_API_KEY: 'x' } })).toEqual({
    value: null,
    source: null,
    warnings: [],
  });
});

test.each(['', '  ', 'two words', 'line\nbreak: x', 'ключ'])('%j is no key', async (flag) => {
  await expect(find({ flag })).rejects.toThrow(UserError);
  await expect(saveKey({ endpoint: 'localhost:1', key: flag, home, keychain: fakeKeychain() })).rejects.toThrow(UserError);
});

test('without a keychain the key goes to a file for the owner alone, and that is said', async () => {
  const saved = await saveKey({ endpoint: 'https://api.example.com', key: 'secret-1', home, keychain: noKeychain });
  expect(saved).toMatchObject({ place: 'file', warnings: [{ code: 'key-fallback' }] });
  expect((await stat(join(home, 'keys.json'))).mode & 0o777).toBe(0o600);
  expect(await find({ keychain: noKeychain })).toMatchObject({ value: 'secret-1', warnings: [{ code: 'key-fallback' }] });
});

test('a file that others can read is tightened, and that is said', async () => {
  await saveKey({ endpoint: 'https://api.example.com', key: 'secret-1', home, keychain: noKeychain });
  await chmod(join(home, 'keys.json'), 0o644);
  expect((await find({ keychain: noKeychain })).warnings).toHaveLength(2);
  expect((await stat(join(home, 'keys.json'))).mode & 0o777).toBe(0o600);
});

test('a key moves from the file to the keychain, and is forgotten in both', async () => {
  const keychain = fakeKeychain();
  await saveKey({ endpoint: 'https://api.example.com', key: 'old', home, keychain: noKeychain });
  await saveKey({ endpoint: 'https://other.example.com', key: 'stays', home, keychain: noKeychain });
  expect(await saveKey({ endpoint: 'https://api.example.com', key: 'new', home, keychain })).toEqual({ place: 'keychain', warnings: [] });
  expect(await readFile(join(home, 'keys.json'), 'utf8')).not.toContain('old');
  expect(await removeKey({ endpoint: 'https://api.example.com', home, keychain })).toBe(true);
  expect(await removeKey({ endpoint: 'https://api.example.com', home, keychain: noKeychain })).toBe(false);
  expect(await removeKey({ endpoint: 'https://other.example.com', home, keychain: noKeychain })).toBe(true);
  await expect(stat(join(home, 'keys.json'))).rejects.toThrow('ENOENT');
});

test('a damaged key file is one message', async () => {
  await writeFile(join(home, 'keys.json'), '{"https://api.example.com": ');
  await expect(find({ keychain: noKeychain })).rejects.toThrow(/damaged/u);
});
