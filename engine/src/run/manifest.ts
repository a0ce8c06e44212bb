import type { Harness, Manifest, Plan, Suite, Task } from '@benchloop/spec';
import { canonicalJson } from '../kit/canonical-json.ts';
import { digestOf, digestOfData } from '../kit/digest.ts';
import { withinContext } from './select-tasks.ts';

/** SHA-256 of each part's source files; made by `npm run check -- --write` and equal in source and bundle. */
export type SourceDigests = { scorers: Record<string, string>; suites: Record<string, string>; harnesses: Record<string, string> };

/** Changes with any prompt, key, limit or proof of the suite's tasks, with its scorer, and with its generators. */
export const suiteDigest = (suite: Suite, seed: number, sources: SourceDigests): string =>
  digestOf(
    canonicalJson([
      suite.id,
      suite.version,
      seed,
      suite.tasks(seed),
      suite.scorer.id,
      suite.scorer.version,
      sources.scorers[suite.scorer.id] ?? null,
      sources.suites[suite.id] ?? null,
    ]),
  );

export type ManifestInput = {
  plan: Plan;
  harness: Harness;
  suites: readonly Suite[];
  tasks: ReadonlyMap<string, Task[]>;
  sources: SourceDigests;
  version: string;
};

export const seedOf = (plan: Plan, suite: Suite): number =>
  plan.seed.value === 'published' || suite.fixed === true ? suite.publishedSeed : plan.seed.value;

/** Named only where the profile leaves tasks out, so that other manifests stay as they are. */
const tasksInProfile = (plan: Plan, suite: Suite): { tasksInProfile?: number } => {
  const all = suite.tasks(seedOf(plan, suite));
  const within = withinContext(all, plan.maxContextTokens?.value ?? null).length;
  return within < all.length ? { tasksInProfile: within } : {};
};

export const createManifest = ({ plan, harness, suites, tasks, sources, version }: ManifestInput): Manifest => {
  const content: Omit<Manifest, 'digest'> = {
    benchloopVersion: version,
    suites: suites.map((suite) => ({
      id: suite.id,
      version: suite.version,
      digest: suiteDigest(suite, seedOf(plan, suite), sources),
      seed: seedOf(plan, suite),
      tasks: (tasks.get(suite.id) ?? []).map((task) => task.id),
      tasksInSuite: suite.tasks(seedOf(plan, suite)).length,
      ...tasksInProfile(plan, suite),
      scorer: { id: suite.scorer.id, version: suite.scorer.version, sourceDigest: sources.scorers[suite.scorer.id] ?? 'unknown' },
    })),
    harness: {
      id: harness.id,
      version: harness.version,
      sourceDigest: sources.harnesses[harness.id] ?? 'unknown',
      title: harness.title,
      decoding: harness.constrains === true ? 'constrained' : 'free',
    },
    sampling: { temperature: plan.temperature.value, topP: null, seed: plan.samplingSeed.value },
    thinking: plan.thinking.value,
    maxTokens: plan.maxTokens.value,
    trials: plan.trials.value,
    profile: plan.profile.value,
  };
  return { digest: digestOfData(content), ...content };
};
