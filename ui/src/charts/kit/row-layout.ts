/** Where the rows of a chart stand: name, strip and numbers side by side, or the strip below them where it is narrow. */
export type RowLayout = {
  stacked: boolean;
  width: number;
  height: number;
  top: number;
  bottom: number;
  stripLeft: number;
  stripRight: number;
  nameWidth: number;
  valueWidth: number;
  textY: (row: number) => number;
  stripY: (row: number) => number;
  valueX: number;
};

export type RowRoom = { width: number; rows: number; top: number; axis: number; valueWidth: number; endRoom?: number };

const stackedBelowPx = 480;
const rowPx = 28;
const stackedRowPx = 44;

/** Lays out `rows` rows between `top` pixels above and `axis` pixels below; `endRoom` is kept free at both ends of the strip. */
export const layoutRows = ({ width, rows, top, axis, valueWidth, endRoom = 8 }: RowRoom): RowLayout => {
  const stacked = width < stackedBelowPx;
  const pitch = stacked ? stackedRowPx : rowPx;
  const nameWidth = stacked ? Math.max(0, width - valueWidth - 8) : Math.min(200, 0.3 * width);
  const bottom = top + rows * pitch;
  const stripLeft = (stacked ? 0 : nameWidth + 8) + endRoom;
  return {
    stacked,
    width,
    top,
    bottom,
    height: bottom + axis,
    nameWidth,
    valueWidth,
    stripLeft,
    // A page that is not laid out yet measures no width at all: the strip is then empty, never turned round.
    stripRight: Math.max(stripLeft, (stacked ? width : width - valueWidth - 12) - endRoom),
    textY: (row) => top + row * pitch + (stacked ? 13 : pitch / 2 + 4),
    stripY: (row) => top + row * pitch + (stacked ? 29 : pitch / 2),
    valueX: width,
  };
};
