import { expect, test } from 'vitest';
import type { Profile } from '@benchloop/spec';
import type { RunOptions } from './options.ts';
import { resolvePlan } from './resolve-plan.ts';

const profile: Profile = { id: 'core', title: 'Core', suites: ['reasonmath'], tasksPerSuite: 30, trials: 2 };
const known = {
  providers: ['llama-cpp', 'mock', 'openai'],
  harnesses: ['raw', 'hermes'],
  suites: ['reasonmath', 'toolcall'],
  profiles: [profile],
};
const resolve = (flag: RunOptions, config: RunOptions = {}, environment: RunOptions = {}) =>
  resolvePlan({ flag, config, environment }, known);

test('a flag goes before the config file, which goes before the environment, which goes before the profile', () => {
  expect(resolve({ trials: 5 }, { trials: 4 }, { trials: 3 }).trials).toEqual({ value: 5, origin: 'flag' });
  expect(resolve({}, { trials: 4 }, { trials: 3 }).trials).toEqual({ value: 4, origin: 'config' });
  expect(resolve({}, {}, { trials: 3 }).trials).toEqual({ value: 3, origin: 'environment' });
  expect(resolve({}).trials).toEqual({ value: 2, origin: 'profile' });
});

test('without an endpoint the embedded engine runs, with one the openai provider', () => {
  expect(resolve({}).provider).toEqual({ value: 'llama-cpp', origin: 'default' });
  expect(resolve({ endpoint: 'http://127.0.0.1:1' }).provider).toEqual({ value: 'openai', origin: 'found' });
});

test.each([
  ['http://localhost:8080', 'local'],
  ['127.0.0.1:8080', 'local'],
  ['http://[::1]:8080/v1', 'local'],
  ['https://example.org/v1', 'remote'],
  ['http://192.168.1.2:8080', 'remote'],
] as const)('%s is %s', (endpoint, place) => {
  expect(resolve({ endpoint }).place.value).toBe(place);
});

test('what the person says of the place holds', () => {
  expect(resolve({ endpoint: 'http://127.0.0.1:1', place: 'remote' }).place).toEqual({ value: 'remote', origin: 'flag' });
});

test.each([
  [{ suites: ['resonmath'] }, /no suite named "resonmath"/],
  [{ profile: 'cor' }, /no profile named "cor"/],
  [{ harness: 'herms' }, /no harness named "herms"/],
  [{ provider: 'olama' }, /no provider named "olama"/],
  [{ provider: 'openai' }, /needs an endpoint/],
] as const)('%o is refused', (options, message) => {
  expect(() => resolve(options as RunOptions)).toThrow(message);
});

test('a near name is offered', () => {
  expect(() => resolve({ suites: ['resonmath'] })).toThrow(
    expect.objectContaining({ nextStep: expect.stringContaining('Did you mean reasonmath?') as string }) as Error,
  );
});

test('the context limit is the profile’s, null where it has none', () => {
  expect(resolve({}).maxContextTokens).toEqual({ value: null, origin: 'profile' });
  const limited = resolvePlan({ flag: {}, config: {}, environment: {} }, { ...known, profiles: [{ ...profile, maxContextTokens: 8192 }] });
  expect(limited.maxContextTokens).toEqual({ value: 8192, origin: 'profile' });
});

test('a suite named twice runs once', () => {
  expect(resolve({ suites: ['toolcall', 'toolcall'] }).suites.value).toEqual(['toolcall']);
});

test('a cloud service needs no endpoint, and the place is remote', () => {
  const withServices = {
    ...known,
    providers: [...known.providers, 'anthropic'],
    defaultEndpoints: { anthropic: 'https://api.anthropic.com' },
  };
  const plan = resolvePlan({ flag: { provider: 'anthropic' }, config: {}, environment: {} }, withServices);
  expect([plan.endpoint, plan.place.value]).toEqual([{ value: 'https://api.anthropic.com', origin: 'default' }, 'remote']);
});

test('a profile without suites of its own takes those that are named, and says so where none is', () => {
  const custom: Profile = { id: 'custom', title: 'Custom', suites: [], tasksPerSuite: null, trials: 1 };
  const withCustom = { ...known, profiles: [profile, custom] };
  const plan = (flag: RunOptions) => resolvePlan({ flag: { profile: 'custom', ...flag }, config: {}, environment: {} }, withCustom);
  expect(plan({ suites: ['toolcall'] }).suites.value).toEqual(['toolcall']);
  expect(() => plan({})).toThrow(/none was named/);
});
