const maxDraws = 2000;

/** Draws until `ok` holds. Throws when that never happens, which the tests of the problems show. */
export const drawUntil = <Item>(draw: () => Item, ok: (item: Item) => boolean): Item => {
  for (let attempt = 0; attempt < maxDraws; attempt += 1) {
    const item = draw();
    if (ok(item)) return item;
  }
  throw new Error(`no draw out of ${maxDraws} met the conditions of the problem`);
};
