import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createGate } from './gate.ts';

test('never more than its width at a time, nobody beside one that entered alone, and everybody gets in', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.boolean(), { maxLength: 12 }), fc.integer({ min: 1, max: 3 }), async (jobs, width) => {
      const gate = createGate(width);
      let inside = 0;
      let most = 0;
      let beside = 0;
      const act = (alone: boolean) => async (): Promise<boolean> => {
        inside += 1;
        most = Math.max(most, inside);
        await Promise.resolve();
        if (alone && inside > 1) beside += 1;
        inside -= 1;
        if (alone) throw new Error('fails');
        return alone;
      };
      const ends = await Promise.allSettled(jobs.map((alone) => (alone ? gate.enterAlone(act(true)) : gate.enter(act(false)))));
      expect(ends.map(({ status }) => status)).toEqual(jobs.map((alone) => (alone ? 'rejected' : 'fulfilled')));
      expect(most).toBeLessThanOrEqual(width);
      expect(beside).toBe(0);
    }),
    { numRuns: 50 },
  );
});
