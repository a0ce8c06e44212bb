const maxDraws = 500;

/** The first draw that suits; a family whose draws never suit is a fault of the family. */
export const drawUntil = <Drawn>(draw: () => Drawn | null): Drawn => {
  for (let count = 0; count < maxDraws; count += 1) {
    const drawn = draw();
    if (drawn !== null) return drawn;
  }
  throw new Error(`${maxDraws} draws and none suits`);
};
