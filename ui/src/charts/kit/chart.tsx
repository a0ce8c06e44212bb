import { useId, type ReactNode } from 'react';

export type ChartProps = {
  width: number;
  height: number;
  /** What the chart shows, in a few words. */
  title: string;
  /** The same in sentences, with the numbers, for people who can't see it. */
  summary: string;
  children: ReactNode;
};

/** The frame of every chart: an SVG that is one image with a name and a description. */
export const Chart = ({ width, height, title, summary, children }: ChartProps) => {
  const id = useId();
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      className="bl-chart"
      role="img"
      aria-labelledby={`${id}-title ${id}-summary`}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
    >
      <title id={`${id}-title`}>{title}</title>
      <desc id={`${id}-summary`}>{summary}</desc>
      {children}
    </svg>
  );
};
