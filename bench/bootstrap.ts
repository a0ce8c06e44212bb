/**
 * Time of a bootstrap of 10,000 resamples (mean, BCa limits): the product's beside the same written with simple-statistics, and
 * beside scipy where a Python that has it is named. Limits stand beside times, so that a fast wrong answer would show.
 *
 *   npx tsx bench/bootstrap.ts [--rounds 5] [--python /path/to/python]
 */
import { spawnSync } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { mean, median, quantileSorted, sampleWithReplacement } from 'simple-statistics';
import { createRandom } from '../engine/src/kit/random.ts';
import { clusterBootstrapInterval } from '../engine/src/measure/statistics/cluster-bootstrap.ts';
import type { Interval } from '../engine/src/measure/statistics/confidence.ts';
import { printTable } from './table.ts';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' }, python: { type: 'string' } } });
const rounds = Number(values.rounds);
const resamples = 10_000;

type Timed = { ms: number[]; interval: Interval };

const timed = (run: () => Interval): Timed => {
  const ms: number[] = [];
  let interval = run();
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now();
    interval = run();
    ms.push(performance.now() - began);
  }
  return { ms, interval };
};

const own = (scores: readonly number[]): Timed =>
  timed(
    () =>
      clusterBootstrapInterval(
        scores.map((score) => [score]),
        { seed: 1, resamples },
      ) ?? { low: NaN, high: NaN },
  );

/** What a person writes with the library: percentile limits, as it has no BCa. */
const withLibrary = (scores: readonly number[]): Timed =>
  timed(() => {
    const random = createRandom(1);
    const means = Array.from({ length: resamples }, () => mean(sampleWithReplacement([...scores], scores.length, random.float)));
    means.sort((one, other) => one - other);
    return { low: quantileSorted(means, 0.025), high: quantileSorted(means, 0.975) };
  });

const program = `
import json, sys, time
import numpy as np
from scipy import stats
data = json.load(sys.stdin)
x, ms = np.array(data["scores"]), []
for round in range(data["rounds"] + 1):
    began = time.perf_counter()
    r = stats.bootstrap((x,), np.mean, n_resamples=data["resamples"], method="BCa", rng=np.random.default_rng(1), vectorized=True)
    ms.append((time.perf_counter() - began) * 1000)
print(json.dumps({"ms": ms[1:], "interval": {"low": r.confidence_interval.low, "high": r.confidence_interval.high}}))
`;

const withScipy = (python: string, scores: readonly number[]): Timed => {
  const { stdout, status, stderr } = spawnSync(python, ['-c', program], {
    input: JSON.stringify({ scores, rounds, resamples }),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${python} could not run scipy: ${stderr}`);
  return JSON.parse(stdout) as Timed;
};

const row = (what: string, tasks: number, { ms, interval }: Timed) => ({
  what,
  tasks,
  'median ms': median(ms).toFixed(1),
  'slowest ms': Math.max(...ms).toFixed(1),
  low: interval.low.toFixed(4),
  high: interval.high.toFixed(4),
});

const rows = [30, 180, 1_000].flatMap((tasks) => {
  const random = createRandom(`scores/${tasks}`);
  const scores = Array.from({ length: tasks }, () => (random.chance(0.6) ? 1 : Math.round(random.float() * 10) / 10));
  return [
    row('bench-loop, BCa', tasks, own(scores)),
    row('simple-statistics, percentile', tasks, withLibrary(scores)),
    ...(values.python === undefined ? [] : [row('scipy, BCa', tasks, withScipy(values.python, scores))]),
  ];
});
printTable(`bootstrap of ${resamples} resamples, ${rounds} rounds`, rows);
