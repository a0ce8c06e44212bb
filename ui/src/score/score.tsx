import { useId } from 'react';
import { Hatch } from '../charts/kit/hatch.tsx';
import { absent, sayLimits, sayPercent } from '../words/format.ts';

/** A figure of 0 to 100 with its 95 % limits and the number of trials behind it. */
export type ScoreEstimate = { value: number; low: number; high: number; n: number };

/** What there is to say of one score. */
export type ScoreState =
  | {
      kind: 'measured';
      estimate: ScoreEstimate;
      /** Rank with ties, such as `1-3`. */
      rank?: string;
      /** Share of the planned trials that is missing, 0 to 1. */
      missingShare?: number;
      /** Another score that the statistics cannot tell from this one. */
      indistinguishableFrom?: { name: string; value: number };
    }
  | { kind: 'not-run'; reason: string }
  /** There are trials, and yet no figure may be given. */
  | { kind: 'withheld'; reason: string }
  | { kind: 'unsupported'; reason: string; remedy: string; href?: string };

export type ScoreProps = { state: ScoreState; size?: 'large' | 'small'; what?: string };

const percent = (value: number): string => `${Math.min(100, Math.max(0, value)).toFixed(2)}%`;

type BarProps = { estimate: ScoreEstimate; other: number | null };

const Bar = ({ estimate, other }: BarProps) => {
  const hatch = useId();
  const [left, right] = [percent(estimate.low), percent(estimate.high)];
  return (
    <svg className="bl-score-bar" aria-hidden="true" width="100%" height="12">
      {other === null ? null : (
        <defs>
          <Hatch id={hatch} />
        </defs>
      )}
      <line className="bl-track" x1="0" x2="100%" y1="6" y2="6" />
      {other === null ? null : <rect x={left} width={percent(estimate.high - estimate.low)} y="1" height="10" fill={`url(#${hatch})`} />}
      <line className="bl-whisker" x1={left} x2={right} y1="6" y2="6" />
      <line className="bl-whisker" x1={left} x2={left} y1="2" y2="10" />
      <line className="bl-whisker" x1={right} x2={right} y1="2" y2="10" />
      {other === null ? null : <circle className="bl-other" cx={percent(other)} cy="6" r="4" />}
      <circle className="bl-dot" cx={percent(estimate.value)} cy="6" r="4" />
    </svg>
  );
};

const missingWord = { 'not-run': 'not run', withheld: 'withheld', unsupported: 'unsupported' } as const;

const Remedy = ({ remedy, href }: { remedy: string; href?: string }) => (
  <>
    {'. '}
    {href === undefined ? remedy : <a href={href}>{remedy}</a>}
  </>
);

const Missing = ({ state, what }: { state: Exclude<ScoreState, { kind: 'measured' }>; what: string | undefined }) => (
  <div className="bl-score bl-score-missing" title={state.reason}>
    {what === undefined ? null : <span className="bl-score-what">{what}</span>}
    <span className="bl-score-value">{absent}</span>
    <span className="bl-score-reason">
      {`${missingWord[state.kind]}: ${state.reason}`}
      {state.kind !== 'unsupported' ? null : <Remedy {...state} />}
    </span>
  </div>
);

/** The score element: the figure, a bar from 0 to 100 with a dot and a 95 % whisker, and how many trials stand behind it. */
export const Score = ({ state, size = 'small', what }: ScoreProps) => {
  if (state.kind !== 'measured') return <Missing state={state} what={what} />;
  const { estimate, rank, missingShare = 0, indistinguishableFrom } = state;
  return (
    <div className={`bl-score bl-score-${size}${missingShare > 0 ? ' bl-score-incomplete' : ''}`}>
      {what === undefined ? null : <span className="bl-score-what">{what}</span>}
      <span className="bl-score-line">
        {rank === undefined ? null : <span className="bl-score-rank">{`rank ${rank}`}</span>}
        <span className="bl-score-value">{estimate.value.toFixed(1)}</span>
        <span className="bl-score-n">{`n=${estimate.n}`}</span>
      </span>
      <Bar estimate={estimate} other={indistinguishableFrom?.value ?? null} />
      <span className="bl-score-limits">{`95 % ${sayLimits(estimate)}`}</span>
      {missingShare > 0 ? (
        <span className="bl-score-note">{`incomplete: ${sayPercent(missingShare)} of the trials are missing`}</span>
      ) : null}
      {indistinguishableFrom === undefined ? null : (
        <span className="bl-score-note">{`cannot be told from ${indistinguishableFrom.name} yet`}</span>
      )}
    </div>
  );
};
