import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { packagedFiles } from '../runtime-files.ts';
import { calibrateCpu, createCpuWatch, referenceRoundMs, scaleOfRound } from './cpu-time.ts';
import { startInstance } from './instance.ts';
import { createModules } from './modules.ts';

describe('scale', () => {
  test('the reference machine has 1, and one that needs three times as long has 3', () => {
    expect(scaleOfRound(referenceRoundMs)).toBe(1);
    expect(scaleOfRound(3 * referenceRoundMs)).toBeCloseTo(3, 10);
  });

  test('a slower calibration never lowers a limit, a fast one never goes below the reference, and none goes out of bounds', () => {
    const time = fc.double({ min: 0, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(time, time, (one, other) => {
        const [fast, slow] = [scaleOfRound(Math.min(one, other)), scaleOfRound(Math.max(one, other))];
        expect(fast).toBeLessThanOrEqual(slow);
        expect(fast).toBeGreaterThanOrEqual(1);
        expect(slow).toBeLessThanOrEqual(20);
      }),
    );
  });

  test('this machine has one within the bounds', () => {
    const scale = calibrateCpu();
    expect(scale).toBeGreaterThanOrEqual(1);
    expect(scale).toBeLessThanOrEqual(20);
  });
});

test('the watch counts work and not waiting', async () => {
  const usedMs = createCpuWatch(null);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(usedMs()).toBeGreaterThanOrEqual(0);
  const before = usedMs();
  calibrateCpu();
  expect(usedMs()).toBeGreaterThan(before);
});

describe('a limit', () => {
  const { quickjsModule } = packagedFiles(import.meta.url);
  const modules = createModules({ quickjsModule, pythonModule: '', pythonLibrary: '' });
  const limits = { memoryBytes: 32 * 1024 ** 2, outputBytes: 100, fileBytes: 100 };
  const opened: { close: () => Promise<void> }[] = [];
  afterAll(() => Promise.all(opened.map(({ close }) => close())));

  /** How a call ends that needs some hundred milliseconds, where the reference machine may take 5. */
  const endAt = async (cpuScale: number): Promise<string> => {
    const instance = await startInstance({ language: 'javascript', limits }, { modules, cpuScale });
    opened.push(instance);
    await instance.up;
    const timer = setInterval(instance.check, 20);
    try {
      await instance.step({ kind: 'load', text: '' }, 10_000);
      const text = 'let sum = 0; for (let at = 0; at < 2e6; at += 1) sum += at % 7; return sum;';
      return (await instance.step({ kind: 'call', text }, 5)).end;
    } finally {
      clearInterval(timer);
    }
  };

  test('is reached on a machine like the reference, and not on one whose calibration says that it is slow', async () => {
    expect(await endAt(1)).toBe('time');
    expect(await endAt(20_000)).toBe('returned');
  });
});
