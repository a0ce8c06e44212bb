import {
  UserError,
  type Environment,
  type Evidence,
  type Run,
  type Task,
  type TaskAgain,
  type TraceEvent,
  type Transcript,
  type Trial,
  type TrialStudy,
} from '@benchloop/spec';
import { hiddenTests } from '../explain/hidden-tests.ts';
import { matchAskedCalls } from '../explain/match-asked-calls.ts';
import { matchRequirements } from '../explain/match-requirements.ts';
import { stateChanges } from '../explain/state-changes.ts';
import { worldEvidenceSchema, type WorldEvidence } from '../kit/world/world.ts';
import { playAgain } from '../run/replay-trial.ts';
import { createRunStore } from '../store/run-store.ts';
import type { Parts } from './lists.ts';
import { tasksOfManifest } from './resume-run.ts';
import { partOf } from './session.ts';
import { addFoldersOfRun } from './suite-folders.ts';

/** Works out what can be told of the trials of one stored run. The tasks of the run are made once. */
export type TrialStudies = { study: (trial: Trial) => Promise<TrialStudy> };

type Known = { home: string; run: Run; parts: Parts; tasks: Map<string, Task[]>; changed: string[] };

const taskAgain = (task: Task, changed: boolean): TaskAgain => ({
  missing: null,
  changed,
  messages: task.messages,
  tools: task.tools ?? [],
  expect: task.expect,
  responseSchema: task.responseSchema ?? null,
  world: task.world === undefined ? null : { id: task.world.id, state: task.world.state },
  limits: task.limits,
});

/** The calls as the trace holds them, where the attempt can't be played again. */
const transcriptOf = (trace: readonly TraceEvent[]): Transcript => {
  const generations = trace.filter((event) => event.type === 'generation');
  const results = trace.filter((event) => event.type === 'tool-result');
  const told = generations.flatMap(({ turn, generation }) => generation.toolCalls.map((call) => ({ turn, call })));
  return {
    messages: [],
    finalText: generations.at(-1)?.generation.text ?? '',
    reasoning: '',
    toolCalls: told.length > 0 ? told : results.map(({ turn, call }) => ({ turn, call })),
    turns: generations.length,
    stop: 'answer',
    refused: false,
    problems: [],
  };
};

const isWorld = (evidence: Evidence | undefined): WorldEvidence | null => {
  const parsed = worldEvidenceSchema.safeParse(evidence?.data);
  return evidence?.kind === 'world' && parsed.success ? parsed.data : null;
};

type Played = { transcript: Transcript; after: WorldEvidence | null; missing: string | null };

/** The attempt once more on its recorded replies; the world is played along. */
const play = async ({ run, parts }: Known, { trial, task, trace }: { trial: Trial; task: Task; trace: TraceEvent[] }): Promise<Played> => {
  const suite = partOf(parts.suites, 'suite', trial.suiteId);
  const environment = parts.createEnvironment(task);
  try {
    if (run.model === null) throw new Error('the run has no model');
    const harness = partOf(parts.harnesses, 'harness', run.manifest.harness.id);
    const provider = partOf(parts.providers, 'provider', run.plan.provider.value);
    const input = { runId: run.id, manifest: run.manifest, suite, task, trial, trace, harness, provider, model: run.model };
    const transcript = await playAgain({ ...input, createEnvironment: parts.createEnvironment }, environment);
    return { transcript, after: isWorld(trial.evidence) ?? isWorld(await environment.evidence?.()), missing: null };
  } catch (failure) {
    await environment.evidence?.().catch(() => undefined);
    const missing = `The attempt can’t be played again: ${failure instanceof Error ? failure.message : String(failure)}.`;
    return {
      transcript: transcriptOf(trace),
      after: isWorld(trial.evidence) ?? (await replayedWorld(parts.createEnvironment(task), trace)),
      missing,
    };
  }
};

/** How an attempt that broke off left its world: the recorded calls in their order. */
const replayedWorld = async (environment: Environment, trace: readonly TraceEvent[]): Promise<WorldEvidence | null> => {
  for (const event of trace) if (event.type === 'tool-result') await environment.call(event.call);
  return isWorld(await environment.evidence?.());
};

/** The state before the first call, in the normal form of the world. */
const stateBefore = async (parts: Parts, task: Task): Promise<unknown> => isWorld(await parts.createEnvironment(task).evidence?.())?.state;

const worldOf = async (parts: Parts, task: Task, { after, missing }: Played): Promise<TrialStudy['world']> =>
  task.world === undefined || after === null
    ? null
    : { id: task.world.id, changes: stateChanges(await stateBefore(parts, task), after.state), complete: missing === null };

const nothing = (task: TaskAgain): TrialStudy => ({ task, missing: null, calls: null, world: null, tests: null });

const study = async (known: Known, trial: Trial): Promise<TrialStudy> => {
  const task = known.tasks.get(trial.suiteId)?.find(({ id }) => id === trial.taskId);
  if (task === undefined) return nothing({ missing: 'This version does not make this task.' });
  const again = taskAgain(task, known.changed.includes(trial.suiteId));
  const tests = hiddenTests(task, trial.evidence, trial.score?.components ?? []);
  const scorer = partOf(known.parts.suites, 'suite', trial.suiteId).scorer.id;
  if (trial.traceFile === null || (scorer !== 'tool-calls' && task.world === undefined)) return { ...nothing(again), tests };
  const trace = await createRunStore(known.home).loadTrace(known.run.id, trial.traceFile);
  const played = await play(known, { trial, task, trace });
  const world = await worldOf(known.parts, task, played);
  const matched =
    scorer === 'tool-calls'
      ? matchAskedCalls(task, played.transcript)
      : scorer === 'agent-world' && played.after !== null
        ? matchRequirements(task, played.transcript, played.after)
        : null;
  return { task: again, missing: played.missing, calls: matched, world, tests };
};

const problemText = (failure: UserError): string => `${failure.message} ${failure.nextStep}`;

/**
 * Opens a stored run for study. Nothing of a reply is run but the calls in the worlds of the tasks, which hold plain data; a
 * program is never run. Throws `UserError` where the run can't be read.
 */
export const openStudies = async (home: string, id: string): Promise<TrialStudies> => {
  const run = await createRunStore(home).loadRun(id);
  const made = await (async (): Promise<Known | UserError> => {
    try {
      const { parts } = await addFoldersOfRun(home, id);
      // Only the proofs of a folder's suite may have used it.
      await parts.sandbox?.close();
      return { home, run, parts, ...tasksOfManifest(run.manifest, parts) };
    } catch (failure) {
      if (failure instanceof UserError) return failure;
      throw failure;
    }
  })();
  return {
    study: async (trial) => {
      if (made instanceof UserError) return nothing({ missing: problemText(made) });
      try {
        return await study(made, trial);
      } catch (failure) {
        if (!(failure instanceof UserError)) throw failure;
        return { ...nothing({ missing: problemText(failure) }), missing: failure.message };
      }
    },
  };
};
