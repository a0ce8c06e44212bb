import { describe, expect, test } from 'vitest';
import { defaultContextTokens } from '../run/defaults.ts';
import { suites } from '../suites/index.ts';
import { suiteWeights } from './formula.ts';
import { customProfile, profiles, smokeProfile } from './profiles.ts';

const ids = suites.map((create) => create().id);

describe('profiles', () => {
  test('ids are unique and smoke is among them', () => {
    expect(new Set(profiles.map(({ id }) => id)).size).toBe(profiles.length);
    expect(profiles.map(({ id }) => id)).toContain(smokeProfile);
  });

  test.each(profiles.filter(({ id }) => id !== smokeProfile && id !== customProfile).map((profile) => [profile.id, profile] as const))(
    '%s takes every suite of the engine',
    (_id, profile) => {
      expect(
        ids.filter((id) => !profile.suites.includes(id)),
        'add the suite to everySuite in profiles.ts',
      ).toEqual([]);
    },
  );

  test.each(profiles.map((profile) => [profile.id, profile] as const))('every capability suite of %s has a weight', (_id, profile) => {
    expect(profile.suites.filter((id) => id !== 'speed' && suiteWeights[id] === undefined)).toEqual([]);
  });

  test.each(profiles.map((profile) => [profile.id, profile] as const))('every suite of %s is in the engine', (_id, profile) => {
    expect(profile.suites.filter((id) => !ids.includes(id))).toEqual([]);
  });

  test('custom has no suites of its own', () => {
    expect(profiles.find(({ id }) => id === customProfile)?.suites).toEqual([]);
  });

  test('core reads no more than its own default context holds, and full has no limit', () => {
    const limits = Object.fromEntries(profiles.map(({ id, maxContextTokens }) => [id, maxContextTokens]));
    expect(limits).toMatchObject({ core: defaultContextTokens, full: undefined });
    expect(profiles.find(({ id }) => id === smokeProfile)?.suites).not.toContain('longcontext');
  });

  test('each profile asks for no less than the one before', () => {
    const sizes = profiles.map(({ tasksPerSuite, trials }) => (tasksPerSuite ?? Infinity) * trials);
    expect(sizes).toEqual([...sizes].sort((a, b) => a - b));
  });
});
