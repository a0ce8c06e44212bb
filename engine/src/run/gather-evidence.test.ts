import { describe, expect, test } from 'vitest';
import type { CodeRun, Sandbox, SandboxRefusal } from '@benchloop/spec';
import { createTableEnvironment } from '../environments/table/environment.ts';
import { createRawHarness } from '../harnesses/raw/harness.ts';
import { createCodingSuite } from '../suites/coding/suite.ts';
import { judgeProofCase } from './prove.ts';

const suite = createCodingSuite();
const [task] = suite.tasks(suite.publishedSeed);
if (task === undefined) throw new Error('no task');
const [right] = task.proof.accepted;
if (right === undefined) throw new Error('no proof');

const judgedWith = (result: CodeRun | SandboxRefusal | null) => {
  const sandbox: Sandbox | null = result === null ? null : { run: async () => result, close: async () => undefined };
  return judgeProofCase(suite, task, right, { harness: createRawHarness(), createEnvironment: createTableEnvironment, sandbox });
};

/** What a program comes to that returns a whole number from every call. */
const ran = (level: CodeRun['level']): CodeRun => ({
  level,
  runtime: 'CPython 3.11.3',
  load: { end: 'returned', error: null },
  calls: [{ id: '0.0', end: 'returned', error: null, value: { t: 'int', v: '1' }, output: '' }],
});

describe('code that cannot be run behind a wall is unsupported and never scored', () => {
  test.each([
    ['no sandbox in this build', null],
    ['a sandbox that refuses', { reason: 'no level holds here', remedy: 'install bubblewrap' }],
    ['a result from no wall at all', ran('none')],
  ])('%s', async (_what, result) => {
    const verdict = await judgedWith(result);
    expect([verdict.outcome, verdict.score]).toEqual(['unsupported', null]);
    expect(verdict.reason).not.toBe('');
  });

  test.each(['wasm', 'wasm+os', 'container'] as const)('a result from level %s is judged', async (level) => {
    expect((await judgedWith(ran(level))).outcome).toBe('scored');
  });
});
