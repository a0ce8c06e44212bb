import type { Candidate, Decision } from '@benchloop/spec';
import { changedDoubt } from './words.ts';

/** What disqualifies a run that was changed after it was made. */
export const changedFault = 'its files were changed after it was made';

const sayMinutes = (ms: number): string => (ms < 90_000 ? `${Math.max(1, Math.round(ms / 1000))} s` : `${Math.round(ms / 60_000)} min`);

const rateOf = (one: Candidate, other: Candidate): string => {
  const [mine, theirs] = [one.decodeTokensPerSecond, other.decodeTokensPerSecond];
  if (mine === null || theirs === null) return '';
  const ratio = mine / theirs;
  if (ratio > 0.95 && ratio < 1.05) return ', and writes about as fast';
  return ratio < 1
    ? `, and writes about ${(1 / ratio).toFixed(1)} times as slowly`
    : `, and writes about ${ratio.toFixed(1)} times as fast`;
};

const contextSentence = ({ name, contextFailures, contextInForce }: Candidate): string =>
  `${name} lost ${contextFailures} ${contextFailures === 1 ? 'trial' : 'trials'} to ${contextInForce === null ? 'its context' : `a context of ${contextInForce} tokens`}: fix that before you judge it.`;

/** A choice that passed nothing is no advice: the best of the unfit is named as that. */
const headline = (chosen: Candidate, { use, rankedTasks }: Pick<Decision, 'use' | 'rankedTasks'>): string => {
  const points = `${chosen.value?.toFixed(1) ?? '—'} points over ${rankedTasks} tasks`;
  return chosen.passed === 0
    ? `For ${use.title.toLowerCase()} none of these runs is fit: the best of them, ${chosen.name}, passed no task (${points}).`
    : `For ${use.title.toLowerCase()} take ${chosen.name}: ${points}.`;
};

/** The answer in sentences: the choice, who can't be told apart from it, what disqualifies the others, what to measure next. */
export const decisionSentences = (decision: Omit<Decision, 'sentences'>): string[] => {
  const { candidates, choice, tied, use, missing, next } = decision;
  const chosen = candidates.find(({ runId }) => runId === choice);
  const others = candidates.filter(({ runId }) => tied.includes(runId));
  const share = chosen?.winsShare ?? null;
  const isChanged = ({ disqualified }: Candidate): boolean => disqualified.includes(changedFault);
  return [
    ...candidates.filter(isChanged).map(({ name, runId }) => `${changedDoubt(name, runId)} It is out.`),
    chosen === undefined ? `For ${use.title.toLowerCase()} none of these runs can be chosen.` : headline(chosen, decision),
    ...others.map(
      (other) =>
        `${other.name} can’t be told apart from it (${other.value?.toFixed(1) ?? '—'} points)${chosen === undefined ? '' : rateOf(other, chosen)}.`,
    ),
    ...candidates
      .filter((candidate) => candidate.disqualified.length > 0 && !isChanged(candidate))
      .map(({ name, disqualified }) => `${name} is out: ${disqualified.join('; ')}.`),
    ...candidates.filter(({ contextFailures }) => contextFailures > 0).map(contextSentence),
    ...missing.map(({ suiteId, reason }) => `${suiteId} counts for this use and is not in the answer: ${reason}.`),
    ...(share === null || candidates.filter(({ value }) => value !== null).length < 2
      ? []
      : [
          `With other weights: it is the best in ${Math.round(100 * share)} % of 2,000 weightings of these suites drawn from all that there are.`,
        ]),
    ...(next === null
      ? []
      : [
          `Next: ${next.what} ${next.expectedMs === null ? '' : `Expect about ${sayMinutes(next.expectedMs)} on this machine. `}${next.command}`,
        ]),
  ];
};
