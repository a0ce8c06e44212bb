import { markPath, markSize } from './mark-pixels.ts';

export type MarkIconProps = { size?: number; title?: string };

/** The mark: a chip whose core is a loop arrow. One colour, that of the text around it. */
export const MarkIcon = ({ size = 16, title }: MarkIconProps) => (
  <svg
    xmlns="http://www.w3.org/2000/svg"
    className="bl-mark-icon"
    width={size}
    height={size}
    viewBox={`0 0 ${markSize} ${markSize}`}
    shapeRendering="crispEdges"
    {...(title === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': title })}
  >
    <path fill="currentColor" d={markPath} />
  </svg>
);

/** The mark with the name beside it. */
export const Logo = ({ size = 20 }: { size?: number }) => (
  <span className="bl-logo">
    <MarkIcon size={size} />
    <span>BenchLoop</span>
  </span>
);
