import { describe, expect, test } from 'vitest';
import type { Task, ToolCall } from '@benchloop/spec';
import { argumentCharactersMax, callsMax, resultCharactersMax } from '../kit/world/world-environment.ts';
import { createEnvironment, worlds } from './index.ts';
import { filesWorld } from './files/environment.ts';
import { mailCalendarWorld } from './mail-calendar/environment.ts';
import { workspaceShellWorld } from './workspace-shell/environment.ts';

const callOf = (name: string, given: Record<string, unknown> | null): ToolCall => ({
  id: 'c',
  name,
  arguments: given,
  argumentsText: '',
  repairs: [],
});

const open = (id: string, data: unknown, faults: unknown[] = []) => {
  const world = worlds.find((one) => one.id === id);
  const environment = createEnvironment({ id: 't', tools: world?.tools, world: { id, state: { data, faults } } } as unknown as Task);
  const say = async (name: string, given: Record<string, unknown> | null) => environment.call(callOf(name, given));
  const end = async () => (await environment.evidence?.())?.data as { state: unknown; calls: { ok: boolean; changed: boolean }[] };
  return { say, end };
};

const files = { files: { '/a/one.txt': 'first\nsecond\n', '/b.txt': 'x\n' } };

describe('every world', () => {
  test('what no tool can do has a defined result and changes nothing', async () => {
    const { say, end } = open('files', files);
    for (const [name, given, part] of [
      ['fly', {}, 'there is no tool named "fly"'],
      ['read_file', null, 'not a JSON object'],
      ['read_file', {}, '"path" is missing'],
      ['read_file', { path: '/b.txt', depth: 1 }, 'there is no argument "depth"'],
      ['read_file', { path: ['/b.txt'] }, 'must be of type string, not array'],
      ['read_file', { path: '/b.txt', page: 0 }, 'must be from 1'],
      ['write_file', { path: '/c.txt', text: 'x', mode: 'burn' }, 'must be one of create, replace, append'],
      ['write_file', { path: '/c.txt', text: 'x'.repeat(argumentCharactersMax), mode: 'create' }, 'longer than'],
    ] as const) {
      const result = await say(name, given);
      expect(result.isError, name).toBe(true);
      expect(result.content).toContain(part);
    }
    expect(await end()).toMatchObject({ state: files });
    expect((await end()).calls.every(({ ok, changed }) => !ok && !changed)).toBe(true);
  });

  test('long results are cut with a note, and a flood of calls ends', async () => {
    const { say, end } = open('files', { files: { '/long.txt': `${'x'.repeat(9000)}\n` } });
    const { content } = await say('read_file', { path: '/long.txt' });
    expect(content.length).toBeLessThan(resultCharactersMax + 60);
    expect(content).toContain('[cut here: 1000 more characters]');
    for (let count = 1; count < callsMax; count += 1) await say('fly', {});
    expect(await say('read_file', { path: '/long.txt' })).toMatchObject({
      isError: true,
      content: `error: more than ${callsMax} calls in one attempt`,
    });
    expect((await end()).calls).toHaveLength(callsMax);
  });

  test.each([
    [true, 'x\ny\n'],
    [false, 'x\n'],
  ])('a timeout, its change applied: %s', async (applied, text) => {
    const fault = { tool: 'write_file', when: { path: '/b.txt' }, skip: 0, times: 1, result: 'error: timeout', applied };
    const { say, end } = open('files', files, [fault]);
    expect(await say('write_file', { path: '/b.txt', text: 'y', mode: 'append' })).toEqual({ content: 'error: timeout', isError: true });
    expect((await end()).calls).toEqual([{ ok: false, changed: applied }]);
    expect((await end()).state).toEqual({ files: { ...files.files, '/b.txt': text } });
    expect((await say('write_file', { path: '/b.txt', text: 'z', mode: 'append' })).isError).toBe(false);
  });

  test('two attempts never share a state', async () => {
    const [one, other] = [open('files', files), open('files', files)];
    await one.say('delete_file', { path: '/b.txt' });
    expect((await other.end()).state).toEqual(files);
  });

  test('an unknown world is told', () => {
    expect(() => createEnvironment({ id: 't', world: { id: 'moon', state: {} } } as unknown as Task)).toThrow('the world moon');
  });
});

test('files: changes that cannot be leave all as it was', async () => {
  const { say, end } = open(filesWorld.id, files);
  for (const [name, given] of [
    ['move_file', { from: '/b.txt', to: '/a/one.txt' }],
    ['move_file', { from: '/b.txt', to: '/a' }],
    ['move_file', { from: '/b.txt', to: '/a/one.txt/two.txt' }],
    ['move_file', { from: '/b.txt', to: 'c.txt' }],
    ['write_file', { path: '/../c.txt', text: 'x', mode: 'create' }],
    ['write_file', { path: '/c.txt', text: 'x', mode: 'append' }],
    ['write_file', { path: '/c.txt', text: 'x'.repeat(30_000), mode: 'create' }],
    ['delete_file', { path: '/a' }],
    ['read_file', { path: '/a/one.txt', page: 2 }],
    ['list_files', { folder: '/none' }],
  ] as const)
    expect((await say(name, given)).isError, `${name} ${JSON.stringify(given).slice(0, 60)}`).toBe(true);
  expect((await end()).state).toEqual(files);
  expect((await say('list_files', { folder: '/' })).content).toBe('a/\nb.txt (2)');
  expect((await say('search_files', { text: 'sec', folder: '/' })).content).toBe('/a/one.txt:2: second');
});

