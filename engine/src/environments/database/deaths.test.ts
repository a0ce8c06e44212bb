import { afterAll, describe, expect, test } from 'vitest';
import { createDatabaseProcess, type DatabaseProcess } from './database-process.ts';
import { createDatabaseWorld } from './environment.ts';
import type { Step } from './protocol.ts';

/** When the shared process dies, seen from one step: never, before it, while it runs, or after it ran and before it answered. */
type Death = 'none' | 'before' | 'during' | 'unanswered';

const state = {
  now: '2026-03-05 09:30:00',
  schema: ['create table t (id integer primary key, n integer not null)'],
  tables: { t: [1, 2, 3].map((id) => ({ id, n: 0 })) },
};

const shared = createDatabaseProcess();
afterAll(() => shared.close());

/** The real process, really killed where `deaths` says so, once for each step that the world asks. */
const mortal = (deaths: readonly Death[]): DatabaseProcess & { died: () => number } => {
  let asked = 0;
  let died = 0;
  const retried = new Set<Step>();
  const kill = async (): Promise<void> => {
    died += 1;
    await shared.close();
  };
  return {
    died: () => died,
    ask: async (message) => {
      // A step that is asked again is not killed again.
      const death = retried.has(message.step) ? 'none' : (deaths[asked++] ?? 'none');
      retried.add(message.step);
      if (death === 'before') await kill();
      const answer = shared.ask(message);
      if (death === 'during') await kill();
      const heard = await answer;
      if (death !== 'unanswered') return heard;
      await kill();
      return null;
    },
    close: () => shared.close(),
  };
};

const statements = [
  ['execute', 'insert into t (n) values (10)'],
  ['execute', 'update t set n = n + 1'],
  ['query', 'select id, n from t order by id'],
  ['execute', 'delete from t where id = 1'],
  ['execute', 'insert into t (n) values (20) returning id'],
  ['query', 'select sum(n) from t'],
] as const;

const play = async (deaths: readonly Death[]) => {
  const database = mortal(deaths);
  const running = await createDatabaseWorld(database).start(state);
  const results = [];
  for (const [tool, sql] of statements) results.push(await running.call(tool, { sql }));
  const rows = await running.snapshot();
  await running.close?.();
  return { died: database.died(), story: { results, rows } };
};

describe('a process that dies loses no change and makes none twice', () => {
  const alive = play([]);

  test('what happens without a death', async () => {
    const { died, story } = await alive;
    expect(died).toBe(0);
    expect(story.rows).toEqual({
      tables: {
        t: [
          { id: 2, n: 1 },
          { id: 3, n: 1 },
          { id: 4, n: 11 },
          { id: 5, n: 20 },
        ],
      },
    });
    expect(story.results.filter(({ isError }) => isError)).toEqual([]);
  });

  test.each<[string, Death[]]>([
    ['between two steps', ['none', 'before', 'none', 'before']],
    ['while a change or a look runs', ['during', 'none', 'during', 'during']],
    ['after a change was made and before it was told', ['unanswered', 'unanswered', 'none', 'unanswered', 'unanswered']],
    ['at the last look at all rows', ['none', 'none', 'none', 'none', 'none', 'none', 'unanswered']],
  ])('%s', async (_when, deaths) => {
    const { died, story } = await play(deaths);
    expect(died).toBe(deaths.filter((death) => death !== 'none').length);
    expect(story).toEqual((await alive).story);
  });

  test('of two databases in it, when another’s step ends it', async () => {
    const world = createDatabaseWorld(shared);
    const [one, other] = [await world.start(state), await world.start(state)];
    await one.call('execute', { sql: 'update t set n = 7 where id = 1' });
    const endless = `select count(*) from ${Array.from({ length: 20 }, (_, at) => `t t${at}`).join(', ')}`;
    const [stopped, looked] = await Promise.all([
      other.call('query', { sql: endless }),
      one.call('query', { sql: 'select n from t where id = 1' }),
    ]);
    expect(stopped).toMatchObject({ isError: true, changed: false });
    expect(looked.content).toContain('[[7]]');
    expect(await one.snapshot()).toEqual({ tables: { t: [1, 2, 3].map((id) => ({ id, n: id === 1 ? 7 : 0 })) } });
  });
});
