import type { Gate, GateState } from '@benchloop/spec';
import { onOneLine } from './words.ts';
import { wrapHanging } from './wrap.ts';
import { element } from './xml.ts';

const words: Record<GateState, string> = { passed: 'passed', failed: 'failed', undecided: 'undecided' };

const headline = ({ state, checks, baselineId }: Gate): string => {
  const count = (wanted: GateState) => checks.filter((check) => check.state === wanted).length;
  const against = baselineId === null ? '' : ` against ${baselineId}`;
  if (state === 'passed') return `Gate passed${against}: all ${checks.length} conditions are shown to hold.`;
  if (state === 'undecided')
    return `Gate undecided${against}: ${count('undecided')} of ${checks.length} conditions can’t be decided with so few tasks; none is shown to be missed.`;
  return `Gate failed${against}: ${count('failed')} of ${checks.length} conditions are missed${checks.some(({ id }) => id === 'integrity') ? ', and a run was changed after it was made: trust none of its numbers' : ''}.`;
};

const shownLost = 20;

/** A gate as text of 80 columns. */
export const gateToConsole = (gate: Gate): string =>
  [
    ...wrapHanging('', headline(gate)),
    ...gate.checks.flatMap(({ condition, state, found }) => [
      ...wrapHanging(`  ${words[state].padEnd(9)}  `, condition),
      ...wrapHanging('             ', found),
    ]),
    ...(gate.lost.length === 0 ? [] : ['', `Tasks lost (${gate.lost.length})`]),
    ...gate.lost
      .slice(0, shownLost)
      .flatMap(({ suiteId, taskId, reason }) => wrapHanging('  - ', onOneLine(`${suiteId}/${taskId}: ${reason}`))),
    ...(gate.lost.length > shownLost ? [`  and ${gate.lost.length - shownLost} more`] : []),
    ...gate.doubts.flatMap((doubt) => wrapHanging('! ', doubt)),
    '',
  ].join('\n');

const cell = (text: string): string => onOneLine(text).replaceAll('|', '\\|').replaceAll('<', '&lt;');

/** A gate as Markdown that fits a comment on a pull request. */
export const gateToMarkdown = (gate: Gate): string =>
  [
    `### BenchLoop: ${headline(gate)}`,
    '',
    '| condition | state | found |',
    '| --- | --- | --- |',
    ...gate.checks.map(({ condition, state, found }) => `| ${cell(condition)} | **${words[state]}** | ${cell(found)} |`),
    '',
    ...gate.doubts.map((doubt) => `> ${cell(doubt)}`),
    ...(gate.lost.length === 0
      ? []
      : [
          '',
          `<details><summary>Tasks lost (${gate.lost.length})</summary>`,
          '',
          ...gate.lost.slice(0, shownLost).map(({ suiteId, taskId, reason }) => `- ${cell(`${suiteId}/${taskId}: ${reason}`)}`),
          ...(gate.lost.length > shownLost ? [`- and ${gate.lost.length - shownLost} more`] : []),
          '',
          '</details>',
        ]),
    '',
  ].join('\n');

/** A gate as JUnit: one case per condition; undecided is an error, as nothing was shown to be missed. */
export const gateToJunit = (gate: Gate): string => {
  const count = (wanted: GateState): string => String(gate.checks.filter(({ state }) => state === wanted).length);
  const cases = gate.checks.map(({ id, condition, state, found }) =>
    element(
      'testcase',
      { classname: `gate.${id}`, name: condition },
      state === 'passed' ? [] : [element(state === 'failed' ? 'failure' : 'error', { message: found }, [])],
    ),
  );
  const attributes = {
    name: `gate ${gate.runId}`,
    tests: String(gate.checks.length),
    failures: count('failed'),
    errors: count('undecided'),
  };
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('testsuites', {}, [element('testsuite', attributes, cases)])}\n`;
};
