import { sayRate } from '@benchloop/ui';

const width = 240;
const height = 40;

/** Decode rate of the last trials as a line that begins at zero. */
export const Sparkline = ({ rates }: { rates: readonly number[] }) => {
  const last = rates.at(-1);
  if (last === undefined) return <p className="bl-muted">No decode rate yet.</p>;
  const top = Math.max(...rates);
  const step = rates.length === 1 ? 0 : width / (rates.length - 1);
  const points = rates.map((rate, place) => `${(place * step).toFixed(1)},${(height - (rate / (top || 1)) * (height - 4)).toFixed(1)}`);
  const summary = `Decode rate of the last ${rates.length} trials: ${sayRate(last)} now, ${sayRate(Math.min(...rates))} to ${sayRate(top)}.`;
  return (
    <figure className="run-spark">
      <figcaption>{`${sayRate(last)} in the last trial`}</figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={summary} preserveAspectRatio="none">
        <polyline className="bl-line" points={points.join(' ')} vectorEffect="non-scaling-stroke" />
      </svg>
      <p className="bl-note">{`${rates.length} trials, ${sayRate(Math.min(...rates))} to ${sayRate(top)}; the axis begins at zero`}</p>
    </figure>
  );
};
