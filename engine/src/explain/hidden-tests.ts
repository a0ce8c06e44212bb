import { codeRunSchema, type CodeRun, type Evidence, type HiddenTest, type ScoreComponent, type Task } from '@benchloop/spec';
import { isSameValue } from '../scorers/code-tests/compare.ts';
import { codeTestsExpectSchema } from '../scorers/code-tests/expect.ts';
import { callId } from '../scorers/code-tests/scorer.ts';
import { showValue } from '../scorers/code-tests/show-value.ts';

type Ran = CodeRun['calls'][number] | undefined;

const endInWords = (ran: Ran): string => {
  if (ran === undefined) return 'was not run';
  const error = ran.error === null ? '' : `: ${ran.error.type}${ran.error.message === '' ? '' : `: ${ran.error.message}`}`;
  return `${ran.end}${error}`;
};

/**
 * Every hidden test of a program beside what its calls did in the sandbox when the trial was made. Nothing is run: the
 * expected values come from the task, the others from the stored evidence. Null = the trial holds no run of code.
 */
export const hiddenTests = (task: Task, evidence: Evidence | undefined, components: readonly ScoreComponent[]): HiddenTest[] | null => {
  const expect = codeTestsExpectSchema.safeParse(task.expect);
  const run = codeRunSchema.safeParse(evidence?.data);
  if (!expect.success || evidence?.kind !== 'code-run' || !run.success) return null;
  const { language, tests } = expect.data;
  return tests.map(({ name, calls }, index) => {
    const shown = calls.map(({ input, returns }, call) => {
      const ran = run.data.calls.find(({ id }) => id === callId(index, call));
      const isValue = ran?.end === 'returned' && ran.value !== null;
      return {
        input,
        expected: showValue(returns, language),
        actual: isValue ? showValue(ran.value as NonNullable<typeof ran.value>, language) : endInWords(ran),
        holds: isValue && isSameValue(ran.value as NonNullable<typeof ran.value>, returns, expect.data),
      };
    });
    const judged = components.find(({ id }) => id === name);
    return { name, passed: judged === undefined ? false : judged.value === 1, calls: shown };
  });
};
