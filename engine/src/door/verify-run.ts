import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exitCode, isJudged, UserError, type Run, type Task, type Trial } from '@benchloop/spec';
import { digestOf } from '../kit/digest.ts';
import { replayTrial } from '../run/replay-trial.ts';
import { supportOf } from '../run/support.ts';
import { createRunStore, runDigest } from '../store/run-store.ts';
import type { Parts } from './lists.ts';
import { tasksOfManifest } from './resume-run.ts';
import { partOf, workOf } from './session.ts';
import { isFairStop } from './stop-rule.ts';

/** What a check of a stored run found. `holds` is true only when every part holds. */
export type Verification = {
  runId: string;
  holds: boolean;
  digest: 'holds' | 'differs' | 'not-frozen';
  /** Files whose content is not the one that was frozen. */
  changedFiles: string[];
  /** Suites that this version of BenchLoop has in another form; their trials can't be scored again here. */
  changedSuites: string[];
  rescored: number;
  /** Trials that ended without a verdict on the model, such as a timeout: nothing to score. */
  notJudged: number;
  mismatches: { trialId: string; reason: string }[];
};

export type VerifyInput = {
  home: string;
  id: string;
  parts: Parts;
  onProgress?: (done: number, total: number) => void;
  /** Ends the check after the trial in hand; what was found is thrown away. */
  signal?: AbortSignal;
};

const checkFiles = async (run: Run, trials: readonly Trial[], folder: string): Promise<string[]> => {
  const changed: string[] = [];
  for (const [file, digest] of Object.entries(run.files)) {
    const safe = file === 'trials.jsonl' || /^traces\/[\w.-]+\.jsonl$/.test(file);
    const content = safe ? await readFile(join(folder, file)).catch(() => null) : null;
    if (content === null || digestOf(content) !== digest) changed.push(file);
  }
  for (const { traceFile } of trials) if (traceFile !== null && run.digest !== null && !(traceFile in run.files)) changed.push(traceFile);
  return changed;
};

/** Scores every judged trial again from its receipts, offline, and checks every digest. Throws `UserError` where `signal` ends it. */
export const verifyRun = async ({ home, id, parts, onProgress, signal = AbortSignal.any([]) }: VerifyInput): Promise<Verification> => {
  const store = createRunStore(home);
  const run = await store.loadRun(id);
  const { trials, badLines, torn } = await store.loadTrials(id);
  const mismatches: Verification['mismatches'] = badLines.map((line) => ({
    trialId: `trials.jsonl:${line}`,
    reason: 'the line does not fit the format',
  }));
  if (torn !== null && run.digest !== null) mismatches.push({ trialId: 'trials.jsonl', reason: 'the last line is cut off' });
  const { tasks, changed } = tasksOfManifest(run.manifest, parts);
  const harness = partOf(parts.harnesses, 'harness', run.manifest.harness.id);
  const provider = partOf(parts.providers, 'provider', run.plan.provider.value);
  const known = new Map(
    run.manifest.suites.flatMap((suite) => (tasks.get(suite.id) ?? []).map((task) => [`${suite.id}/${task.id}`, task])),
  );
  const seen = new Set<string>();
  let rescored = 0;
  let notJudged = 0;

  const isFoundImpossible = ({ suiteId, taskId }: Trial): boolean =>
    (run.preflight ?? []).some(
      ({ level, suites, tasks: kept }) =>
        level === 'impossible' &&
        ((suites === undefined && kept === undefined) || suites?.includes(suiteId) || kept?.includes(`${suiteId}/${taskId}`)),
    );

  /** A trial that the stack could have tried was not unsupported; one that the server refused carries its error. */
  const isHidden = (trial: Trial, task: Task): boolean =>
    trial.outcome === 'unsupported' &&
    trial.error === null &&
    !isFoundImpossible(trial) &&
    run.model !== null &&
    supportOf(task, harness, run.model).supported;

  const check = async (trial: Trial): Promise<string | null> => {
    if (seen.has(trial.id)) return 'the trial is stored twice';
    seen.add(trial.id);
    const task = known.get(`${trial.suiteId}/${trial.taskId}`);
    if (task === undefined) return 'the manifest has no such task';
    if (!isJudged(trial.outcome) || trial.error !== null) {
      notJudged += 1;
      return isHidden(trial, task) ? 'stored as unsupported, but this stack supports the task' : null;
    }
    if (run.model === null || trial.traceFile === null) return 'the trial has no trace';
    const trace = await store.loadTrace(id, trial.traceFile);
    const suite = partOf(parts.suites, 'suite', trial.suiteId);
    const again = await replayTrial({
      runId: id,
      manifest: run.manifest,
      suite,
      task,
      trial,
      trace,
      harness,
      provider,
      model: run.model,
      createEnvironment: parts.createEnvironment,
      sandbox: parts.sandbox,
      signal,
    });
    rescored += 1;
    if (again.outcome !== trial.outcome) return `stored as ${trial.outcome}, scored again as ${again.outcome}: ${again.reason}`;
    if (JSON.stringify(again.score) !== JSON.stringify(trial.score))
      return `stored score ${trial.score?.value ?? 'none'}, scored again ${again.score?.value ?? 'none'}: ${again.reason}`;
    return null;
  };

  const judgeable = trials.filter((trial) => !changed.includes(trial.suiteId));
  for (const [index, trial] of judgeable.entries()) {
    if (signal.aborted) break;
    const reason = await check(trial).catch((error: unknown) => (error instanceof Error ? error.message : String(error)));
    if (reason !== null) mismatches.push({ trialId: trial.id, reason });
    onProgress?.(index + 1, judgeable.length);
  }
  await parts.sandbox?.close();
  if (signal.aborted) throw new UserError('The verification was cancelled.', 'Start it again at any time.', exitCode.interrupted);
  const planned = run.manifest.suites.reduce((sum, suite) => sum + suite.tasks.length * run.manifest.trials, 0);
  if (run.digest !== null && trials.length !== planned && !isFairStop(run, workOf(run.manifest, parts.suites, tasks), trials))
    mismatches.push({ trialId: 'trials.jsonl', reason: `${trials.length} trials are stored, ${planned} were planned` });
  const changedFiles = await checkFiles(run, trials, store.folder(id));
  const digest = run.digest === null ? 'not-frozen' : runDigest(run) === run.digest ? 'holds' : 'differs';
  const holds = digest === 'holds' && changedFiles.length === 0 && mismatches.length === 0 && changed.length === 0;
  return { runId: id, holds, digest, changedFiles, changedSuites: changed, rescored, notJudged, mismatches };
};
