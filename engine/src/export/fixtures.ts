import type { Report, Run, Trial } from '@benchloop/spec';
import { builtProfiles, buildCall, buildRun, buildSuite, buildTrial, failedScore, taskIds } from '../summary/fixtures.ts';
import { summarize } from '../summary/summarize.ts';

/** Built reports that every format is tested on. Nothing here is read by the product. */

export const reportOf = (run: Run, trials: Trial[]): Report => ({
  run,
  trials,
  summary: summarize({ run, trials, knownProfiles: builtProfiles }),
});

const speed = buildSuite(
  'speed',
  ['decode', 'prefill-512', 'prefill-1500', 'answer'].flatMap((family) => taskIds(family, 3)),
);
const math = buildSuite('reasonmath', taskIds('rates', 30), 60);
const tools = buildSuite('toolcall', taskIds('choose', 30), 60);

const callOf = (taskId: string, place: number) => {
  const wobble = (place % 5) * 10;
  if (!taskId.startsWith('prefill')) return buildCall({ prompt: 40 + place, completion: 64, spanMs: 1575 + wobble, ttftMs: 400 + wobble });
  return buildCall({
    prompt: taskId.includes('512') ? 512 : 1500,
    completion: 24,
    spanMs: 575 + wobble,
    ttftMs: taskId.includes('512') ? 5000 : 15_200,
  });
};

const speedTrials: Trial[] = speed.tasks.map((taskId, place) =>
  buildTrial({ suiteId: 'speed', taskId, durationMs: 2400, calls: [callOf(taskId, place)] }, 3 * place),
);

const scoredTrials = (suiteId: string, tasks: readonly string[], passed: number): Trial[] =>
  tasks.map((taskId, place) =>
    buildTrial(
      {
        suiteId,
        taskId,
        durationMs: 1900 + 40 * place,
        calls: [buildCall({ prompt: 180 + place })],
        ...(place < passed ? {} : { score: failedScore, reason: failedScore.reason }),
      },
      40 + 3 * place,
    ),
  );

/** A complete `core` run of three suites. */
export const completeReport = (): Report =>
  reportOf(buildRun({ suites: [speed, math, tools] }), [
    ...speedTrials,
    ...scoredTrials('reasonmath', math.tasks, 15),
    ...scoredTrials('toolcall', tools.tasks, 24),
  ]);

/** A run that ended with three timeouts, two cut replies, and a suite that the stack does not support. */
export const incompleteReport = (): Report => {
  const timeout = {
    kind: 'timeout' as const,
    message: 'no byte for 60 s',
    hint: 'Look at the load of the server.',
    status: null,
    retryAfterMs: null,
  };
  const mathTrials = scoredTrials('reasonmath', math.tasks, 15).map((trial, place): Trial => {
    if (place > 26) return { ...trial, outcome: 'timeout', score: null, reason: 'no byte for 60 s', error: timeout, calls: [], retries: 2 };
    return place > 24
      ? { ...trial, outcome: 'truncated', score: null, reason: 'the reply was cut off at the token limit in turn 1' }
      : trial;
  });
  const unsupported = tools.tasks.map((taskId) =>
    buildTrial(
      {
        suiteId: 'toolcall',
        taskId,
        outcome: 'unsupported',
        durationMs: 0,
        traceFile: null,
        reason: 'its chat template knows no tools; run with --harness hermes',
      },
      200,
    ),
  );
  return reportOf(buildRun({ suites: [speed, math, tools], status: 'incomplete' }), [...speedTrials, ...mathTrials, ...unsupported]);
};
