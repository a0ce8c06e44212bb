import { expect, test } from 'vitest';
import { sandboxLines } from './doctor-sandbox.ts';

const attempt = (title: string, held: boolean) => ({ title, held, how: held ? 'raised, OSError' : 'py-connect: reached a server' });

test('one table has a column for each level, and a level that is missing says why and what helps', () => {
  const lines = sandboxLines({
    inForce: 'wasm',
    levels: [
      { level: 'wasm+os', refusal: { reason: 'bwrap is not installed', remedy: 'install bubblewrap' }, attempts: [] },
      { level: 'wasm', refusal: null, attempts: [attempt('starts a process', true)] },
    ],
  });
  expect(lines).toEqual([
    'a program         wasm+os   wasm',
    'starts a process  not here  holds',
    '',
    'In force: wasm. Code that a model writes is run behind it.',
    '! wasm+os is not in force: bwrap is not installed.',
    '  To have it: install bubblewrap.',
  ]);
});

test('an escape that worked is named, and nothing is in force', () => {
  const lines = sandboxLines({
    inForce: null,
    levels: [{ level: 'wasm', refusal: null, attempts: [attempt('reaches a server on this machine', false)] }],
  });
  expect(lines.join('\n')).toContain('reaches a server on this machine  DOES NOT HOLD');
  expect(lines.join('\n')).toContain('No level holds here.');
  expect(lines).toContain('! wasm: reaches a server on this machine: py-connect: reached a server');
});
