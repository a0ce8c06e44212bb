import { Command } from 'commander';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createBlueprintCommand } from './blueprint.ts';

const printed = async (args: string[]): Promise<string> => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const program = new Command().exitOverride();
  createBlueprintCommand().register(program);
  await program.parseAsync(['blueprint', ...args], { from: 'user' });
  return write.mock.calls.map(([text]) => String(text)).join('');
};

afterEach(() => vi.restoreAllMocks());

describe('command blueprint', () => {
  test('prints one line for people', async () => {
    expect(await printed([])).toMatch(/^\d+ suites, \d+ harnesses\n$/);
  });

  test('prints the same as JSON', async () => {
    expect(JSON.parse(await printed(['--json']))).toEqual({ suites: expect.any(Number), harnesses: expect.any(Number) });
  });
});
