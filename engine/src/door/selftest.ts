import { isJudged, UserError, type Harness, type Suite, type Task, type Trial } from '@benchloop/spec';
import { controlIds, oracleIds, type ClientId } from '../providers/mock/behaviour.ts';
import { proveTask } from '../run/prove.ts';
import { selectTasks } from '../run/select-tasks.ts';
import { mapLimited } from '../kit/map-limited.ts';
import type { Parts } from './lists.ts';
import { play, playedAtOnce, type Played } from './selftest-play.ts';
import { partOf } from './session.ts';

/** The most points of 100 that a client without any ability may get in a suite. */
export const mostControlPoints = 10;

/** What the self-test found in one suite. Points are 0 to 100. */
export type SelftestRow = {
  suiteId: string;
  tasks: number;
  proofs: { held: number; cases: number };
  controls: { trials: number; passed: number };
  /** The control client with the most points. */
  worst: { client: string; harnessId: string; points: number };
  /** Least points of the oracle over its styles and harnesses. */
  oracle: { trials: number; points: number };
  /** One sentence for each thing that is wrong with the suite; empty = the suite holds. */
  culprits: string[];
};

export type Selftest = { holds: boolean; rows: SelftestRow[]; durationMs: number };

export type SelftestOptions = {
  parts: Parts;
  /** Ids of the suites to test; null = every suite that judges quality. */
  suites: readonly string[] | null;
  /** Most tasks of each suite; null = all. */
  tasksPerSuite: number | null;
  signal: AbortSignal;
  onProgress: (done: number, total: number, suiteId: string) => void;
};

const pointsOf = ({ trials }: Played): number =>
  trials.length === 0 ? 0 : (100 * trials.reduce((sum, { score }) => sum + (score?.value ?? 0), 0)) / trials.length;

const isPassed = ({ score }: Trial): boolean => score?.passed === true;

/** The first three, and how many more. */
const few = (sentences: readonly string[], rest: (count: number) => string): string[] =>
  sentences.length <= 3 ? [...sentences] : [...sentences.slice(0, 3), rest(sentences.length - 3)];

const controlCulprits = (played: Played): string[] => {
  const { client, harness, trials } = played;
  const who = `control ${client} through ${harness.id}`;
  const points = pointsOf(played);
  const judged = client === 'error' ? trials.filter(({ outcome }) => isJudged(outcome)) : [];
  return [
    ...few(
      trials.filter(isPassed).map(({ taskId, reason }) => `${who} passed ${taskId}: ${reason}`),
      (count) => `${who} passed ${count} tasks more`,
    ),
    ...(points > mostControlPoints ? [`${who} got ${points.toFixed(1)} of 100 points; at most ${mostControlPoints} are allowed`] : []),
    ...judged.slice(0, 1).map(({ taskId, outcome }) => `${who} failed every call, but ${taskId} was judged as ${outcome}`),
  ];
};

const oracleCulprits = ({ client, harness, trials }: Played): string[] => {
  const who = `${client} through ${harness.id}`;
  return few(
    trials
      .filter((trial) => !isPassed(trial) || trial.score?.value !== 1)
      .map(({ taskId, outcome, reason }) => `${who} is right in ${taskId}, but it ended as ${outcome}: ${reason}`),
    (count) => `${who} missed ${count} tasks more`,
  );
};

type SuiteContext = { suite: Suite; tasks: readonly Task[]; harnesses: readonly Harness[]; options: SelftestOptions; step: () => void };

const proveAll = async ({ suite, tasks, harnesses, options, step }: SuiteContext) => {
  const failures: string[] = [];
  let cases = 0;
  for (const harness of harnesses)
    await mapLimited(tasks, playedAtOnce, async (task) => {
      options.signal.throwIfAborted();
      const failed = await proveTask(suite, task, {
        harness,
        createEnvironment: options.parts.createEnvironment,
        sandbox: options.parts.sandbox,
      });
      failures.push(...failed.map((failure) => `${failure} (proof, through ${harness.id})`));
      cases += task.proof.accepted.length + task.proof.rejected.length;
      step();
    });
  return { failures, cases };
};

