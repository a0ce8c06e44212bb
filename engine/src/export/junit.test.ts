import type { Trial } from '@benchloop/spec';
import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { describe, expect, test } from 'vitest';
import { completeReport, incompleteReport, reportOf } from './fixtures.ts';
import { toJunit } from './junit.ts';
import { element, text } from './xml.ts';

type Element = { name: string; attributes: Record<string, string>; text: string; children: Element[] };

/** Parses with a strict parser, which throws at anything that is not well-formed. */
const parse = (xml: string): Element => {
  const top: Element = { name: '', attributes: {}, text: '', children: [] };
  const open = [top];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const made: Element = { name, attributes: { ...attributes }, text: '', children: [] };
    open.at(-1)?.children.push(made);
    open.push(made);
  });
  parser.on('text', (content) => {
    const last = open.at(-1);
    if (last !== undefined) last.text += content;
  });
  parser.on('closetag', () => void open.pop());
  parser.write(xml).close();
  return top.children[0] ?? top;
};

const casesIn = (root: Element): Element[] => root.children.flatMap(({ children }) => children.filter(({ name }) => name === 'testcase'));
const endingOf = (testcase: Element | undefined): string | undefined => testcase?.children[0]?.name;

describe('JUnit', () => {
  test('one case per task; the failure text is the reason', () => {
    const report = completeReport();
    const root = parse(toJunit(report));
    expect(root).toMatchObject({ name: 'testsuites', attributes: { tests: '72', failures: '21', errors: '0', skipped: '0' } });
    expect(root.children.map(({ attributes }) => attributes['name'])).toEqual(['speed', 'reasonmath', 'toolcall']);
    const failed = casesIn(root).find((testcase) => endingOf(testcase) === 'failure');
    const trial = report.trials.find(({ taskId }) => taskId === failed?.attributes['name']);
    expect(failed?.children[0]?.attributes['message']).toBe(trial?.score?.reason);
    expect(failed?.children[0]?.text).toContain(trial?.score?.reason ?? 'nothing');
  });

  test('infrastructure is an error, unsupported is skipped, a cut reply is a failure', () => {
    const root = parse(toJunit(incompleteReport()));
    expect(root.attributes).toMatchObject({ tests: '72', failures: '12', errors: '3', skipped: '30' });
    const [, math, tools] = root.children;
    expect(math?.attributes).toMatchObject({ failures: '12', errors: '3', skipped: '0' });
    const error = casesIn(root).find((testcase) => endingOf(testcase) === 'error');
    expect(error?.children[0]?.attributes).toEqual({ type: 'timeout', message: 'no byte for 60 s' });
    expect(error?.children[0]?.text).toContain('next: Look at the load of the server.');
    expect(tools?.children.filter(({ name }) => name === 'testcase').map(endingOf)).toEqual(Array<string>(30).fill('skipped'));
  });

  test('several trials of a task are one case, which passes only if all of them did', () => {
    const { run, trials } = completeReport();
    const passed = trials.find(({ score, suiteId }) => suiteId === 'toolcall' && score?.passed === true) as Trial;
    const failed = trials.find(({ score, suiteId }) => suiteId === 'toolcall' && score?.passed === false) as Trial;
    const again: Trial = { ...failed, id: 'again', taskId: passed.taskId, index: 1 };
    const testcase = casesIn(parse(toJunit(reportOf(run, [...trials, again])))).filter(
      ({ attributes }) => attributes['name'] === passed.taskId,
    );
    expect(testcase).toHaveLength(1);
    expect(testcase[0]?.children[0]?.attributes['message']).toMatch(/^1 of 2 trials: /);
    expect(testcase[0]?.children[0]?.text).toMatch(/^trial 2, scored: /);
  });

  test('a planned task without a trial is skipped, with the reason', () => {
    const { run, trials } = completeReport();
    const cases = casesIn(parse(toJunit(reportOf(run, trials.slice(0, -5)))));
    expect(cases).toHaveLength(72);
    expect(cases.slice(-5).map((testcase) => testcase.children[0]?.attributes['message'])).toEqual(
      Array<string>(5).fill('not run: the run ended before this task'),
    );
    const left = { ...run, notRun: [{ suiteId: 'coding', reason: 'no sandbox here', remedy: 'install one' }] };
    const last = casesIn(parse(toJunit(reportOf(left, trials)))).at(-1);
    expect(last?.children[0]?.attributes['message']).toBe('not run: no sandbox here. Next: install one');
  });

  test('hostile reasons and names stay text', () => {
    const { run, trials } = completeReport();
    const reason = ']]></failure><testcase name="x"/> &amp; "\u0000\u001b[31m\ud800 \u202e end';
    const hostile = trials.map((trial): Trial => (trial.score?.passed === false ? { ...trial, score: { ...trial.score, reason } } : trial));
    const model = run.model === null ? null : { ...run.model, name: '<!DOCTYPE x "&y;>' };
    const root = parse(toJunit(reportOf({ ...run, model }, hostile)));
    expect(casesIn(root)).toHaveLength(72);
    const failure = casesIn(root).find((testcase) => endingOf(testcase) === 'failure')?.children[0];
    expect(failure?.text).toContain(']]></failure><testcase name="x"/> &amp; "\uFFFD\uFFFD[31m\uFFFD');
    expect(root.children[0]?.children[0]?.children[1]?.attributes).toEqual({ name: 'model', value: '<!DOCTYPE x "&y;>' });
  });

  test('every text can be written and read back, but for what XML cannot hold', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        const read = parse(element('a', { value }, value === '' ? [] : [text(value)]));
        const possible = value.replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/gu, '\uFFFD');
        expect(read.attributes['value']).toBe(possible);
        expect(read.text).toBe(possible);
      }),
    );
  });
});
