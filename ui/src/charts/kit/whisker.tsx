export type WhiskerProps = { from: number; to: number; at: number; className?: string; vertical?: boolean };

const capPx = 4;

/** A line with caps from one limit of an interval to the other. */
export const Whisker = ({ from, to, at, className = 'bl-whisker', vertical = false }: WhiskerProps) => {
  const cap = (place: number): string =>
    vertical ? `M${at - capPx},${place.toFixed(1)}h${2 * capPx}` : `M${place.toFixed(1)},${at - capPx}v${2 * capPx}`;
  const line = vertical ? `M${at},${from.toFixed(1)}V${to.toFixed(1)}` : `M${from.toFixed(1)},${at}H${to.toFixed(1)}`;
  return <path className={className} d={`${line}${cap(from)}${cap(to)}`} />;
};
