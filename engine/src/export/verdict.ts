import type { Outcome, Report, SuiteSummary } from '@benchloop/spec';
import { formulaInWords } from '../summary/formula.ts';
import { onOneLine, sayCount, sayDuration, sayInterval, sayModel, sayPercent } from './words.ts';

/** What was measured, in one line. */
export const titleOf = ({ run }: Report): string => {
  const name = run.model === null ? (run.plan.model.value ?? run.plan.provider.value) : sayModel(run.model);
  return onOneLine(`${name}, harness ${run.manifest.harness.id}, profile ${run.manifest.profile}`);
};

/** Says that the files are not what the run froze; null = they are, the run has not ended, or nobody looked. */
export const alarmOf = ({ run, integrity }: Report): string | null => {
  if (integrity?.state !== 'differs') return null;
  const [first, ...others] = integrity.changed;
  const what = `${first ?? 'a file'}${others.length === 0 ? '' : ` and ${sayCount(others.length, 'other file')}`}`;
  return onOneLine(
    `This run was changed after it was made: ${what} ${others.length === 0 ? 'is' : 'are'} not what was frozen. Trust none of the numbers; see \`bench-loop verify ${run.id}\`.`,
  );
};

/** The overall figure with its interval, or that there is none and why. */
export const verdictOf = ({ summary: { overall } }: Report): string =>
  overall.value === null || overall.low === null || overall.high === null
    ? `No overall figure. Withheld because ${onOneLine(overall.withheldBecause ?? 'it could not be computed')}.`
    : `Overall ${overall.value.toFixed(1)}, 95 % interval ${sayInterval({ low: overall.low, high: overall.high }, 1)}.`;

/** The parts of the figure and its formula; only those that are known. */
export const partsOf = ({ summary: { overall } }: Report): string | null => {
  const parts = [
    ...(overall.quality === null ? [] : [`quality ${overall.quality.toFixed(1)}`]),
    ...(overall.speed === null ? [] : [`speed ${overall.speed.toFixed(1)}`]),
    ...(overall.reliability === null ? [] : [`reliability ${overall.reliability.toFixed(1)}`]),
  ];
  if (overall.value === null) return null;
  return `Parts: ${parts.join(', ')}, with no interval of their own; overall = ${formulaInWords(overall.formula)}.`;
};

/** What else is worth knowing of the loading and the first call. */
export const coldStartOf = ({ summary: { coldStart } }: Report): string | null => {
  const parts = [
    ...(coldStart.loadMs === null ? [] : [`model loaded in ${sayDuration(coldStart.loadMs)}`]),
    ...(coldStart.firstTtftMs === null ? [] : [`first token of the first call after ${sayDuration(coldStart.firstTtftMs)}`]),
  ];
  return parts.length === 0 ? null : `Cold start: ${parts.join(', ')}; each was seen once, so there is no interval.`;
};

/** Outcomes that occurred, `scored` first: `27 scored, 2 truncated, 1 timeout`. */
export const sayOutcomes = (outcomes: Record<Outcome, number>): string =>
  Object.entries(outcomes)
    .filter(([, count]) => count > 0)
    .map(([outcome, count]) => `${count} ${outcome}`)
    .join(', ');

/** Remarks on one suite's score: other outcomes, missing trials, stability over trials. */
export const remarksOf = (suite: SuiteSummary): string[] => {
  const { scored, truncated, unparseable, refused } = suite.outcomes;
  const judged = scored + truncated + unparseable + refused;
  const last = suite.passAtK.at(-1);
  return [
    ...(judged === suite.trialsPlanned ? [] : [`incomplete: ${judged} of ${sayCount(suite.trialsPlanned, 'planned trial')} judged`]),
    ...(scored === suite.trialsDone ? [] : [sayOutcomes(suite.outcomes)]),
    ...(last === undefined || last.k === 1
      ? []
      : [
          `pass@${last.k} ${sayPercent(last.passAt)}, pass^${last.k} ${sayPercent(last.passAll)}, means over ${sayCount(suite.tasks, 'task')} with no interval`,
        ]),
  ];
};

/** Warnings with their next step. What a suite's own row says, that it is not supported, is not said again. */
export const warningsOf = ({ summary }: Report): string[] =>
  summary.warnings
    .filter(({ code }) => code !== 'unsupported-suite')
    .map(({ message, nextStep }) => onOneLine(`${message} Next: ${nextStep}`));

/** Why the run does not stand beside others, without the reasons that the verdict gives already. */
export const doubtsOf = ({ summary }: Report): string[] =>
  summary.notComparableBecause.filter((reason) => summary.overall.withheldBecause?.includes(reason) !== true).map(onOneLine);
