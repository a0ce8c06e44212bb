import type { Pair, Report } from '@benchloop/spec';

type Side = { what: string; of: (report: Report) => string | number | null | undefined };

const short = (digest: string | null | undefined): string | null => (digest ? `${digest.slice(0, 19)}…` : null);

/** What makes a stack, each as the run knows it. */
const sides: readonly Side[] = [
  { what: 'model', of: ({ run }) => run.model?.name ?? run.plan.model.value },
  { what: 'weights digest', of: ({ run }) => short(run.model?.weightsDigest) },
  { what: 'quantization', of: ({ run }) => run.model?.quantization },
  { what: 'chat template digest', of: ({ run }) => short(run.model?.templateDigest) },
  { what: 'server', of: ({ run }) => run.server?.kind },
  { what: 'server version', of: ({ run }) => run.server?.version },
  { what: 'context in force', of: ({ run }) => run.model?.contextInForce },
  { what: 'threads', of: ({ run }) => run.server?.threads },
  { what: 'GPU layers', of: ({ run }) => run.server?.gpuLayers },
  { what: 'harness', of: ({ run }) => `${run.manifest.harness.id} ${run.manifest.harness.version}` },
  { what: 'harness source', of: ({ run }) => short(run.manifest.harness.sourceDigest) },
  { what: 'BenchLoop', of: ({ run }) => run.benchloopVersion },
  {
    what: 'machine',
    of: ({ run }) => `${run.machine.cpu.model ?? 'unknown CPU'}, ${run.machine.gpus.map(({ name }) => name).join(' + ') || 'no GPU'}`,
  },
];

const say = (value: string | number | null | undefined): string => (value === null || value === undefined ? 'unknown' : String(value));

/** What differs between two stacks; unknown on both sides is no difference. */
export const stackDifferences = (a: Report, b: Report): Pair['stack'] => {
  const plain = sides.map(({ what, of }) => ({ what, a: say(of(a)), b: say(of(b)) }));
  const [flagsA, flagsB] = [a.run.server?.flags ?? {}, b.run.server?.flags ?? {}];
  const flags = [...new Set([...Object.keys(flagsA), ...Object.keys(flagsB)])]
    .toSorted()
    .map((name) => ({ what: `server flag ${name}`, a: say(flagsA[name]), b: say(flagsB[name]) }));
  return [...plain, ...flags].filter(({ a: one, b: two }) => one !== two);
};

type Setting = { of: (report: Report) => string | number | null; say: (a: string, b: string) => string };

const settings: readonly Setting[] = [
  { of: ({ run }) => run.manifest.sampling.temperature, say: (a, b) => `sampling temperature ${a} and ${b}` },
  { of: ({ run }) => run.manifest.sampling.topP, say: (a, b) => `top-p ${a} and ${b}` },
  { of: ({ run }) => run.manifest.sampling.seed, say: (a, b) => `sampling seeds ${a} and ${b}` },
  { of: ({ run }) => run.manifest.maxTokens, say: (a, b) => `reply limits of ${a} and ${b} tokens` },
  { of: ({ run }) => run.manifest.thinking, say: (a, b) => `thinking ${a} and ${b}` },
  { of: ({ run }) => run.manifest.trials, say: (a, b) => `${a} and ${b} trials of each task` },
  { of: ({ run }) => run.model?.contextInForce ?? null, say: (a, b) => `contexts of ${a} and ${b} tokens` },
  { of: ({ run }) => run.manifest.harness.decoding ?? 'free', say: (a, b) => `${a} and ${b} decoding` },
  { of: ({ run }) => run.machine.machineId, say: () => 'other machines' },
  { of: ({ run }) => run.benchloopVersion, say: (a, b) => `BenchLoop ${a} and ${b}` },
];

/** Settings that are unlike, so that a difference may come from them. */
export const unlikeSettings = (a: Report, b: Report): string[] =>
  settings.flatMap(({ of, say: words }) => {
    const [one, two] = [of(a), of(b)].map((value) => (value === null ? 'none' : String(value)));
    return one === two ? [] : [words(one ?? 'none', two ?? 'none')];
  });
