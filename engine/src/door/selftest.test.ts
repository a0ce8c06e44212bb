import { describe, expect, test } from 'vitest';
import { UserError, type Suite, type Task } from '@benchloop/spec';
import { createParts, type Parts } from './lists.ts';
import { selftest, type SelftestRow } from './selftest.ts';
import { createTinySuite } from './testing/tiny-suite.ts';

const run = async (suites: readonly Suite[], tasksPerSuite: number | null = null) => {
  const parts: Parts = { ...createParts(), suites: new Map(suites.map((suite) => [suite.id, suite])) };
  const progress: [number, number][] = [];
  const result = await selftest({
    parts,
    suites: null,
    tasksPerSuite,
    signal: new AbortController().signal,
    onProgress: (done, total) => void progress.push([done, total]),
  });
  return { ...result, progress };
};

const rowOf = async (suite: Suite): Promise<SelftestRow> => {
  const { rows, holds } = await run([suite]);
  expect(holds).toBe((rows[0]?.culprits.length ?? 0) === 0);
  return rows[0] as SelftestRow;
};

type Scored = { expect: { word: string }; transcript: { finalText: string } };

/** The tiny suite with a laxer scorer: `right` says which other replies pass, and what they are worth. */
const lax = (worth: (text: string) => number | null, options: { tools?: boolean } = {}): Suite => {
  const suite = createTinySuite(4, options);
  const strict = suite.scorer as unknown as { score: (input: Scored) => ReturnType<Suite['scorer']['score']> };
  return {
    ...suite,
    scorer: {
      ...suite.scorer,
      score: (input: Scored) => {
        const value = worth(input.transcript.finalText);
        return value === null ? strict.score(input) : { outcome: 'scored', score: { value, passed: value === 1, reason: 'lax' } };
      },
    },
  };
};

const changed = (change: (task: Task, index: number) => Task): Suite => {
  const suite = createTinySuite(4);
  return { ...suite, tasks: (seed) => suite.tasks(seed).map(change) };
};

describe.concurrent('a sound suite', () => {
  test('holds, with every step counted', async () => {
    const { rows, progress } = await run([createTinySuite(4)]);
    expect(rows).toEqual([
      {
        suiteId: 'tiny',
        tasks: 4,
        proofs: { held: 24, cases: 24 },
        controls: { trials: 44, passed: 0 },
        worst: { client: 'always-first-choice', harnessId: 'raw', points: 0 },
        oracle: { trials: 20, points: 100 },
        culprits: [],
      },
    ]);
    expect(progress.at(-1)).toEqual([68, 68]);
    expect(progress).toHaveLength(68);
  });

  test('with tools is played through the dialects as well', async () => {
    const row = await rowOf(createTinySuite(2, { tools: true }));
    const harnesses = [...createParts().harnesses.values()].filter(({ kind }) => kind !== 'program').length;
    expect(harnesses).toBeGreaterThan(2);
    expect(row).toMatchObject({ culprits: [], controls: { trials: 22 * harnesses }, proofs: { cases: 12 * harnesses } });
  });
});

test('every suite of this build holds on some of its tasks', async () => {
  const { rows, holds } = await run(
    [...createParts().suites.values()].filter(({ judge }) => judge === 'scorer'),
    2,
  );
  expect(rows.flatMap(({ culprits }) => culprits)).toEqual([]);
  expect(holds).toBe(true);
});

describe.concurrent('a planted fault is named', () => {
  test('a scorer that takes an echo of the question', async () => {
    const row = await rowOf(lax((text) => (text.startsWith('Say only') ? 1 : null)));
    // Spray echoes where no tool is offered, and copy-the-schema copies the question where no form is asked for.
    expect(row.controls.passed).toBe(12);
    expect(row.worst).toMatchObject({ client: 'copy-the-schema', points: 100 });
    expect(row.culprits).toContainEqual(expect.stringMatching(/^control echo through raw passed word-01: lax/));
    expect(row.culprits).toContainEqual('control echo through raw passed 1 tasks more');
    expect(row.culprits).toContainEqual(expect.stringMatching(/^control echo through raw got 100\.0 of 100 points; at most 10/));
  });

  test('a wrong key: its proofs fail, and the oracle misses', async () => {
    const row = await rowOf(changed((task, index) => (index === 1 ? { ...task, expect: { word: 'another' } } : task)));
    expect(row.proofs).toEqual({ held: 22, cases: 24 });
    expect(row.oracle.points).toBe(75);
    expect(row.culprits).toContainEqual(expect.stringMatching(/^tiny\/word-02, accepted "bare": expected score 1, got 0/));
    expect(row.culprits).toContainEqual(expect.stringMatching(/^oracle through raw is right in word-02, but it ended as scored/));
  });

  test('a control that passes one task', async () => {
    const row = await rowOf(
      changed((task, index) => (index === 2 ? { ...task, expect: { word: 'Answer: A' }, proof: proofOf('Answer: A') } : task)),
    );
    expect(row.culprits).toEqual([
      'control always-first-choice through raw passed word-03: the word is right',
      'control always-first-choice through raw got 25.0 of 100 points; at most 10 are allowed',
    ]);
  });

  test('points for nonsense, though nothing passes', async () => {
    const row = await rowOf(lax((text) => (text.includes('```python') ? 0.2 : null)));
    expect(row).toMatchObject({ controls: { passed: 0 }, worst: { client: 'garbage-code', points: 20 } });
    expect(row.culprits).toEqual(['control garbage-code through raw got 20.0 of 100 points; at most 10 are allowed']);
  });

  test('a claim that is taken for the deed', async () => {
    const row = await rowOf(lax((text) => (text.startsWith('Done.') ? 1 : null), { tools: true }));
    expect(row.culprits.filter((culprit) => culprit.startsWith('control claims-done through hermes passed'))).toHaveLength(3 + 1);
  });

  test('a generator that fails, beside a suite that holds', async () => {
    const broken: Suite = {
      ...createTinySuite(2),
      id: 'broken',
      tasks: () => {
        throw new Error('too few words');
      },
    };
    const { rows, holds } = await run([broken, createTinySuite(2)]);
    expect(holds).toBe(false);
    expect(rows.map(({ suiteId, culprits }) => [suiteId, culprits])).toEqual([
      ['broken', ['the tasks cannot be made: too few words']],
      ['tiny', []],
    ]);
    expect(rows[0]?.oracle.points).toBe(0);
  });

  test('proof cases that promise too much', async () => {
    const row = await rowOf(
      changed((task) => ({
        ...task,
        proof: {
          ...task.proof,
          rejected: [...task.proof.rejected, ...task.proof.accepted.slice(0, 1).map((one) => ({ ...one, name: 'x' }))],
        },
      })),
    );
    expect(row.culprits).toEqual([
      expect.stringMatching(/word-01, rejected "x": expected score 0, got 1.*\(proof, through raw\)$/),
      expect.stringMatching(/word-02/),
      expect.stringMatching(/word-03/),
      '1 proofs more do not hold',
    ]);
  });
});

test('a suite that a clock judges is nothing to test', async () => {
  const speed = createParts().suites.get('speed') as Suite;
  await expect(run([speed])).rejects.toThrow(UserError);
});

const proofOf = (word: string): Task['proof'] => ({
  accepted: [
    { name: 'bare', replies: [{ text: word }] },
    { name: 'space', replies: [{ text: ` ${word}` }] },
  ],
  rejected: ['', 'other', 'no', 'x'].map((text) => ({ name: text, replies: [{ text }] })),
});
