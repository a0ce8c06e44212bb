import { randomBytes } from 'node:crypto';
import { runFormatVersion, type Machine, type Plan, type Run } from '@benchloop/spec';
import { createManifest, seedOf } from '../run/manifest.ts';
import { selectForSuites } from '../run/select-tasks.ts';
import { sourceDigests } from '../generated/source-digests.ts';
import { executeRun } from './execute-run.ts';
import { locate } from './locate.ts';
import { partOf, workOf, type Session } from './session.ts';
import { version } from './version.ts';

/** Ids sort by time and name nothing of the machine. */
export const createRunId = (): string =>
  `${new Date().toISOString().replace(/[-:]/g, '').replace('T', '-').slice(0, 15)}-${randomBytes(3).toString('hex')}`;

/** Everything of a run that is known before its endpoint was reached. */
export const planRun = (plan: Plan, machine: Machine, session: Pick<Session, 'parts'>) => {
  const suites = plan.suites.value.map((id) => partOf(session.parts.suites, 'suite', id));
  const tasks = selectForSuites(suites, (suite) => seedOf(plan, suite), {
    names: plan.tasks.value,
    perSuite: plan.tasksPerSuite.value,
    maxContextTokens: plan.maxContextTokens?.value ?? null,
  });
  const kept = suites.filter((suite) => (tasks.get(suite.id) ?? []).length > 0);
  const harness = partOf(session.parts.harnesses, 'harness', plan.harness.value);
  const manifest = createManifest({ plan, harness, suites: kept, tasks, sources: sourceDigests, version });
  const run: Run = {
    formatVersion: runFormatVersion,
    id: createRunId(),
    benchloopVersion: version,
    status: 'running',
    createdAt: new Date().toISOString(),
    finishedAt: null,
    plan,
    machine,
    model: null,
    server: null,
    manifest,
    firstCall: null,
    notRun: [],
    warnings: [],
    files: {},
    digest: null,
  };
  return { run, work: workOf(manifest, session.parts.suites, tasks) };
};

/** Runs a plan from its first trial. */
export const startRun = async (plan: Plan, machine: Machine, session: Session): Promise<Run> => {
  const located = await locate(plan, session);
  const { run, work } = planRun(located.plan, machine, session);
  const local = session.suiteFolders === undefined ? located.local : { ...located.local, suiteFolders: session.suiteFolders };
  return executeRun({ run, isNew: true, work, done: [], local, session });
};
