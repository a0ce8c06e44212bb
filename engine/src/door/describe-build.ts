import type { Harness } from '@benchloop/spec';
import { sourceDigests } from '../generated/source-digests.ts';
import { suiteDigest } from '../run/manifest.ts';
import { profiles } from '../summary/profiles.ts';
import { createParts } from './lists.ts';
import { version } from './version.ts';

export type BuildDescription = {
  version: string;
  suites: string[];
  profiles: string[];
  providers: string[];
  harnesses: { id: string; kind: Harness['kind'] }[];
};

/** What this build can do. */
export const describeBuild = (): BuildDescription => {
  const parts = createParts();
  return {
    version,
    suites: [...parts.suites.keys()],
    profiles: profiles.map(({ id }) => id),
    providers: [...parts.providers.keys()],
    harnesses: [...parts.harnesses.values()].map(({ id, kind }) => ({ id, kind })),
  };
};

export type SuiteDescription = { id: string; version: string; title: string; summary: string; digest: string; taskIds: string[] };

/** The suites of this build with their frozen sets. */
export const listSuites = (): SuiteDescription[] =>
  [...createParts().suites.values()].map((suite) => ({
    id: suite.id,
    version: suite.version,
    title: suite.title,
    summary: suite.summary,
    digest: suiteDigest(suite, suite.publishedSeed, sourceDigests),
    taskIds: suite.tasks(suite.publishedSeed).map(({ id }) => id),
  }));
