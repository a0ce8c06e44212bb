import { UserError, type Decision, type Use } from '@benchloop/spec';
import { decide } from '../compare/decide.ts';
import { loadForComparison } from './compare-runs.ts';
import { readIndex } from './load-report.ts';

const mostCandidates = 40;

/** The latest finished run of each stack. */
const latestOfEachStack = async (home: string): Promise<string[]> => {
  const { standings } = await readIndex(home);
  const latest = new Map<string, (typeof standings)[number]>();
  for (const standing of standings) {
    const before = latest.get(standing.stack);
    if (standing.frozen && standing.profile !== 'smoke' && (before === undefined || standing.createdAt > before.createdAt))
      latest.set(standing.stack, standing);
  }
  return [...latest.values()]
    .toSorted((one, other) => (one.createdAt < other.createdAt ? 1 : -1))
    .slice(0, mostCandidates)
    .map(({ runId }) => runId);
};

/** Decides among the runs named, or the latest of each stack where none is. Throws `UserError` where there is nothing to decide among. */
export const decideStored = async ({ home, names, use }: { home: string; names: readonly string[]; use: Use }): Promise<Decision> => {
  const candidates = names.length > 0 ? names : await latestOfEachStack(home);
  if (candidates.length === 0)
    throw new UserError('There is no finished run to decide among.', 'Run a few stacks first, such as `bench-loop run --profile core`.');
  const twice = candidates.find((name, place) => candidates.indexOf(name) !== place);
  if (twice !== undefined) throw new UserError(`Run ${twice} is named twice.`, 'Name each run once.');
  return decide(await Promise.all(candidates.map((name) => loadForComparison(home, name))), use);
};
