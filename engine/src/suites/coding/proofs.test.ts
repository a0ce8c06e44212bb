import { afterAll, describe, expect, test } from 'vitest';
import type { CodeRun, GuestValue, Suite, Task, Verdict } from '@benchloop/spec';
import { createTableEnvironment } from '../../environments/table/environment.ts';
import { createRawHarness } from '../../harnesses/raw/harness.ts';
import { createMutationShare } from '../../kit/testing/mutation-share.ts';
import { proveTask, type ProveTools } from '../../run/prove.ts';
import { createSandbox } from '../../sandbox/create-sandbox.ts';
import { codeTestsExpectSchema, type CodeTestsExpect } from '../../scorers/code-tests/expect.ts';
import { createCodingSuite } from './suite.ts';

const suite = createCodingSuite();
const tasks = suite.tasks(suite.publishedSeed);
// Programs are deterministic, so that the mutants below are judged by the same runs.
const sandbox = createSandbox();
const tools: ProveTools = { harness: createRawHarness(), createEnvironment: createTableEnvironment, sandbox };
const patienceMs = 600_000;

afterAll(() => sandbox.close());

/** Failures of all tasks; two programs are run at a time. */
const proveAll = async (tested: Suite, list: readonly Task[]): Promise<string[]> => {
  const left = [...list];
  const failures: string[] = [];
  const work = async (): Promise<void> => {
    for (let task = left.shift(); task !== undefined; task = left.shift()) failures.push(...(await proveTask(tested, task, tools)));
  };
  await Promise.all([work(), work()]);
  return failures;
};

test('every proof of the published set holds in the sandbox', async () => expect(await proveAll(suite, tasks)).toEqual([]), patienceMs);

/** Each program costs a start of an interpreter, so each fresh set proves a share of its tasks, another one than the next set. */
const freshShares = 5;
const proved = Math.min(freshShares, Number(process.env['BENCHLOOP_PROVED_SEEDS'] ?? (process.env['CI'] ? 4 : 1)));

test.each(Array.from({ length: proved }, (_, place) => place))(
  'the proofs of share %i of a fresh set hold in the sandbox',
  async (place) => {
    const fresh = suite.tasks(1001 + place).filter((_task, index) => index % freshShares === place);
    expect(fresh.length).toBeGreaterThanOrEqual(9);
    expect(await proveAll(suite, fresh)).toEqual([]);
  },
  patienceMs,
);

const otherValue = (value: GuestValue): GuestValue[] => {
  switch (value.t) {
    case 'int':
      return [
        { t: 'int', v: String(Number(value.v) + 1) },
        { t: 'float', v: value.v },
        { t: 'text', v: value.v },
      ];
    case 'text':
      return [{ t: 'text', v: `${value.v} ` }, { t: 'none' }];
    case 'bool':
      return [
        { t: 'bool', v: !value.v },
        { t: 'int', v: value.v ? '1' : '0' },
      ];
    case 'none':
      return [{ t: 'undefined' }, { t: 'int', v: '0' }];
    case 'list':
      return [
        { t: 'list', v: [...value.v, { t: 'none' }] },
        { t: 'tuple', v: value.v },
        ...(value.v.length > 0 ? [{ t: 'list' as const, v: value.v.slice(1) }] : []),
      ];
    case 'dict':
      return [
        { t: 'dict', v: [...value.v, [{ t: 'text', v: 'one more' }, { t: 'none' }]] },
        { t: 'list', v: [] },
      ];
    case 'undefined':
    case 'float':
    case 'bigint':
    case 'bytes':
    case 'other':
    case 'tuple':
    case 'set':
      return [{ t: 'none' }];
  }
};

/** Keys with the value of one call changed, and one test taken away. */
const mutatedKeys = (key: CodeTestsExpect): CodeTestsExpect[] => [
  ...key.tests.flatMap((one, index) =>
    otherValue(one.calls[0]?.returns ?? { t: 'none' }).map((returns) => ({
      ...key,
      tests: key.tests.map((other, place) =>
        place === index ? { ...one, calls: one.calls.map((call, first) => (first === 0 ? { ...call, returns } : call)) } : other,
      ),
    })),
  ),
  { ...key, tests: key.tests.slice(1) },
];