const playAll = async ({ suite, tasks, harnesses, options, step }: SuiteContext, clients: readonly ClientId[]): Promise<Played[]> => {
  const played: Played[] = [];
  for (const harness of harnesses)
    for (const client of clients)
      played.push(await play({ suite, tasks, client, harness }, { parts: options.parts, signal: options.signal, step }));
  return played;
};

const testSuite = async (context: SuiteContext): Promise<SelftestRow> => {
  const failing = playAll(context, ['error']);
  // Awaited below; until then a failure of another part must not leave it without a handler.
  failing.catch(() => undefined);
  const proofs = await proveAll(context);
  const oracles = await playAll(context, oracleIds);
  const others = controlIds.filter((client) => client !== 'error');
  const controls = [...(await playAll(context, others)), ...(await failing)];
  const worst = controls.reduce((most, one) => (pointsOf(one) > pointsOf(most) ? one : most));
  const controlTrials = controls.flatMap(({ trials }) => trials);
  return {
    suiteId: context.suite.id,
    tasks: context.tasks.length,
    proofs: { held: proofs.cases - proofs.failures.length, cases: proofs.cases },
    controls: { trials: controlTrials.length, passed: controlTrials.filter(isPassed).length },
    worst: { client: worst.client, harnessId: worst.harness.id, points: pointsOf(worst) },
    oracle: { trials: oracles.flatMap(({ trials }) => trials).length, points: Math.min(...oracles.map(pointsOf)) },
    culprits: [
      ...few(proofs.failures, (count) => `${count} proofs more do not hold`),
      ...controls.flatMap(controlCulprits),
      ...oracles.flatMap(oracleCulprits),
    ],
  };
};

const chosenSuites = ({ parts, suites }: SelftestOptions): Suite[] => {
  const chosen = suites === null ? [...parts.suites.values()] : suites.map((id) => partOf(parts.suites, 'suite', id));
  const judged = chosen.filter(({ judge }) => judge === 'scorer');
  if (judged.length === 0)
    throw new UserError(
      `There is nothing to test in ${chosen.map(({ id }) => id).join(', ')}: a clock judges it, so it gives no points.`,
      'Name a suite that judges quality, or leave --suites out.',
    );
  return judged;
};

/** A generator that fails is a fault of its suite, and the other suites are still tested. */
const makeTasks = (suite: Suite, tasksPerSuite: number | null): { tasks: Task[]; failure: string[] } => {
  try {
    const tasks = selectTasks(suite.tasks(suite.publishedSeed), null, tasksPerSuite);
    return { tasks, failure: tasks.length === 0 ? ['there is no task'] : [] };
  } catch (error) {
    return { tasks: [], failure: [`the tasks cannot be made: ${error instanceof Error ? error.message : String(error)}`] };
  }
};

/**
 * Shows on this machine that no verdict comes by accident: every proof of every task holds, clients without ability
 * pass nothing, and the right answer in each of its legal styles gets all points.
 */
export const selftest = async (options: SelftestOptions): Promise<Selftest> => {
  const startedAt = performance.now();
  const harnesses = [...options.parts.harnesses.values()].filter(({ kind }) => kind !== 'program');
  const chosen = chosenSuites(options).map((suite) => ({ suite, ...makeTasks(suite, options.tasksPerSuite) }));
  // A dialect writes tools into the prompt; where a suite has none, it asks what `raw` asks.
  const harnessesFor = (tasks: readonly Task[]) =>
    tasks.some((task) => task.tools !== undefined) ? harnesses : harnesses.filter(({ kind }) => kind === 'raw');
  const steps = 1 + controlIds.length + oracleIds.length;
  const total = chosen.reduce((sum, { tasks }) => sum + tasks.length * harnessesFor(tasks).length * steps, 0);
  let done = 0;
  const rows: SelftestRow[] = [];
  try {
    for (const { suite, tasks, failure } of chosen) {
      const step = () => options.onProgress((done += 1), total, suite.id);
      const row = await testSuite({ suite, tasks, harnesses: harnessesFor(tasks), options, step });
      rows.push({ ...row, culprits: [...failure, ...row.culprits] });
    }
  } finally {
    await options.parts.sandbox?.close();
  }
  return { holds: rows.every(({ culprits }) => culprits.length === 0), rows, durationMs: performance.now() - startedAt };
};
