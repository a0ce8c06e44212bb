import { codeRunSchema, type CodeRun, type Score, type ScoreComponent, type Scorer, type Verdict } from '@benchloop/spec';
import { isSameValue } from './compare.ts';
import { codeTestsExpectSchema, type CodeCase, type CodeTest, type CodeTestsExpect } from './expect.ts';
import { shorten, showValue } from './show-value.ts';

type Ended = Pick<CodeRun['load'], 'end' | 'error'>;

const errorText = ({ error }: Ended): string => {
  if (error === null) return 'an error';
  const message = error.message === '' ? '' : `: ${shorten(error.message)}`;
  return `${error.type}${message}${error.line === null ? '' : ` (line ${error.line})`}`;
};

/** How a program that did not return ended, as the end of a sentence whose subject is the program or a call. */
const endInWords = (ended: Ended): string => {
  switch (ended.end) {
    case 'raised':
      return `raised ${errorText(ended)}`;
    case 'time':
      return 'ran past its time limit';
    case 'memory':
      return 'needed more memory than allowed';
    case 'output':
      return 'printed more than allowed';
    case 'exited':
      return 'ended the interpreter instead of returning';
    case 'not-plain':
      return `returned a value that is no plain data${ended.error === null ? '' : ` (${errorText(ended)})`}`;
    case 'not-run':
      return 'was not run';
    case 'returned':
      return 'returned';
  }
};

/** Index and place of a call in the evidence. The sandbox reads nothing from it. */
export const callId = (test: number, call: number): string => `${test}.${call}`;

const faultOf = (wanted: CodeCase, ran: CodeRun['calls'][number] | undefined, expect: CodeTestsExpect): string | null => {
  if (ran === undefined) return `${wanted.input} was not run`;
  if (ran.end !== 'returned' || ran.value === null) return `${wanted.input} ${endInWords(ran)}`;
  if (isSameValue(ran.value, wanted.returns, expect)) return null;
  const hint = ran.output !== '' && (ran.value.t === 'none' || ran.value.t === 'undefined') ? ' (it printed instead of returning)' : '';
  return `${wanted.input} returned ${showValue(ran.value, expect.language)}${hint}, expected ${showValue(wanted.returns, expect.language)}`;
};

const judgeTest = (test: CodeTest, index: number, run: CodeRun, expect: CodeTestsExpect): ScoreComponent => {
  const fault = test.calls
    .map((wanted, call) =>
      faultOf(
        wanted,
        run.calls.find(({ id }) => id === callId(index, call)),
        expect,
      ),
    )
    .find((found) => found !== null);
  const value = fault === undefined ? 1 : 0;
  return {
    id: test.name,
    value,
    reason:
      fault ??
      (test.calls.length === 1 ? 'its call returned what is expected' : `all ${test.calls.length} calls returned what is expected`),
  };
};

const scoreOf = (run: CodeRun, expect: CodeTestsExpect): Score => {
  if (run.load.end !== 'returned') return { value: 0, passed: false, reason: `The program doesn't load: it ${endInWords(run.load)}.` };
  const components = expect.tests.map((test, index) => judgeTest(test, index, run, expect));
  const failed = components.filter(({ value }) => value === 0);
  const held = components.length - failed.length;
  const [first] = failed;
  return {
    value: held / components.length,
    passed: first === undefined,
    reason:
      first === undefined
        ? `All ${held} hidden tests hold.`
        : `${held} of ${components.length} hidden tests hold; “${first.id}” fails: ${first.reason}.`,
    components,
  };
};

const unparseable = (reason: string): Verdict => ({ outcome: 'unparseable', reason });

/**
 * Judges a program by what its calls returned in the sandbox. Score = share of the hidden tests that hold; passed only if all do.
 * Names, imports, style and what was printed count for nothing.
 */
export const createCodeTestsScorer = (): Scorer<CodeTestsExpect> => ({
  id: 'code-tests',
  version: '1',
  expectSchema: codeTestsExpectSchema,
  score: ({ expect, evidence }) => {
    if (evidence === null) return unparseable('The reply holds no code.');
    const run = codeRunSchema.safeParse(evidence.data);
    if (evidence.kind !== 'code-run' || !run.success) return unparseable('What running the code showed can’t be read.');
    if (run.data.level === 'none') return unparseable('The code ran without a wall around it, which is never scored.');
    return { outcome: 'scored', score: scoreOf(run.data, expect) };
  },
});