describe('mutations', () => {
  const keyShare = createMutationShare('coding', 'mutated keys');
  const ruleShare = createMutationShare('coding', 'mutated rules');

  test(
    'each mutated key makes a proof of its task fail',
    async ({ annotate }) => {
      const survivors: string[] = [];
      for (const task of tasks)
        for (const [place, mutated] of mutatedKeys(codeTestsExpectSchema.parse(task.expect)).entries()) {
          const caught = (await proveTask(suite, { ...task, expect: mutated }, tools)).length > 0;
          keyShare.count(Number(caught), 1);
          if (!caught) survivors.push(`${task.id}, mutation ${place}`);
        }
      await annotate(keyShare.say());
      expect(survivors).toEqual([]);
    },
    patienceMs,
  );

  type Rule = (
    input: { expect: CodeTestsExpect; run: CodeRun | null; reasoning: string },
    unchanged: (expect?: CodeTestsExpect, run?: CodeRun | null) => Verdict,
  ) => Verdict;

  const scored = (value: number): Verdict => ({ outcome: 'scored', score: { value, passed: value === 1, reason: 'mutated rule' } });
  const mapValues = (run: CodeRun | null, change: (value: GuestValue) => GuestValue): CodeRun | null => {
    const deep = (value: GuestValue): GuestValue => {
      if (value.t === 'list' || value.t === 'tuple' || value.t === 'set') return change({ ...value, v: value.v.map(deep) });
      if (value.t === 'dict') return change({ t: 'dict', v: value.v.map(([key, item]) => [deep(key), deep(item)]) });
      return change(value);
    };
    return run === null
      ? null
      : { ...run, calls: run.calls.map((call) => ({ ...call, value: call.value === null ? null : deep(call.value) })) };
  };
  const valueOf = (verdict: Verdict): number => (verdict.outcome === 'scored' ? verdict.score.value : 0);
  const withCalls = (expect: CodeTestsExpect, keep: (index: number, length: number) => boolean): CodeTestsExpect => ({
    ...expect,
    tests: expect.tests.map((one) => ({ ...one, calls: one.calls.filter((_call, index) => keep(index, one.calls.length)) })),
  });

  const rules: Record<string, Rule> = {
    'everything passes': () => scored(1),
    'nothing passes': () => scored(0),
    'code that loads passes': ({ run }, unchanged) => (run?.load.end === 'returned' ? scored(1) : unchanged()),
    'no code is a wrong answer': ({ run }, unchanged) => (run === null ? scored(0) : unchanged()),
    'one test that holds is enough': (_input, unchanged) => scored(valueOf(unchanged()) > 0 ? 1 : 0),
    'parts of the tests give nothing': (_input, unchanged) =>
      unchanged().outcome === 'scored' ? scored(valueOf(unchanged()) === 1 ? 1 : 0) : unchanged(),
    'half of the tests is enough': (_input, unchanged) => (valueOf(unchanged()) >= 0.5 ? scored(1) : unchanged()),
    'the first test counts alone': ({ expect }, unchanged) => unchanged({ ...expect, tests: expect.tests.slice(0, 1) }),
    'the last test is forgotten': ({ expect }, unchanged) => unchanged({ ...expect, tests: expect.tests.slice(0, -1) }),
    'the first call of each test counts alone': ({ expect }, unchanged) => unchanged(withCalls(expect, (index) => index === 0)),
    'the last call of each test is forgotten': ({ expect }, unchanged) =>
      unchanged(withCalls(expect, (index, length) => index < length - 1)),
    'each call is a test': ({ expect }, unchanged) =>
      unchanged({ ...expect, tests: expect.tests.flatMap((one) => one.calls.map((call) => ({ ...one, calls: [call] }))) }),
    'numbers may be far off': ({ expect }, unchanged) => unchanged({ ...expect, tolerance: 1_000_000 }),
    'truth values are numbers': ({ expect, run }, unchanged) => {
      const asNumber = (value: GuestValue): GuestValue => (value.t === 'bool' ? { t: 'int', v: value.v ? '1' : '0' } : value);
      const asNumbers = {
        ...expect,
        tests: expect.tests.map((one) => ({
          ...one,
          calls: one.calls.map((call) => ({ ...call, returns: mapOne(call.returns, asNumber) })),
        })),
      };
      return unchanged(asNumbers, mapValues(run, asNumber));
    },
    'text and numbers are the same': ({ expect, run }, unchanged) => {
      const asText = (value: GuestValue): GuestValue => (value.t === 'int' ? { t: 'text', v: value.v } : value);
      const asTexts = {
        ...expect,
        tests: expect.tests.map((one) => ({
          ...one,
          calls: one.calls.map((call) => ({ ...call, returns: mapOne(call.returns, asText) })),
        })),
      };
      return unchanged(asTexts, mapValues(run, asText));
    },
    'nothing returned is an empty list': ({ run }, unchanged) =>
      unchanged(
        undefined,
        mapValues(run, (value) => (value.t === 'none' ? { t: 'list', v: [] } : value)),
      ),
    'undefined is null': ({ run }, unchanged) =>
      unchanged(
        undefined,
        mapValues(run, (value) => (value.t === 'undefined' ? { t: 'none' } : value)),
      ),
    'lists are turned round': ({ run }, unchanged) =>
      unchanged(
        undefined,
        mapValues(run, (value) => (value.t === 'list' ? { t: 'list', v: value.v.toReversed() } : value)),
      ),
    'lists are sets': ({ expect, run }, unchanged) => {
      const asSet = (value: GuestValue): GuestValue => (value.t === 'list' ? { t: 'set', v: value.v } : value);
      const asSets = {
        ...expect,
        tests: expect.tests.map((one) => ({ ...one, calls: one.calls.map((call) => ({ ...call, returns: mapOne(call.returns, asSet) })) })),
      };
      return unchanged(asSets, mapValues(run, asSet));
    },
    'an error returns null': ({ run }, unchanged) =>
      unchanged(
        undefined,
        run === null
          ? null
          : { ...run, calls: run.calls.map((call) => (call.end === 'raised' ? { ...call, end: 'returned', value: { t: 'none' } } : call)) },
      ),
    'a program that does not load passes': ({ run }, unchanged) => (run !== null && run.load.end !== 'returned' ? scored(1) : unchanged()),
    'what was printed makes a program wrong': ({ run }, unchanged) =>
      run?.calls.some(({ output }) => output !== '') === true ? { outcome: 'unparseable', reason: 'mutated rule' } : unchanged(),
    'thinking makes a reply unreadable': ({ reasoning }, unchanged) =>
      reasoning === '' ? unchanged() : { outcome: 'unparseable', reason: 'mutated rule' },
  };

  const mapOne = (value: GuestValue, change: (value: GuestValue) => GuestValue): GuestValue =>
    mapValues({ calls: [{ value }] } as never, change)?.calls[0]?.value ?? value;

  const withRule = (rule: Rule): Suite => ({
    ...suite,
    scorer: {
      ...suite.scorer,
      score: (input: never) => {
        const { expect, evidence, transcript } = input as {
          expect: CodeTestsExpect;
          evidence: { data: CodeRun } | null;
          transcript: { reasoning: string };
        };
        const run = evidence?.data ?? null;
        const unchanged = (other: CodeTestsExpect = expect, data: CodeRun | null = run): Verdict =>
          suite.scorer.score({ ...(input as object), expect: other, evidence: data === null ? null : { kind: 'code-run', data } } as never);
        return rule({ expect, run, reasoning: transcript.reasoning }, unchanged);
      },
    },
  });

  test.each(Object.entries(rules))(
    'rule: %s',
    async (_name, rule) => {
      let caught = false;
      for (const task of tasks) caught ||= (await proveTask(withRule(rule), task, tools)).length > 0;
      ruleShare.count(Number(caught), 1);
      expect(caught, 'a proof notices this rule').toBe(true);
    },
    patienceMs,
  );

  test('the share caught is told', async ({ annotate }) => {
    await annotate(ruleShare.say());
    expect(ruleShare.say()).toContain('(100 %)');
  });
});

describe('defects of an earlier suite of this kind', () => {
  const csv = tasks.find(({ id, tags }) => id.startsWith('csv-totals') && tags.includes('python'));

  test(
    'the most usual answer to a CSV task, with the csv module, passes',
    async () => {
      if (csv === undefined) throw new Error('no CSV task');
      const usual = csv.proof.accepted[0]?.replies[0]?.text ?? '';
      expect(usual).toContain('csv.DictReader');
      expect(await proveTask(suite, { ...csv, proof: { accepted: csv.proof.accepted, rejected: [] } }, tools)).toEqual([]);
    },
    patienceMs,
  );

  test.each([
    'hello',
    'Hello! How can I help you today?',
    '```\nhello\n```',
    '```python\nhello\n```',
    'print("hello")',
    'console.log("hello")',
  ])(
    '%s gives no point in any task',
    async (text) => {
      const greeted = tasks.map((task) => ({
        ...task,
        proof: { accepted: [], rejected: [{ name: text, replies: [{ text }], score: 0 }] },
      }));
      const failures = await proveAll(suite, greeted as Task[]);
      expect(failures.filter((failure) => !failure.includes('got unparseable'))).toEqual([]);
    },
    patienceMs,
  );
});
