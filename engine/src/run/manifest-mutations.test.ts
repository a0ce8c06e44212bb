import { describe, expect, test } from 'vitest';
import type { Harness, Manifest, Plan, Suite, Task } from '@benchloop/spec';
import { createTinySuite } from '../door/testing/tiny-suite.ts';
import { sourceDigests } from '../generated/source-digests.ts';
import { harnesses } from '../harnesses/index.ts';
import { createRawHarness } from '../harnesses/raw/harness.ts';
import { suites } from '../suites/index.ts';
import { createManifest, type ManifestInput } from './manifest.ts';
import { resolvePlan } from './resolve-plan.ts';

const profile = { id: 'test', title: 'Test', suites: ['tiny'], tasksPerSuite: null, trials: 1 };
const plan: Plan = resolvePlan(
  { flag: { provider: 'mock', profile: 'test' }, config: {}, environment: {} },
  { providers: ['mock'], harnesses: ['raw'], suites: ['tiny'], profiles: [profile, { ...profile, id: 'other' }] },
);

const tiny = createTinySuite(3, { tools: true });
const suite: Suite = {
  ...tiny,
  tasks: (seed) =>
    tiny.tasks(seed).map((task) => ({ ...task, toolResults: [{ tool: 'look', result: 'a tree' }], responseSchema: { type: 'string' } })),
};
const sources = { scorers: { word: 'a' }, suites: { tiny: 'b' }, harnesses: { raw: 'c' } };

const inputOf = (changed: Suite): ManifestInput => ({
  plan,
  harness: createRawHarness(),
  suites: [changed],
  tasks: new Map([['tiny', changed.tasks(changed.publishedSeed)]]),
  sources,
  version: '1.0.0',
});

const original = createManifest(inputOf(suite));

/** The suite with its second task changed; the manifest names the same tasks. */
const withTask = (change: (task: Task) => Partial<Task>): ManifestInput =>
  inputOf({ ...suite, tasks: (seed) => suite.tasks(seed).map((task, index) => (index === 1 ? { ...task, ...change(task) } : task)) });
const withSuite = (change: Partial<Suite>): ManifestInput => inputOf({ ...suite, ...change });
const withPlan = (change: Partial<Plan>): ManifestInput => ({ ...inputOf(suite), plan: { ...plan, ...change } });
const withHarness = (change: Partial<Harness>): ManifestInput => ({ ...inputOf(suite), harness: { ...createRawHarness(), ...change } });
const flag = <Value>(value: Value) => ({ value, origin: 'flag' as const });

const mutations: Record<string, ManifestInput> = {
  'a key': withTask(() => ({ expect: { word: 'another' } })),
  'a letter of a prompt': withTask(({ messages }) => ({ messages: messages.map((one) => ({ ...one, content: `${one.content} ` })) })),
  'a further message': withTask(({ messages }) => ({ messages: [{ role: 'system', content: 'Be short.' }, ...messages] })),
  'a limit of tokens': withTask(({ limits }) => ({ limits: { ...limits, maxTokens: limits.maxTokens + 1 } })),
  'a limit of turns': withTask(({ limits }) => ({ limits: { ...limits, maxTurns: limits.maxTurns + 1 } })),
  'the description of a tool': withTask(({ tools = [] }) => ({ tools: tools.map((tool) => ({ ...tool, description: 'Sees.' })) })),
  'the result of a tool': withTask(() => ({ toolResults: [{ tool: 'look', result: 'a bush' }] })),
  'the schema of the reply': withTask(() => ({ responseSchema: { type: 'number' } })),
  'a proof case': withTask(({ proof }) => ({ proof: { ...proof, rejected: proof.rejected.slice(1) } })),
  'a difficulty': withTask(() => ({ difficulty: 'hard' })),
  'a tag': withTask(() => ({ tags: ['other'] })),
  'the id of a task': withTask(() => ({ id: 'other' })),
  'the order of the tasks': withSuite({ tasks: (seed) => suite.tasks(seed).toReversed() }),
  'the number of tasks': withSuite({ tasks: (seed) => suite.tasks(seed).slice(1) }),
  'the version of the suite': withSuite({ version: '2' }),
  'the published seed': withSuite({ publishedSeed: 2 }),
  'the version of the scorer': withSuite({ scorer: { ...suite.scorer, version: '2' } }),
  'another scorer': withSuite({ scorer: { ...suite.scorer, id: 'other' } }),
  'the source of the checker': { ...inputOf(suite), sources: { ...sources, scorers: { word: 'changed' } } },
  'the source of the generator': { ...inputOf(suite), sources: { ...sources, suites: { tiny: 'changed' } } },
  'the source of the harness': { ...inputOf(suite), sources: { ...sources, harnesses: { raw: 'changed' } } },
  'the version of the harness': withHarness({ version: '2' }),
  'another harness': withHarness({ id: 'other' }),
  'the seed': withPlan({ seed: flag(7) }),
  'the temperature': withPlan({ temperature: flag(0.5) }),
  'the sampling seed': withPlan({ samplingSeed: flag(7) }),
  thinking: withPlan({ thinking: flag('on') }),
  'the limit of every reply': withPlan({ maxTokens: flag(99) }),
  'the repeats': withPlan({ trials: flag(2) }),
  'the profile': withPlan({ profile: flag('other') }),
  'the version of BenchLoop': { ...inputOf(suite), version: '1.0.1' },
};

describe('the digest of the manifest', () => {
  test.each(Object.entries(mutations))('changes with %s', (_what, input) => {
    expect(createManifest(input).digest).not.toBe(original.digest);
  });

  test('is another one for each change', () => {
    const digests = Object.values(mutations).map((input) => createManifest(input).digest);
    expect(new Set(digests).size).toBe(digests.length);
  });

  test.each(['a key', 'a letter of a prompt', 'a limit of tokens', 'the source of the checker', 'the source of the generator'])(
    'and of its suite changes with %s',
    (what) => {
      const digestOf = ({ suites: [first] }: Manifest) => first?.digest;
      expect(digestOf(createManifest(mutations[what] as ManifestInput))).not.toBe(digestOf(original));
    },
  );

  test.each([
    ['where the endpoint is', withPlan({ endpoint: flag('http://127.0.0.1:1') })],
    ['how many requests run at once', withPlan({ concurrency: flag(4) })],
    ['a second look', inputOf(suite)],
  ])('stays with %s', (_what, input) => {
    expect(createManifest(input).digest).toBe(original.digest);
  });
});

test('the source of every suite, scorer and harness of this build is in its manifest', () => {
  const made = suites.map((create) => create());
  expect(made.filter(({ id }) => sourceDigests.suites[id] === undefined).map(({ id }) => id)).toEqual([]);
  expect(made.filter(({ scorer }) => sourceDigests.scorers[scorer.id] === undefined).map(({ id }) => id)).toEqual([]);
  expect(harnesses.map((create) => create().id).filter((id) => sourceDigests.harnesses[id] === undefined)).toEqual([]);
});
