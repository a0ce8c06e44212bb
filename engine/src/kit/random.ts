import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** A seeded source of choices: the same seed gives the same choices on every machine. */
export type Random = {
  /** Whole number from `min` to `max`, both included. */
  int: (min: number, max: number) => number;
  /** Number from 0 up to, not including, 1. */
  float: () => number;
  chance: (share: number) => boolean;
  pick: <Item>(items: readonly Item[]) => Item;
  /** A new array in random order. */
  shuffle: <Item>(items: readonly Item[]) => Item[];
  /** `count` different places of `items`, in random order. */
  sample: <Item>(items: readonly Item[], count: number) => Item[];
};

/** 32-bit FNV-1a, so that a text such as `7/reasonmath/rates/3` can seed a generator. */
const hash = (text: string): number => {
  let value = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) value = Math.imul(value ^ byte, 0x01000193);
  return value | 0;
};

export const createRandom = (seed: string | number): Random => {
  const generator = xoroshiro128plus(hash(String(seed)));
  const int = (min: number, max: number) => uniformInt(generator, min, max);
  const float = () => uniformFloat64(generator);
  const shuffle = <Item>(items: readonly Item[]): Item[] => {
    const result = [...items];
    for (let last = result.length - 1; last > 0; last -= 1) {
      const other = int(0, last);
      [result[last], result[other]] = [result[other] as Item, result[last] as Item];
    }
    return result;
  };
  return {
    int,
    float,
    chance: (share) => float() < share,
    pick: (items) => {
      if (items.length === 0) throw new RangeError('pick from an empty list');
      return items[int(0, items.length - 1)] as (typeof items)[number];
    },
    shuffle,
    sample: (items, count) => {
      if (count > items.length) throw new RangeError(`sample of ${count} from ${items.length} items`);
      return shuffle(items).slice(0, count);
    },
  };
};
