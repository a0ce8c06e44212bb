import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { onOneLine } from '@benchloop/ui';
import type { QueuedJob, RunRow } from '@benchloop/spec';
import { callApi } from '../data/api.ts';
import { changeJob, jobChanges } from '../data/job-changes.ts';
import { useLive } from '../data/live.ts';
import { sayModel } from '../data/model-name.ts';
import { setTheme, themes } from './theme.ts';

/** One thing the palette can do. */
export type Command = { id: string; title: string; run: () => void };

/** Whether a title holds every word. */
export const isMatch = (title: string, words: string): boolean =>
  words
    .toLowerCase()
    .split(/\s+/u)
    .every((word) => title.toLowerCase().includes(word));

type Go = (to: string, search?: Record<string, string>) => void;

const nameOf = ({ id, notes, model, harness }: RunRow): string =>
  onOneLine([notes.name ?? id, model ?? 'no model', harness, ...notes.tags].join(', '));

const commandsOfRuns = (runs: readonly RunRow[], go: Go): Command[] => {
  const [newest, before] = runs;
  const two = newest === undefined || before === undefined ? [] : [newest, before];
  return [
    ...(two.length === 0
      ? []
      : [
          {
            id: 'compare-newest',
            title: 'Compare the two newest runs',
            run: () => go('/compare', { runs: two.map(({ id }) => id).join(',') }),
          },
        ]),
    ...runs.flatMap((run) => [
      { id: `run-${run.id}`, title: `Open run ${nameOf(run)}`, run: () => go(`/runs/${run.id}`) },
      { id: `trials-${run.id}`, title: `Open the trials of ${nameOf(run)}`, run: () => go(`/runs/${run.id}/trace`) },
    ]),
  ];
};

/** What takes something away is left to the queue, where it can't be hit by a wrong word. */
const inPalette = ['pause', 'go-on'];

const commandsOfJobs = (jobs: readonly QueuedJob[], go: Go): Command[] =>
  jobs.flatMap(({ id, state, settings }) =>
    jobChanges[state]
      .filter(([change]) => inPalette.includes(change))
      .map(([change, title]) => ({
        id: `${change}-${id}`,
        title: `${title}: ${onOneLine(`${sayModel(settings.model)}, ${settings.harness ?? 'raw'}, ${settings.profile ?? 'smoke'}`)}`,
        // The queue shows what came of it, also a refusal.
        run: () =>
          void changeJob({ id, change })
            .finally(() => go('/queue'))
            .catch(() => undefined),
      })),
  );

/** What stands on a page and is looked for by its name. */
const actions: readonly [title: string, path: string][] = [
  ['Start a benchmark', '/benchmark'],
  ['Fetch a model', '/models'],
  ['Save an endpoint with its key', '/models'],
  ['Search Hugging Face for a model', '/models'],
  ['Import a run from a zip', '/runs'],
  ['Sweep the settings of a model', '/stacks'],
];

/** Every page, run and action by name. Runs are asked for when the palette opens. */
export const useCommands = (targets: readonly { path: string; title: string }[], isOpen: boolean): Command[] => {
  const router = useRouter();
  const jobs = useLive((state) => state.jobs);
  const { data } = useQuery({
    queryKey: ['runs', 'choices'],
    enabled: isOpen,
    queryFn: ({ signal }) => callApi<{ runs: RunRow[] }>('runs', { signal }),
  });
  return useMemo(() => {
    if (!isOpen) return [];
    const go: Go = (to, search) => void router.navigate({ to, ...(search === undefined ? {} : { search: search as never }) });
    return [
      ...targets.map(({ path, title }) => ({ id: path, title: `Go to ${title}`, run: () => go(`/${path}`) })),
      ...themes.map((theme) => ({ id: `theme-${theme}`, title: `Theme: ${theme}`, run: () => setTheme(theme) })),
      ...actions.map(([title, path]) => ({ id: title, title, run: () => go(path) })),
      ...commandsOfJobs(jobs, go),
      ...commandsOfRuns(data?.runs ?? [], go),
    ];
  }, [targets, router, jobs, data, isOpen]);
};
