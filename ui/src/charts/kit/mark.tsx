import { symbol, symbolCircle, symbolDiamond, symbolSquare, symbolTriangle, symbolWye } from 'd3-shape';
import { seriesCount } from '../../tokens/tokens.ts';

const shapes = [symbolCircle, symbolSquare, symbolTriangle, symbolDiamond, symbolWye];
const areaPx = 52;

/** The class that colours a stack: the same number is the same colour on the whole page. */
export const seriesClass = (series: number): string => `bl-series-${(series % seriesCount) + 1}`;

export type MarkProps = { x: number; y: number; series: number; faded?: boolean };

/** The mark of a stack: its colour and its shape both tell which one it is. */
export const SeriesMark = ({ x, y, series, faded = false }: MarkProps) => (
  <path
    className={`bl-mark ${seriesClass(series)}${faded ? ' bl-faded' : ''}`}
    transform={`translate(${x.toFixed(1)},${y.toFixed(1)})`}
    d={symbol(shapes[series % shapes.length], areaPx)() ?? ''}
  />
);
