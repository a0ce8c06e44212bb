/** Applies an asynchronous function to all items, at most `limit` at once; results in the order of the items. The first failure ends it. */
export const mapLimited = async <Item, Result>(
  items: readonly Item[],
  limit: number,
  apply: (item: Item) => Promise<Result>,
): Promise<Result[]> => {
  const results: Result[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < items.length) {
      const place = next;
      next += 1;
      results[place] = await apply(items[place] as Item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, work));
  return results;
};
