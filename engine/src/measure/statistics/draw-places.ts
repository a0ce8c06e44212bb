import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { createRandom } from '../../kit/random.ts';

/** Whole numbers from 0 up to, not including, `below`. */
export type DrawPlace = (below: number) => number;

const wholeRange = 2 ** 32;

/**
 * A fast seeded source of places for resampling: the same seed, the same places on every machine. A place is at most
 * `below` / 2^32 too likely, which no resampling can show.
 */
export const createDrawPlace = (seed: string | number): DrawPlace => {
  const generator = xoroshiro128plus(createRandom(seed).int(-0x80000000, 0x7fffffff));
  return (below) => Math.floor(((generator.next() >>> 0) / wholeRange) * below);
};
