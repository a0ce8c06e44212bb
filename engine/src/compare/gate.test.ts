import { expect, test } from 'vitest';
import { gateSchema, type Report } from '@benchloop/spec';
import { gateToConsole, gateToJunit, gateToMarkdown } from '../export/gate.ts';
import { buildRun, buildSuite, buildTrial, failedScore, taskIds } from '../summary/fixtures.ts';
import { summarize } from '../summary/summarize.ts';
import { gateRun, type GateOptions } from './gate.ts';

const reportOf = (id: string, passed: number, of = 100, reason = failedScore.reason): Report => {
  const suites = [buildSuite('reasonmath', taskIds('reasonmath', of))];
  const run = { ...buildRun({ suites }), id };
  const trials = taskIds('reasonmath', of).map((taskId, place) =>
    buildTrial({ suiteId: 'reasonmath', taskId, ...(place < passed ? {} : { score: { ...failedScore, reason }, reason }) }),
  );
  return { run, trials, summary: summarize({ run, trials }) };
};
const held = (report: Report) => ({ report, integrity: 'holds' as const });
const gate = (passed: number, options: Partial<GateOptions> & { of?: number } = {}) =>
  gateSchema.parse(
    gateRun(held(reportOf('new', passed, options.of)), {
      baseline: held(reportOf('old', 60, options.of)),
      maxRegression: 3,
      minimums: {},
      ...options,
    }),
  );

test('a run that did better, or the same, passes', () => {
  expect(gate(80).state).toBe('passed');
  expect(gate(60)).toMatchObject({ state: 'passed', lost: [] });
});

test('a clear fall fails, with the tasks by name', () => {
  const result = gate(30);
  expect(result.state).toBe('failed');
  expect(result.lost).toHaveLength(30);
  expect(result.lost[0]).toMatchObject({ suiteId: 'reasonmath', taskId: 'reasonmath-31' });
});

test('a small fall on few tasks is undecided, and says so', () => {
  const result = gateRun(held(reportOf('new', 11, 20)), { baseline: held(reportOf('old', 12, 20)), maxRegression: 3, minimums: {} });
  expect(result.state).toBe('undecided');
  expect(gateToConsole(result)).toContain('none is shown to be missed');
});

test('the looser the condition, the less fails', () => {
  expect(gate(50, { maxRegression: 3 }).state).toBe('failed');
  expect(gate(50, { maxRegression: 30 }).state).toBe('passed');
});

test('least scores: above, below, undecided, and a suite that was not judged', () => {
  const only = (passed: number, minimums: Record<string, number>) => gate(passed, { baseline: null, minimums }).state;
  expect(only(90, { reasonmath: 60 })).toBe('passed');
  expect(only(30, { reasonmath: 60 })).toBe('failed');
  expect(only(61, { reasonmath: 60 })).toBe('undecided');
  expect(only(90, { toolcall: 10 })).toBe('failed');
});

test('a run that was changed after it was made fails, whatever its numbers', () => {
  const input = { report: reportOf('new', 90), integrity: 'differs' as const };
  const result = gateRun(input, { baseline: held(reportOf('old', 60)), maxRegression: 3, minimums: {} });
  expect(result.state).toBe('failed');
  expect(result.doubts.join()).toContain('trust nothing of it');
  for (const text of [gateToConsole(result), gateToMarkdown(result), gateToJunit(result)])
    expect(text).toContain('was changed after it was made');
  expect(gateToJunit(result)).toContain('classname="gate.integrity"');
});

test('a baseline that shares nothing fails with the reason', () => {
  const other = reportOf('old', 60);
  const unlike = {
    ...other,
    run: { ...other.run, manifest: { ...other.run.manifest, suites: other.run.manifest.suites.map((suite) => ({ ...suite, seed: 7 })) } },
  };
  const result = gateRun(held(reportOf('new', 60)), { baseline: held(unlike), maxRegression: 3, minimums: {} });
  expect(result).toMatchObject({ state: 'failed', checks: [{ id: 'baseline' }] });
});

test('hostile text of a model stays text in Markdown and JUnit', () => {
  const reason = '<img src=x onerror=alert(1)> | ]]> & "quoted"';
  const input = held(reportOf('new', 0, 40, reason));
  const result = gateRun(input, { baseline: held(reportOf('old', 40, 40)), maxRegression: 3, minimums: { toolcall: 5 } });
  expect(gateToMarkdown(result)).not.toContain('<img');
  expect(gateToMarkdown(result)).toContain('\\|');
  const xml = gateToJunit(result);
  expect(xml).toMatch(/tests="3" failures="3" errors="0"/u);
  expect(xml).not.toContain('<img');
});
