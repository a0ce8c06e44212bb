import { expect, test } from 'vitest';
import type { Report } from '@benchloop/spec';
import { toConsole } from './console.ts';
import { toCsv } from './csv.ts';
import { describeReport } from './describe-report.ts';
import { completeReport } from './fixtures.ts';
import { toJson } from './json.ts';
import { toJunit } from './junit.ts';
import { toMarkdown } from './markdown.ts';

const changed = (): Report => ({ ...completeReport(), integrity: { state: 'differs', changed: ['trials.jsonl', 'traces/0001.jsonl'] } });

const formats = {
  console: (report: Report) => toConsole(report).replaceAll(/\s+/g, ' '),
  md: toMarkdown,
  junit: toJunit,
  words: (report: Report) => JSON.stringify(describeReport(report)),
};

test.each(Object.entries(formats))('%s says first that a run was changed after it was made', (_name, format) => {
  const text = format(changed());
  const place = text.indexOf('This run was changed after it was made: trials.jsonl and 1 other file are not what was frozen');
  expect(place).toBeGreaterThanOrEqual(0);
  expect(place).toBeLessThan(text.indexOf('reasonmath'));
  expect(text).toContain(`bench-loop verify ${changed().run.id}`);
});

test('JSON and CSV begin with it', () => {
  expect(Object.keys(JSON.parse(toJson(changed())) as object)[0]).toBe('integrity');
  expect(
    toCsv(changed())
      .split('\r\n')
      .slice(0, 2)
      .map((line) => line.split(',')[0]),
  ).toEqual(['integrity', 'differs']);
});

test('JUnit has a case that fails, so that CI does not pass on it', () => {
  const count = (report: Report) => Number(/failures="(\d+)"/.exec(toJunit(report))?.[1]);
  expect(count(changed())).toBe(count(completeReport()) + 1);
});

test.each(['holds', 'not-frozen'] as const)('%s is no alarm', (state) => {
  const report: Report = { ...completeReport(), integrity: { state, changed: [] } };
  for (const format of Object.values(formats)) expect(format(report)).not.toContain('was changed');
});
