import { isJudged, type Report, type Trial } from '@benchloop/spec';
import { groupBy } from '../summary/group-by.ts';
import { alarmOf, titleOf } from './verdict.ts';
import { onOneLine } from './words.ts';
import { element, text, type XmlNode } from './xml.ts';

/** How a task ended in JUnit's words. `error` = infrastructure, never the model's ability. */
type Ending = { kind: 'passed' } | { kind: 'failure' | 'error' | 'skipped'; type: string; message: string; details: string };

type Case = { className: string; taskId: string; seconds: number; ending: Ending };

const didPass = ({ outcome, score }: Trial): boolean => outcome === 'scored' && score?.passed === true;

const isSkipped = ({ outcome }: Trial): boolean => outcome === 'unsupported' || outcome === 'cancelled';

const reasonOf = ({ outcome, reason, score, error }: Trial): string =>
  score?.reason ?? (reason !== '' ? reason : (error?.message ?? outcome));

const details = (trials: readonly Trial[]): string =>
  trials
    .map((trial) => {
      const parts = (trial.score?.components ?? []).map((part) => `  ${part.id} ${part.value}: ${part.reason}`);
      return [
        `trial ${trial.index + 1}, ${trial.outcome}: ${reasonOf(trial)}`,
        ...parts,
        ...(trial.error === null ? [] : [`  next: ${trial.error.hint}`]),
      ].join('\n');
    })
    .join('\n');

const endBy = (kind: 'failure' | 'error' | 'skipped', trials: readonly Trial[], all: readonly Trial[]): Ending => {
  const [first] = trials;
  if (first === undefined) return { kind: 'passed' };
  const share = all.length === 1 ? '' : `${trials.length} of ${all.length} trials: `;
  return { kind, type: first.outcome, message: onOneLine(`${share}${reasonOf(first)}`), details: details(trials) };
};

/** Not passed weighs more than an infrastructure failure, and that more than what was left out. */
const endingOf = (trials: readonly Trial[]): Ending => {
  const failed = trials.filter((trial) => isJudged(trial.outcome) && !didPass(trial));
  if (failed.length > 0) return endBy('failure', failed, trials);
  const broken = trials.filter((trial) => !isJudged(trial.outcome) && !isSkipped(trial));
  if (broken.length > 0) return endBy('error', broken, trials);
  return endBy('skipped', trials.filter(isSkipped), trials);
};

const caseOf = (trials: readonly [Trial, ...Trial[]]): Case => ({
  className: `${trials[0].suiteId}.${trials[0].family}`,
  taskId: trials[0].taskId,
  seconds: trials.reduce((sum, { durationMs }) => sum + durationMs, 0) / 1000,
  ending: endingOf(trials),
});

const notRun = (suiteId: string, taskId: string, message: string): Case => ({
  className: suiteId,
  taskId,
  seconds: 0,
  ending: { kind: 'skipped', type: 'not-run', message: onOneLine(message), details: message },
});

/** Every planned task of a suite, tried or not. */
const casesOf = ({ run, trials }: Report, suiteId: string, tasks: readonly string[]): Case[] => {
  const byTask = groupBy(
    trials.filter((trial) => trial.suiteId === suiteId),
    ({ taskId }) => taskId,
  );
  const left = run.notRun.find((entry) => entry.suiteId === suiteId);
  const why = left === undefined ? 'not run: the run ended before this task' : `not run: ${left.reason}. Next: ${left.remedy}`;
  return [...new Set([...tasks, ...byTask.keys()])].map((taskId) => {
    const [first, ...more] = byTask.get(taskId) ?? [];
    return first === undefined ? notRun(suiteId, taskId, why) : caseOf([first, ...more]);
  });
};

const count = (cases: readonly Case[], kind: Ending['kind']): string => String(cases.filter(({ ending }) => ending.kind === kind).length);

const counts = (cases: readonly Case[]): Record<string, string> => ({
  tests: String(cases.length),
  failures: count(cases, 'failure'),
  errors: count(cases, 'error'),
  skipped: count(cases, 'skipped'),
  time: cases.reduce((sum, { seconds }) => sum + seconds, 0).toFixed(3),
});

const caseNode = ({ className, taskId, seconds, ending }: Case): XmlNode =>
  element(
    'testcase',
    { classname: className, name: taskId, time: seconds.toFixed(3) },
    ending.kind === 'passed'
      ? []
      : [
          ending.kind === 'skipped'
            ? element('skipped', { message: ending.message }, [])
            : element(ending.kind, { type: ending.type, message: ending.message }, [text(ending.details)]),
        ],
  );

const propertiesOf = ({ run, summary, integrity }: Report): XmlNode =>
  element(
    'properties',
    {},
    Object.entries({
      run: run.id,
      model: run.model?.name ?? run.plan.model.value ?? 'unknown',
      quantization: run.model?.quantization ?? 'unknown',
      weights: run.model?.weightsDigest ?? 'unknown',
      harness: run.manifest.harness.id,
      manifest: run.manifest.digest,
      comparable: String(summary.comparable),
      integrity: integrity?.state ?? 'not checked',
    }).map(([name, value]) => element('property', { name, value }, [])),
  );

/** CI must not pass on a run that somebody changed. */
const changedAfterwards = (alarm: string): Case => ({
  className: 'integrity',
  taskId: 'the stored files are what the run froze',
  seconds: 0,
  ending: { kind: 'failure', type: 'changed', message: alarm, details: alarm },
});

/**
 * A run as JUnit XML for CI systems: one test case per planned task. Several trials of a task pass only together. Not passed is
 * a `failure`, infrastructure an `error`; unsupported, cancelled and not run are `skipped`, each with its reason. A run that was
 * changed after it was made has one more case, first, that fails.
 */
export const toJunit = (report: Report): string => {
  const { suites } = report.run.manifest;
  const planned = new Set(suites.map(({ id }) => id));
  const alarm = alarmOf(report);
  const groups = [
    ...(alarm === null ? [] : [{ id: 'integrity', cases: [changedAfterwards(alarm)] }]),
    ...suites.map(({ id, tasks }) => ({ id, cases: casesOf(report, id, tasks) })),
    ...report.run.notRun
      .filter(({ suiteId }) => !planned.has(suiteId))
      .map(({ suiteId, reason, remedy }) => ({ id: suiteId, cases: [notRun(suiteId, suiteId, `not run: ${reason}. Next: ${remedy}`)] })),
  ];
  const root = element(
    'testsuites',
    { name: titleOf(report), ...counts(groups.flatMap(({ cases }) => cases)) },
    groups.map(({ id, cases }) =>
      element('testsuite', { name: id, timestamp: report.run.createdAt, ...counts(cases) }, [propertiesOf(report), ...cases.map(caseNode)]),
    ),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;
};
