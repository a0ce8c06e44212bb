import { expect, test } from 'vitest';
import { mapLimited } from './map-limited.ts';

test('results stand in the order of the items, and no more than the limit are under way', async () => {
  let underWay = 0;
  let most = 0;
  const results = await mapLimited([5, 1, 4, 2, 3], 2, async (item) => {
    underWay += 1;
    most = Math.max(most, underWay);
    for (let turn = 0; turn < item; turn += 1) await Promise.resolve();
    underWay -= 1;
    return item * 10;
  });
  expect(results).toEqual([50, 10, 40, 20, 30]);
  expect(most).toBe(2);
});

test('nothing gives nothing, and a failure is passed on', async () => {
  expect(await mapLimited([], 3, async () => 1)).toEqual([]);
  await expect(mapLimited([1, 2], 1, (item) => (item === 2 ? Promise.reject(new Error('two')) : Promise.resolve(item)))).rejects.toThrow(
    'two',
  );
});
