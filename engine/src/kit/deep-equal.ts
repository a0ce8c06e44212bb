import { isDeepStrictEqual } from 'node:util';

/** Equality of plain JSON data; key order does not count. */
export const deepEqual = (a: unknown, b: unknown): boolean => isDeepStrictEqual(a, b);
