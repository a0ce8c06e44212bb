import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Machine, Profile, Provider, Run, RunEvent, Suite } from '@benchloop/spec';
import type { RunOptions } from '../../run/options.ts';
import { resolvePlan } from '../../run/resolve-plan.ts';
import { createParts, type Parts } from '../lists.ts';
import { resumeRun } from '../resume-run.ts';
import type { Session } from '../session.ts';
import { startRun } from '../start-run.ts';
import { createTinySuite } from './tiny-suite.ts';

export const testMachine: Machine = {
  machineId: 'test',
  cpu: { vendor: null, model: null, physicalCores: null, logicalCores: 1, instructionSets: [] },
  memoryBytes: 1,
  gpus: [],
  os: { platform: 'test', distribution: null, release: null, architecture: 'test' },
  runtime: { node: '0', engine: null },
  loadAverage: null,
  clockFloor: null,
};

const profile: Profile = { id: 'test', title: 'Test', suites: ['tiny'], tasksPerSuite: null, trials: 1 };

export type Bench = {
  home: string;
  parts: Parts;
  events: RunEvent[];
  stopSoon: AbortController;
  stopNow: AbortController;
  start: (options: RunOptions) => Promise<Run>;
  resume: (id: string) => Promise<Run>;
  /** Called with each event, after it was collected. */
  onEvent: (event: RunEvent) => void;
  /** Asked where a part of the plan is impossible; undefined = nobody is there. */
  onImpossible: Session['onImpossible'];
  remove: () => Promise<void>;
};

/** A data home of its own with the tiny suite, for tests of whole runs on the mock provider. */
export const createBench = async (suite: Suite = createTinySuite(6), provider?: Provider): Promise<Bench> => {
  const home = await mkdtemp(join(tmpdir(), 'bench-'));
  const all = createParts();
  const parts: Parts = {
    ...all,
    suites: new Map([[suite.id, suite]]),
    providers: provider === undefined ? all.providers : new Map([...all.providers, [provider.id, provider]]),
  };
  const session = (): Session => ({
    home,
    parts,
    listener: (event) => {
      bench.events.push(event);
      bench.onEvent(event);
    },
    stopSoon: bench.stopSoon.signal,
    stopNow: bench.stopNow.signal,
    ignoreQueue: false,
    apiKey: null,
    allowInsecure: false,
    ...(bench.onImpossible === undefined ? {} : { onImpossible: bench.onImpossible }),
  });
  const bench: Bench = {
    home,
    parts,
    events: [],
    stopSoon: new AbortController(),
    stopNow: new AbortController(),
    onEvent: () => undefined,
    onImpossible: undefined,
    start: (options) => {
      const known = {
        providers: [...parts.providers.keys()],
        harnesses: [...parts.harnesses.keys()],
        suites: [...parts.suites.keys()],
        profiles: [profile],
      };
      return startRun(
        resolvePlan({ flag: { provider: 'mock', profile: 'test', ...options }, config: {}, environment: {} }, known),
        testMachine,
        session(),
      );
    },
    resume: (id) => {
      bench.stopSoon = new AbortController();
      bench.stopNow = new AbortController();
      return resumeRun(id, session());
    },
    remove: () => rm(home, { recursive: true, force: true }),
  };
  return bench;
};
