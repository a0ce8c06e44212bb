/** Where a next step that names an option of the command line is done in the app. */
export type Place = { words: string; page: string; path: string };

const benchmark = (words: string): Place => ({ words, page: 'Benchmark page', path: '/benchmark' });
const models = (words: string): Place => ({ words, page: 'Models page', path: '/models' });

/** The first that fits counts. Names are those that stand on the pages. */
const places: readonly [RegExp, Place][] = [
  [/--api-key\b/u, models('save the address with its key on the')],
  [/--(?:ctx|context)\b/u, benchmark('this is “Context, tokens” on the')],
  [/--timeout\b/u, benchmark('this is “Longest time of a reply” on the')],
  [/--max-tokens\b/u, benchmark('this is “Longest reply, tokens” on the')],
  [/--concurrency\b/u, benchmark('this is “Requests at a time” on the')],
  [/--tasks-per-suite\b/u, benchmark('this is “Most tasks of a suite” on the')],
  [/--think\b/u, benchmark('this is “Thinking” on the')],
  [/--harness\b/u, benchmark('choose another harness on the')],
  [/--(?:endpoint|provider)\b/u, models('save the address on the')],
  [/\bmodels pull\b/u, models('fetch it on the')],
  [/--model\b|\bmodels list\b/u, benchmark('choose among the models that were found on the')],
  [
    /--(?:threads|gpu-layers|kv-type|batch-size|flash-attention|draft-model)\b/u,
    { words: 'try other values on the', page: 'Stacks page', path: '/stacks' },
  ],
  [/--(?:profile|suites|trials|temperature|seed)\b/u, benchmark('change it on the')],
];

/** Null where the step names nothing of the command line that a page has. */
export const placeInTheApp = (step: string): Place | null => places.find(([words]) => words.test(step))?.[1] ?? null;

/** The same in words alone, for places that hold no link. */
export const sayInTheApp = (step: string): string => {
  const place = placeInTheApp(step);
  return place === null ? step : `${step} In the app: ${place.words} ${place.page}.`;
};
