import { Fragment, type ReactNode } from 'react';
import { csvOf, type DataRows } from '../../table/csv.ts';

/** Widths in pixels that a chart is drawn in where no script can measure: a page, and a telephone. */
export const staticWidths = [640, 330] as const;

export type FigureProps = {
  title: string;
  /** What the marks mean: whiskers, lines, where the numbers come from. */
  note?: ReactNode;
  data: DataRows;
  /** Draws the chart for a width in pixels. */
  draw: (width: number) => ReactNode;
  /** One width where the page has measured its room; left out = drawn for each of `staticWidths`, and CSS shows one. */
  width?: number;
};

/** A chart with its title, its note, and its data as CSV. */
export const Figure = ({ title, note, data, draw, width }: FigureProps) => (
  <figure className="bl-figure">
    <figcaption>{title}</figcaption>
    {width === undefined ? (
      <Fragment>
        <div className="bl-wide">{draw(staticWidths[0])}</div>
        <div className="bl-narrow">{draw(staticWidths[1])}</div>
      </Fragment>
    ) : (
      draw(width)
    )}
    {note === undefined ? null : <p className="bl-note">{note}</p>}
    <details className="bl-data">
      <summary>Data as CSV</summary>
      <pre tabIndex={0}>{csvOf(data)}</pre>
    </details>
  </figure>
);
