import { isJudged, type Report, type Standing } from '@benchloop/spec';
import { canonicalJson } from '../kit/canonical-json.ts';
import { digestOfData } from '../kit/digest.ts';
import { groupBy } from '../summary/group-by.ts';
import { judgeOf } from '../summary/suite-summary.ts';
import { decodeRateOf, memoryOf, ttftOf } from './figures.ts';
import { qualityOf } from './quality.ts';

const short = (data: unknown): string => digestOfData(JSON.parse(canonicalJson(data))).slice(7, 23);

/** What a run was asked, whatever answered: runs of one board stand beside each other. */
const boardOf = ({ run }: Report): string => {
  const { suites, sampling, maxTokens, trials, harness } = run.manifest;
  return short({
    suites: suites.filter((suite) => judgeOf(suite) === 'scorer').map(({ id, digest, seed, tasks }) => ({ id, digest, seed, tasks })),
    sampling,
    maxTokens,
    trials,
    decoding: harness.decoding ?? 'free',
  });
};

const titleOf = ({ run }: Report): string => {
  const { manifest, plan } = run;
  const scored = manifest.suites.filter((suite) => judgeOf(suite) === 'scorer');
  const tasks = scored.reduce((sum, suite) => sum + suite.tasks.length, 0);
  return [
    `${manifest.profile}: ${tasks} tasks of ${scored.map(({ id }) => id).join(', ') || 'no suite'}`,
    plan.seed.value === 'published' ? null : `seed ${plan.seed.value}`,
    manifest.trials === 1 ? null : `${manifest.trials} trials each`,
    manifest.sampling.temperature === 0 ? null : `temperature ${manifest.sampling.temperature}`,
    manifest.maxTokens === null ? null : `replies up to ${manifest.maxTokens} tokens`,
    manifest.harness.decoding === 'constrained' ? 'constrained decoding' : null,
  ]
    .filter((part) => part !== null)
    .join(', ');
};

const stackOf = ({ run }: Report): string => {
  const { model, server, machine, plan, manifest } = run;
  return short({
    model: model?.name ?? plan.model.value,
    weights: model?.weightsDigest ?? null,
    quantization: model?.quantization ?? null,
    context: model?.contextInForce ?? null,
    provider: plan.provider.value,
    server: server === null ? null : { ...server, loadMs: null, memoryEstimateBytes: null },
    harness: manifest.harness.id,
    thinking: manifest.thinking,
    machine: machine.machineId,
  });
};

const machineOf = ({ run }: Report): string =>
  run.machine.gpus.map(({ name }) => name).join(' + ') || run.machine.cpu.model || 'unknown machine';

const scoredSuites = ({ run }: Report) => run.manifest.suites.filter((suite) => judgeOf(suite) === 'scorer');

/** Judged trials of the suites that have a score: what the clock times is no answer. */
const judgedTrials = (report: Report): Report['trials'] => {
  const scored = new Set(scoredSuites(report).map(({ id }) => id));
  return report.trials.filter(({ outcome, suiteId }) => isJudged(outcome) && scored.has(suiteId));
};

const tasksOf = (judged: Report['trials']): Standing['tasks'] =>
  Object.fromEntries(
    [...groupBy(judged, ({ suiteId }) => suiteId)].map(([suiteId, all]) => [
      suiteId,
      Object.fromEntries(
        [...groupBy(all, ({ taskId }) => taskId)].map(([taskId, same]) => [
          taskId,
          same.reduce((sum, { score }) => sum + (score?.value ?? 0), 0) / same.length,
        ]),
      ),
    ]),
  );

/** What the leaderboard keeps of a run. */
export const standingOf = (report: Report): Standing => {
  const { run } = report;
  const judged = judgedTrials(report);
  return {
    runId: run.id,
    createdAt: run.createdAt,
    board: boardOf(report),
    boardTitle: titleOf(report),
    stack: stackOf(report),
    model: run.model?.name ?? run.plan.model.value,
    quantization: run.model?.quantization ?? null,
    provider: run.plan.provider.value,
    server: run.server?.kind ?? null,
    harness: run.manifest.harness.id,
    profile: run.manifest.profile,
    thinking: run.manifest.thinking,
    contextInForce: run.model?.contextInForce ?? null,
    place: run.plan.place.value,
    machine: machineOf(report),
    status: run.status,
    frozen: run.digest !== null,
    quality: qualityOf(report),
    decodeTokensPerSecond: run.plan.place.value === 'remote' ? null : decodeRateOf(report),
    ttftMs: run.plan.place.value === 'remote' ? null : ttftOf(report),
    memoryBytes: memoryOf(report),
    judged: judged.length,
    passed: judged.filter(({ score }) => score?.passed === true).length,
    planned: scoredSuites(report).reduce((sum, suite) => sum + suite.tasks.length * run.manifest.trials, 0),
    tasks: tasksOf(judged),
  };
};
