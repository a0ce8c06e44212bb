import type { Manifest, NotRun, Profile, Run, SuiteSummary } from '@benchloop/spec';
import { speedSuite } from './formula.ts';
import { customProfile, smokeProfile } from './profiles.ts';

/** A reason why a run does not stand beside others; `withholds` = it has no overall figure either. */
export type Obstacle = { reason: string; withholds: boolean };

type ManifestSuite = Manifest['suites'][number];

/** Tasks that the profile itself takes of a suite: what its context limit leaves out is no narrowing. */
const tasksExpected = (profile: Profile, { tasksInSuite, tasksInProfile }: ManifestSuite): number =>
  Math.min(profile.tasksPerSuite ?? Infinity, tasksInProfile ?? tasksInSuite);

const profileObstacles = (run: Run, profile: Profile | null): string[] => {
  if (profile === null) return [`${run.plan.profile.value} is no profile of this version, so its suites have no fixed weights`];
  if (profile.id === customProfile) return ['a custom run has suites and tasks of its own choice, so its suites have no fixed weights'];
  return profile.id === smokeProfile ? ['the smoke profile shows that the stack works and ranks nothing'] : [];
};

const narrowings = (run: Run, profile: Profile | null): string[] => {
  if (profile === null) return [];
  const { plan, manifest } = run;
  const fewer = manifest.suites.filter((suite) => suite.tasks.length < tasksExpected(profile, suite));
  return [
    ...(plan.tasks.value === null ? [] : ['tasks were chosen by name']),
    ...(plan.tasks.value === null ? fewer : []).map(
      (suite) => `${suite.id} has ${suite.tasks.length} of the ${tasksExpected(profile, suite)} tasks that ${profile.id} takes`,
    ),
    ...(manifest.trials < profile.trials
      ? [`each task ran ${manifest.trials} of the ${profile.trials} times that ${profile.id} takes`]
      : []),
    ...(manifest.maxTokens === null ? [] : [`replies were limited to ${manifest.maxTokens} tokens`]),
  ];
};

const gaps = (suites: readonly SuiteSummary[], notRun: readonly NotRun[]): string[] => [
  ...notRun.map(({ suiteId }) => `${suites.some(({ id }) => id === suiteId) ? `a part of ${suiteId}` : suiteId} was not run`),
  ...suites
    .filter(({ complete, id }) => !complete && !notRun.some(({ suiteId }) => suiteId === id))
    .map((suite) => {
      const judged = suite.outcomes.scored + suite.outcomes.truncated + suite.outcomes.unparseable + suite.outcomes.refused;
      return `${suite.id}: ${judged} of ${suite.trialsPlanned} planned trials were judged`;
    }),
];

const statusObstacles = ({ status }: Run): string[] =>
  status === 'running' ? ['the run has not ended'] : status === 'interrupted' ? ['the run was interrupted'] : [];

const remoteSpeed =
  'the model ran elsewhere, so its speed is also that of the network and of a shared service: it is never ranked with local speed, and the figure leaves it out';

const constrainedDecoding =
  'every step with tools was held to a schema while it was decoded (constrained decoding): another stack than the same model decoding freely, to be compared with runs of the same harness only';

export type ComparabilityInput = { run: Run; profile: Profile | null; suites: readonly SuiteSummary[]; notRun: readonly NotRun[] };

/** Every reason why a run does not stand beside others of its profile; none = comparable. */
export const obstaclesOf = ({ run, profile, suites, notRun }: ComparabilityInput): Obstacle[] => {
  const seed = run.plan.seed.value;
  const speedLeftOut = (suiteId: string) => suiteId === speedSuite && !run.plan.suites.value.includes(speedSuite);
  const withheld = [
    ...profileObstacles(run, profile),
    ...narrowings(run, profile),
    ...gaps(
      suites,
      notRun.filter(({ suiteId }) => !speedLeftOut(suiteId)),
    ),
    ...statusObstacles(run),
  ];
  return [
    ...withheld.map((reason) => ({ reason, withholds: true })),
    ...(notRun.some(({ suiteId }) => speedLeftOut(suiteId))
      ? [{ reason: 'speed was left out, so the other formula applies', withholds: false }]
      : []),
    ...(run.plan.place.value === 'remote' && run.plan.suites.value.includes(speedSuite) ? [{ reason: remoteSpeed, withholds: false }] : []),
    ...(run.manifest.harness.decoding === 'constrained' ? [{ reason: constrainedDecoding, withholds: false }] : []),
    ...(seed === 'published'
      ? []
      : [{ reason: `tasks are a fresh set of seed ${seed}, to be compared with runs of the same seed only`, withholds: false }]),
  ];
};
