import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { CodeLanguage, Reply, Suite, Task } from '@benchloop/spec';
import { judgeProofCase, type ProveTools } from '../run/prove.ts';
import { agentWorldExpectSchema } from '../scorers/agent-world/expect.ts';
import { createParts } from './lists.ts';
import { createTinySuite } from './testing/tiny-suite.ts';

/** Faults of an earlier product in running code and in judging agents: one test each, on the real parts. */

const parts = createParts();
const raw = parts.harnesses.get('raw');
if (raw === undefined) throw new Error('no raw harness');
const tools: ProveTools = { harness: raw, createEnvironment: parts.createEnvironment, sandbox: parts.sandbox };
const folder = mkdtempSync(join(tmpdir(), 'named-defects-'));
afterAll(async () => {
  await parts.sandbox?.close();
  rmSync(folder, { recursive: true, force: true });
});

const suiteOf = (id: string): Suite => {
  const suite = parts.suites.get(id);
  if (suite === undefined) throw new Error(`no suite ${id}`);
  return suite;
};
const [coding, agent] = [suiteOf('coding'), suiteOf('agent')];
const tasksOf = (suite: Suite): Task[] => suite.tasks(suite.publishedSeed);
const judged = (suite: Suite, task: Task, replies: Reply[]) => judgeProofCase(suite, task, { name: 'x', replies }, tools);
const referenceOf = ({ proof }: Task): Reply[] => proof.accepted[1]?.replies ?? [];

describe('the sandbox is not left in four lines', () => {
  const canary = join(folder, 'secret');
  const written = join(folder, 'written');
  writeFileSync(canary, 'canary 4711');
  const programs: [CodeLanguage, string][] = [
    ['python', `import os\ndef solve():\n    os.system("cp '${canary}' '${written}'")\n    return open('${written}').read()`],
    ['python', `import subprocess\ndef solve():\n    subprocess.run(['touch', '${written}'])\n    return open('${canary}').read()`],
    ['python', `import js\ndef solve():\n    js.process.mainModule.require('fs').writeFileSync('${written}', '')\n    return 1`],
    [
      'javascript',
      `function solve() {\n  const { process } = this.constructor.constructor('return globalThis')();\n  return process.env;\n}`,
    ],
    [
      'javascript',
      `const solve = async () => {\n  const fs = await import('node:fs');\n  return fs.readFileSync('${canary}', 'utf8');\n};`,
    ],
  ];

  test.each(programs)('%s: %s', async (language, program) => {
    const script = language === 'python' ? 'return solve()' : 'return await solve()';
    const limits = { cpuMs: 2000, memoryBytes: 96 * 1024 ** 2, outputBytes: 4096, fileBytes: 4096 };
    const run = await parts.sandbox?.run({ language, program, calls: [{ id: 'a', script }], limits }, AbortSignal.any([]));
    expect(JSON.stringify(run)).toContain('"load"');
    expect(JSON.stringify(run)).not.toContain('canary 4711');
    expect(run !== undefined && 'calls' in run && run.calls[0]?.end === 'returned' && run.calls[0].value?.t !== 'undefined').toBe(false);
    expect(existsSync(written)).toBe(false);
  });
});

test('the most usual correct CSV answer, with the csv module, passes', async () => {
  const csv = tasksOf(coding).find(({ id, tags }) => id.startsWith('csv-totals') && tags.includes('python')) as Task;
  const usual = csv.proof.accepted[1]?.replies ?? [];
  expect(usual[0]?.text).toContain('csv.DictReader');
  expect(await judged(coding, csv, usual)).toMatchObject({ outcome: 'scored', score: { value: 1, passed: true } });
});

test('"hello" earns no point in any task of code or of an agent', async () => {
  for (const suite of [coding, agent])
    for (const task of tasksOf(suite)) {
      const { score } = await judged(suite, task, [{ text: 'hello' }]);
      expect([task.id, score?.value ?? 0, score?.passed ?? false]).toEqual([task.id, 0, false]);
    }
});

describe('one call does not satisfy two required calls', () => {
  test('in a list of calls', async () => {
    const scorer = parts.scorers.get('tool-calls');
    if (scorer === undefined) throw new Error('no scorer');
    const tool = { name: 'buy', description: '', parameters: { type: 'object', properties: { good: { type: 'string' } } } };
    const wanted = { tool: 'buy', arguments: { good: { kind: 'exact', value: 'oats' } } };
    const task: Task = {
      ...(tasksOf(agent)[0] as Task),
      world: undefined,
      tools: [tool],
      expect: { groups: [[wanted, wanted]] },
    } as unknown as Task;
    const buy = { name: 'buy', arguments: { good: 'oats' } };
    const suite: Suite = { ...createTinySuite(1), scorer };
    expect(await judged(suite, task, [{ toolCalls: [buy] }, { text: 'Done.' }])).toMatchObject({ score: { passed: false } });
    expect(await judged(suite, task, [{ toolCalls: [buy, buy] }, { text: 'Done.' }])).toMatchObject({ score: { passed: true, value: 1 } });
  });

  test('in a world: of two required calls of one tool, leaving out one is noticed in every task', async () => {
    let tried = 0;
    for (const task of tasksOf(agent)) {
      const required = agentWorldExpectSchema.parse(task.expect).required.filter(({ effect }) => effect);
      const names = required.map(({ anyOf }) => anyOf[0]?.tool);
      const twice = names.find((name, at) => names.indexOf(name) !== at);
      const reference = referenceOf(task);
      const at = reference.findLastIndex(({ toolCalls = [] }) => toolCalls.some(({ name }) => name === twice));
      if (twice === undefined || at < 0) continue;
      tried += 1;
      const { score } = await judged(agent, task, reference.toSpliced(at, 1));
      const called = score?.components?.find(({ id }) => id === 'all_required_called')?.value;
      expect([task.id, score?.passed, called !== undefined && called < 1]).toEqual([task.id, false, true]);
    }
    expect(tried).toBeGreaterThanOrEqual(8);
  });
});

test('a guessed answer earns nothing, though it is the right one', async () => {
  let tried = 0;
  for (const task of tasksOf(agent)) {
    const last = referenceOf(task).at(-1);
    if (last === undefined || agentWorldExpectSchema.parse(task.expect).required.length === 0) continue;
    tried += 1;
    const { score } = await judged(agent, task, [last]);
    expect([task.id, score?.value, score?.passed]).toEqual([task.id, 0, false]);
  }
  expect(tried).toBeGreaterThanOrEqual(40);
});
