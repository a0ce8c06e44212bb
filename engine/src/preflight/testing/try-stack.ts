import type { Connection, Harness, Manifest, Suite, Task } from '@benchloop/spec';
import { checks } from '../index.ts';
import type { PlannedWork } from '../needs.ts';
import { preflight, type PreflightInput, type PreflightResult } from '../preflight.ts';

const manifest: Manifest = {
  digest: '',
  benchloopVersion: '0',
  suites: [],
  harness: { id: 'raw', version: '1', sourceDigest: '' },
  sampling: { temperature: 0, topP: null, seed: 1 },
  thinking: 'default',
  maxTokens: null,
  trials: 1,
  profile: 'test',
};

const rawHarness: Harness = {
  id: 'raw',
  version: '1',
  kind: 'raw',
  title: '',
  supports: () => ({ supported: true }),
  attempt: async () => {
    throw new Error('no trial is run');
  },
  encodeReply: (reply) => reply,
};

/** One task of a suite of its own, as far as the checks look at it. */
export const planned = (suiteId: string, task: Partial<Task> = {}, judge: Suite['judge'] = 'scorer'): PlannedWork => ({
  suite: { id: suiteId, judge } as Suite,
  task: {
    id: 'one',
    family: 'f',
    difficulty: 'easy',
    tags: [],
    messages: [{ role: 'user', content: 'What is 2 + 2?' }],
    expect: null,
    limits: { maxTokens: 64, maxTurns: 4 },
    proof: { accepted: [], rejected: [] },
    ...task,
  },
});

export type TryOptions = Partial<PreflightInput> & { kind?: Harness['kind']; constrains?: true; plan?: Partial<Manifest> };

/** All that a preflight found on a scripted connection; only the named checks where some are named. */
export const tryStack = (
  connection: Connection,
  work: PlannedWork[],
  { kind = 'raw', constrains, plan = {}, ...more }: TryOptions = {},
): Promise<PreflightResult> =>
  preflight({
    connection,
    manifest: { ...manifest, ...plan },
    harness: { ...rawHarness, kind, ...(constrains === undefined ? {} : { constrains }) },
    work,
    gpus: [],
    limits: { limitFor: () => 10_000, learn: () => undefined },
    firstCallTimeoutMs: 10_000,
    longestBusyWaitMs: 5_000,
    signal: new AbortController().signal,
    announce: () => undefined,
    ...more,
  });

/** What one check says. */
export const findingOf = async (id: string, ...[connection, work, options]: Parameters<typeof tryStack>) => {
  const result = await tryStack(connection, work, { ...options, checks: checks.filter((check) => check.id === id) });
  const [finding] = result.findings;
  if (finding === undefined) throw new Error(`${id} was not made`);
  return { ...finding, blocked: [...result.blocked.keys()] };
};
