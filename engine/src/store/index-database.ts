import { mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type * as Sqlite from '@photostructure/sqlite';
import type { Run, Standing, Trial } from '@benchloop/spec';
import { isJudged } from '@benchloop/spec';
import { runFolder } from './paths.ts';

/** What lists of runs show, one row a run. */
export type IndexRow = {
  id: string;
  createdAt: string;
  status: string;
  model: string | null;
  provider: string;
  harness: string;
  profile: string;
  trials: number;
  /** Judged and passed trials of the suites that have a score; what the clock times is not among them. */
  judged: number;
  passed: number;
  digest: string | null;
};

/** Index over the runs of a data home. It holds nothing of its own and can be made again from the folders. */
export type IndexDatabase = {
  /** `standing` is what the leaderboard keeps of the run. */
  save: (run: Run, trials: readonly Trial[], standing: Standing) => void;
  /** Runs whose files are not those that were indexed, and runs that are gone. Looks at times and sizes only. */
  outdated: () => { changed: string[]; gone: string[] };
  standings: () => Standing[];
  remove: (id: string) => void;
  rows: () => IndexRow[];
  close: () => void;
};

const schema = `create table if not exists runs (id text primary key, created_at text not null, status text not null, model text, provider text not null,
  harness text not null, profile text not null, trials integer not null, judged integer not null, passed integer not null, digest text, standing text not null, stamp text)`;

/** Rises with the schema; an index of another version is made again from the folders. */
const schemaVersion = 4;

// Node 22.13 and later bring the same interface themselves.
const loadSqlite = async (): Promise<typeof Sqlite> => {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const builtIn = 'node:sqlite';
  return major > 22 || (major === 22 && minor >= 13) ? ((await import(builtIn)) as typeof Sqlite) : import('@photostructure/sqlite');
};

const clockScorer = 'clock';

/** Judged trials of the suites that have a score. */
const judgedTrials = ({ manifest }: Run, trials: readonly Trial[]): Trial[] => {
  const timed = new Set(manifest.suites.filter(({ scorer }) => scorer.id === clockScorer).map(({ id }) => id));
  return trials.filter(({ outcome, suiteId }) => isJudged(outcome) && !timed.has(suiteId));
};

export const rowOf = (run: Run, trials: readonly Trial[]): IndexRow => ({
  id: run.id,
  createdAt: run.createdAt,
  status: run.status,
  model: run.model?.name ?? run.plan.model.value,
  provider: run.plan.provider.value,
  harness: run.plan.harness.value,
  profile: run.plan.profile.value,
  trials: trials.length,
  judged: judgedTrials(run, trials).length,
  passed: judgedTrials(run, trials).filter(({ score }) => score?.passed === true).length,
  digest: run.digest,
});

const columns = ['id', 'createdAt', 'status', 'model', 'provider', 'harness', 'profile', 'trials', 'judged', 'passed', 'digest'] as const;

/** Times and sizes of the files that a run's numbers come from; null = there is no such run. */
const stampOf = (home: string, id: string): string | null => {
  const stamps = ['run.json', 'trials.jsonl'].map((name) => statSync(join(runFolder(home, id), name), { throwIfNoEntry: false }));
  return stamps[0] === undefined ? null : stamps.map((stats) => (stats === undefined ? '-' : `${stats.mtimeMs}/${stats.size}`)).join(' ');
};

export const openIndexDatabase = async (home: string): Promise<IndexDatabase> => {
  const { DatabaseSync } = await loadSqlite();
  mkdirSync(home, { recursive: true });
  const path = join(home, 'index.sqlite');
  const open = () => {
    const database = new DatabaseSync(path);
    database.exec('pragma journal_mode = wal; pragma busy_timeout = 5000;');
    const { user_version: found } = database.prepare('pragma user_version').get() as { user_version: number };
    if (found !== schemaVersion) database.exec(`drop table if exists runs; pragma user_version = ${schemaVersion};`);
    database.exec(schema);
    return database;
  };
  let database: ReturnType<typeof open>;
  try {
    database = open();
  } catch {
    // A damaged index is thrown away: the folders hold everything.
    for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true });
    database = open();
  }
  const insert = database.prepare(`insert or replace into runs values (${[...columns, 'standing', 'stamp'].map(() => '?').join(', ')})`);
  return {
    save: (run, trials, standing) => {
      const row = rowOf(run, trials);
      insert.run(...columns.map((column) => row[column]), JSON.stringify(standing), stampOf(home, run.id));
    },
    outdated: () => {
      const known = database.prepare('select id, stamp from runs').all() as { id: string; stamp: string | null }[];
      const now = known.map(({ id, stamp }) => ({ id, stamp, found: stampOf(home, id) }));
      return {
        changed: now.flatMap(({ id, stamp, found }) => (found !== null && found !== stamp ? [id] : [])),
        gone: now.flatMap(({ id, found }) => (found === null ? [id] : [])),
      };
    },
    standings: () =>
      (database.prepare('select standing from runs').all() as { standing: string }[]).map(
        ({ standing }) => JSON.parse(standing) as Standing,
      ),
    remove: (id) => void database.prepare('delete from runs where id = ?').run(id),
    rows: () =>
      (database.prepare('select * from runs order by created_at desc, id desc').all() as Record<string, string | number | null>[]).map(
        (row) =>
          Object.fromEntries(columns.map((column) => [column, row[column === 'createdAt' ? 'created_at' : column] ?? null])) as IndexRow,
      ),
    close: () => database.close(),
  };
};
