import { afterEach, expect, test, vi } from 'vitest';
import type { PreflightFinding } from '@benchloop/spec';
import { askAboutImpossible } from './ask-about-impossible.ts';

const finding: PreflightFinding = {
  id: 'tool-call',
  level: 'impossible',
  what: 'The server refuses tools.',
  why: 'toolcall needs them.',
  remedy: 'Run with --harness hermes.',
  evidence: '400',
};

afterEach(() => vi.restoreAllMocks());

const ask = async (options: Parameters<typeof askAboutImpossible>[1], isTerminal: boolean, answer = true) => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const confirm = vi.fn<() => Promise<boolean>>(async () => answer);
  const goesOn = await askAboutImpossible([finding], options, { isTerminal, confirm });
  return { goesOn, asked: confirm.mock.calls.length, said: write.mock.calls.map(([text]) => String(text)).join('') };
};

test('a person on a terminal is told what and why, and decides', async () => {
  expect(await ask({}, true, true)).toMatchObject({
    goesOn: true,
    asked: 1,
    said: expect.stringMatching(/refuses tools[^]*hermes/) as string,
  });
  expect(await ask({}, true, false)).toMatchObject({ goesOn: false, asked: 1 });
});

test('without a terminal, or where nothing may be asked, the rest runs', async () => {
  expect(await ask({}, false)).toEqual({ goesOn: true, asked: 0, said: '' });
  expect(await ask({ json: true }, true)).toMatchObject({ goesOn: true, asked: 0 });
  expect(await ask({ yes: true }, true)).toMatchObject({ goesOn: true, asked: 0 });
});

test('--strict stops, asked or not', async () => {
  expect(await ask({ strict: true }, true)).toMatchObject({ goesOn: false, asked: 0 });
  expect(await ask({ strict: true, yes: true }, false)).toMatchObject({ goesOn: false, asked: 0 });
});
