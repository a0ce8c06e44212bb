export type HatchProps = { id: string; className?: string };

/** A hatch pattern: stands for "uncertain" everywhere. */
export const Hatch = ({ id, className = 'bl-hatch' }: HatchProps) => (
  <pattern id={id} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
    <line className={className} x1="1" y1="0" x2="1" y2="5" />
  </pattern>
);