const mailbox = {
  me: 'a.me@alderworks.example',
  contacts: [{ name: 'B C', address: 'b.c@alderworks.example', team: 'sales' }],
  mails: { 'm-1': { folder: 'inbox', day: '2026-03-01', from: 'b.c@alderworks.example', subject: 'Hi', body: 'text' } },
  sent: [],
  events: [
    { id: 'e-1', title: 'Talk', day: '2026-03-02', start: '10:00', end: '11:00', organiser: 'b.c@alderworks.example', attendees: [] },
  ],
};

test('mail and calendar: mails reach who they name, events do not overlap', async () => {
  const { say, end } = open(mailCalendarWorld.id, mailbox);
  const event = { title: 'New', day: '2026-03-02', attendees: [] };
  expect((await say('create_event', { ...event, start: '10:30', end: '11:30' })).content).toContain('taken by "Talk"');
  expect((await say('create_event', { ...event, start: '12:00', end: '11:00' })).isError).toBe(true);
  expect((await say('create_event', { ...event, day: '2026-02-30', start: '08:00', end: '09:00' })).isError).toBe(true);
  expect((await say('send_mail', { to: [], subject: 's', body: 'b' })).isError).toBe(true);
  expect((await say('send_mail', { to: ['nobody'], subject: 's', body: 'b' })).isError).toBe(true);
  expect((await end()).state).toMatchObject({ sent: [], events: [{ title: 'Talk' }] });
  expect((await say('create_event', { ...event, start: '11:00', end: '12:00' })).isError).toBe(false);
  expect((await say('reply_to_mail', { id: 'm-1', body: 'yes' })).isError).toBe(false);
  expect((await end()).state).toMatchObject({
    sent: [{ to: ['b.c@alderworks.example'], subject: 'Re: Hi', body: 'yes' }],
    events: [{ title: 'Talk' }, { title: 'New' }],
  });
});

describe('workspace', () => {
  const shell = (start: Record<string, string>, quota = 1000) => {
    const { say, end } = open(workspaceShellWorld.id, { files: start, quota });
    return {
      run: async (command: string) => (await say('run', { command })).content,
      files: async () => ((await end()).state as { files: unknown }).files,
    };
  };

  test.each([
    ['cat a.txt | sort | uniq -c', '1 one\n2 two\n[exit 0]'],
    ["grep -c 'two' a.txt", '2\n[exit 0]'],
    ['grep -n one a.txt; echo done', '2:one\ndone\n[exit 0]'],
    ['head -n 1 a.txt && tail -n 1 a.txt', 'two\ntwo\n[exit 0]'],
    ['wc -l a.txt src/b.txt', '3 a.txt\n1 src/b.txt\n[exit 0]'],
    ["find . -name '*.txt'", 'a.txt\nsrc/b.txt\n[exit 0]'],
    ['cut -d = -f 2 src/b.txt', ' 5\n[exit 0]'],
    ['ls', 'a.txt\nsrc/\n[exit 0]'],
    ['cat none.txt', 'cat: none.txt: no such file\n[exit 1]'],
    ['cat *.txt', 'cat: *.txt: no such file (patterns are not expanded)\n[exit 1]'],
    ['cat ../../etc/passwd', 'cat: ../../etc/passwd: ".." is not known here\n[exit 1]'],
    ['cat /etc/passwd', 'cat: /etc/passwd: outside of /work\n[exit 1]'],
    ['echo $HOME', '"$" is not known here: there are no variables and no nested commands\n[exit 2]'],
    ['curl x', expect.stringContaining('curl: no such command; there are build, cat')],
    ["echo 'open", "a quotation mark ' is not closed\n[exit 2]"],
  ])('%s', async (command, output) => {
    const { run, files: now } = shell({ 'a.txt': 'two\none\ntwo\n', 'src/b.txt': 'x = 5\n' });
    expect(await run(command)).toEqual(output);
    expect(await now()).toEqual({ 'a.txt': 'two\none\ntwo\n', 'src/b.txt': 'x = 5\n' });
  });

  test('changes are made, those before a failure too', async () => {
    const { run, files: now } = shell({ 'a.txt': 'one\n', 'src/b.txt': 'x = 5\n' });
    await run("mkdir -p old && mv a.txt old/; sed -i 's/5/6/' src/b.txt; echo end >> src/b.txt; cp src/b.txt c.txt; rm none.txt");
    expect(await now()).toEqual({ 'old/a.txt': 'one\n', 'src/b.txt': 'x = 6\nend\n', 'c.txt': 'x = 6\nend\n' });
    expect(await run('rm -r src old c.txt')).toBe('(no output)\n[exit 0]');
    expect(await now()).toEqual({});
  });

  test('growth is bounded by the disk and by the size of outputs', async () => {
    const { run, files: now } = shell({ 'a.txt': `${'x'.repeat(600)}\n` });
    expect(await run('cp a.txt b.txt')).toContain('no space left on the disk, 202 characters too many');
    for (let count = 0; count < 20; count += 1) await run('cat a.txt a.txt a.txt >> a.txt');
    expect(Object.keys((await now()) as object)).toEqual(['a.txt']);
    expect(await run(`cat ${'a.txt '.repeat(600)}`)).toContain('wrote more than');
    expect(await run(`${'echo x | '.repeat(25)}cat`)).toContain('at most 20 commands');
    expect(await run('x'.repeat(5000))).toContain('at most 4000 characters');
  });
});
