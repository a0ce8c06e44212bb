import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeChatTask } from './chat/write-task.ts';
import { listOwnSuites, withOwnSuites } from './own-suites.ts';

let home = '';
beforeAll(async () => void (home = await mkdtemp(join(tmpdir(), 'own-suites-'))));
afterAll(() => rm(home, { recursive: true, force: true }));

test('suites of the person are listed where they load, and others are left out', async () => {
  expect(await listOwnSuites(home)).toEqual([]);
  const task = { suiteId: 'from-chat', title: 'Mine', question: 'What is 6 x 7?', answer: '42', matcher: 'number' as const, options: [] };
  await writeChatTask(home, task);
  for (const name of ['broken', 'Not a name', '.draft-x']) {
    await mkdir(join(home, 'suites', name), { recursive: true });
    await writeFile(join(home, 'suites', name, 'suite.yaml'), 'id: [');
  }
  expect(await listOwnSuites(home)).toMatchObject([{ id: 'own:from-chat', title: 'Mine', tasks: 1, judge: 'scorer' }]);
});

test.each([
  ['own:from-chat', '/home/suites/from-chat'],
  ['toolcall,own:a', 'toolcall,/home/suites/a'],
  ['toolcall', 'toolcall'],
  ['own:../x', 'own:../x'],
  ['own:', 'own:'],
])('%s becomes %s', (suites, wanted) => expect(withOwnSuites('/home', { suites }).suites).toBe(wanted));

test('settings without suites stay as they are', () => expect(withOwnSuites('/home', { model: 'm' })).toEqual({ model: 'm' }));
