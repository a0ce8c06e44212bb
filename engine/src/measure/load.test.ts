import { describe, expect, test } from 'vitest';
import { busyWarning } from './load.ts';

describe('a busy machine', () => {
  test.each([
    [0.9, 2],
    [3.9, 16],
    [null, 2],
  ])('load %j on %i cores is quiet', (load, cores) => expect(busyWarning(load, cores)).toBeNull());

  test.each([
    [1, 2],
    [4.13, 2],
    [4, 16],
  ])('load %j on %i cores is told with a next step', (load, cores) => {
    expect(busyWarning(load, cores)).toEqual({
      code: 'machine-busy',
      message: expect.stringContaining(`${load.toFixed(1)} on ${cores} logical cores`),
      nextStep: expect.stringMatching(/wait a minute/),
    });
  });
});
