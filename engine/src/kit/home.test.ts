import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { benchloopHome } from './home.ts';

test('BENCHLOOP_HOME decides, as an absolute path', () => {
  expect(benchloopHome({ BENCHLOOP_HOME: '/data/bench' })).toBe(resolve('/data/bench'));
  expect(benchloopHome({ BENCHLOOP_HOME: 'bench' })).toBe(resolve('bench'));
});

test('unset or empty means the folder below the person’s home', () => {
  expect(benchloopHome({})).toBe(join(homedir(), '.bench-loop'));
  expect(benchloopHome({ BENCHLOOP_HOME: '' })).toBe(join(homedir(), '.bench-loop'));
});
