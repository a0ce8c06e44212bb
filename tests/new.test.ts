import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findBrokenArrows } from '../scripts/arrows/arrows.ts';
import { factoryName, kinds } from '../scripts/new/kinds.ts';
import { runProgram, type ProgramResult } from './support/program.ts';
import { copyRepository } from './support/repository-copy.ts';

const id = 'sample-thing';

describe('npm run new, in a copy of the repository', () => {
  let copy = '';
  const scaffolded: Record<string, ProgramResult> = {};
  const npm = (...args: string[]) => runProgram('npm', ['run', '--silent', ...args], { cwd: copy });

  beforeAll(async () => {
    copy = copyRepository();
    for (const { name } of kinds) scaffolded[name] = await npm('new', name, id);
  });
  afterAll(() => rmSync(copy, { recursive: true }));

  test.each(kinds)('scaffolds a $name and adds it to the list', (kind) => {
    const result = scaffolded[kind.name];
    expect(result, result?.stderr).toMatchObject({ code: 0, stderr: '' });
    expect(readFileSync(join(copy, kind.folder, 'index.ts'), 'utf8')).toMatch(new RegExp(`= \\[[^\\]]*\\b${factoryName(kind, id)}\\b`));
  });

  test('what was scaffolded is well formed, typed and obeys the arrows', async () => {
    const files = kinds.map(({ folder, entry }) => (entry === null ? `${folder}/${id}.ts` : `${folder}/${id}`));
    const bin = join(copy, 'node_modules/.bin');
    for (const [tool, args] of [
      ['oxfmt', ['--check', ...files]],
      ['oxlint', ['--deny-warnings', ...files]],
      ['tsc', ['-p', '.']],
    ] as const) {
      const result = await runProgram(join(bin, tool), args, { cwd: copy });
      expect(result.code, `${tool}: ${result.stdout}${result.stderr}`).toBe(0);
    }
    const { broken } = await findBrokenArrows(copy);
    expect(broken.filter(({ from }) => from.includes(id))).toEqual([]);
  });

  test('its own tests and the conformance tests of its kind pass', async () => {
    const own = kinds.map(({ folder, entry }) => (entry === null ? `${folder}/${id}.test.ts` : `${folder}/${id}/`));
    const shared = kinds.flatMap(({ conformance }) => conformance);
    const args = ['run', '--project', 'unit', '--reporter', 'json', '--outputFile', 'result.json', '-t', id, ...own, ...shared];
    const result = await runProgram(join(copy, 'node_modules/.bin/vitest'), args, { cwd: copy, env: { CI: '' } });
    const report = JSON.parse(readFileSync(join(copy, 'result.json'), 'utf8')) as {
      testResults: { name: string; message: string; assertionResults: { status: string; failureMessages: string[] }[] }[];
    };
    const failures = report.testResults.flatMap(({ message, assertionResults }) => [
      message,
      ...assertionResults.flatMap((each) => each.failureMessages),
    ]);
    expect(failures.filter((text) => text !== '')).toEqual([]);
    expect(result.code, result.stderr).toBe(0);
    for (const path of [...own, ...shared]) {
      const statuses = report.testResults
        .filter(({ name }) => name.includes(path))
        .flatMap(({ assertionResults }) => assertionResults.map(({ status }) => status));
      expect(statuses, `tests named ${id} in ${path}`).toContain('passed');
    }
  });

  test('generated files stay current', async () => {
    const text = readFileSync(join(copy, 'engine/src/generated/source-digests.ts'), 'utf8');
    expect(text.split(`'${id}'`)).toHaveLength(4);
  });

  test.each([
    [['suite', id], 'exists already'],
    [['suite', 'Not An Id'], 'cannot be the id'],
    [['gadget', 'x'], 'there is no kind'],
    [[], 'no kind is given'],
  ])('%j is refused with one message and exit code 2', async (args, message) => {
    const before = readdirSync(join(copy, 'engine/src/suites'));
    const result = await npm('new', ...args);
    expect(result).toMatchObject({ code: 2, stdout: '' });
    expect(result.stderr.trim().split('\n')).toEqual([expect.stringContaining(message)]);
    expect(readdirSync(join(copy, 'engine/src/suites'))).toEqual(before);
  });
});
