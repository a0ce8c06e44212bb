import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { BuildAnswer, RunSettings } from '@benchloop/spec';

/** How a page names a suite of the person: by the name of its folder below `suites/` of the data home. */
const prefix = 'own:';

const ownName = /^own:([a-z0-9][a-z0-9-]{0,39})$/u;

const foldersOf = (home: string): string => join(home, 'suites');

/** The suites of the person that load; a folder that does not is told by `bench-loop suites check`. */
export const listOwnSuites = async (home: string): Promise<BuildAnswer['suites']> => {
  const names = await readdir(foldersOf(home)).catch(() => []);
  const ids = names.map((name) => prefix + name).filter((id) => ownName.test(id));
  if (ids.length === 0) return [];
  const engine = await import('@benchloop/engine');
  const loaded = await Promise.all(
    ids.toSorted().map(async (id) => {
      const path = join(foldersOf(home), id.slice(prefix.length));
      const added = await engine.addSuiteFolders([path], engine.createParts()).catch(() => null);
      const suite = added?.parts.suites.get(added.names[0] ?? '');
      if (suite === undefined) return null;
      const { title, summary, judge, tasks, publishedSeed } = suite;
      return { id, title, summary, judge, tasks: tasks(publishedSeed).length };
    }),
  );
  return loaded.filter((suite) => suite !== null);
};

/** Settings as the command line takes them: the name of a suite of the person becomes the place of its folder. */
export const withOwnSuites = (home: string, settings: RunSettings): RunSettings => {
  if (settings.suites?.includes(prefix) !== true) return settings;
  const placeOf = (suite: string): string => {
    const name = ownName.exec(suite.trim())?.[1];
    return name === undefined ? suite : join(foldersOf(home), name);
  };
  return { ...settings, suites: settings.suites.split(',').map(placeOf).join(',') };
};
