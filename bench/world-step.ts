/**
 * What one step in a world costs: the reference trajectories of the agent suite's frozen set, played call by call, for each
 * world. `make` is the time until a new attempt's first call is answered (its first step, with the start of the world),
 * `step` that of the calls after it, `end` the evidence. The target is a median step of at most 1 ms.
 *
 *   npx tsx bench/world-step.ts [--rounds 20]
 */
import { parseArgs } from 'node:util';
import type { Task, ToolCall } from '@benchloop/spec';
import { createEnvironment } from '../engine/src/environments/index.ts';
import { now } from '../engine/src/kit/clock.ts';
import { createAgentSuite } from '../engine/src/suites/agent/suite.ts';
import { printTable } from './table.ts';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '20' } } });
const rounds = Number(values.rounds);
const suite = createAgentSuite();
const tasks = suite.tasks(suite.publishedSeed);

const callsOf = (task: Task): ToolCall[] =>
  (task.proof.accepted[0]?.replies ?? [])
    .flatMap(({ toolCalls = [] }) => toolCalls)
    .map(({ name, arguments: given }, at) => ({ id: String(at), name, arguments: given, argumentsText: '', repairs: [] }));

type Times = { make: number[]; step: number[]; end: number[] };

const timed = async (into: number[], work: () => Promise<unknown> | undefined): Promise<void> => {
  const start = now();
  await work();
  into.push(now() - start);
};

const play = async (task: Task, times: Times): Promise<void> => {
  const environment = createEnvironment(task);
  for (const [at, call] of callsOf(task).entries()) await timed(at === 0 ? times.make : times.step, () => environment.call(call));
  await timed(times.end, () => environment.evidence?.());
};

const quantile = (sorted: readonly number[], share: number): string => {
  const value = sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
  return value === undefined ? '—' : value.toFixed(3);
};

const sorted = (numbers: number[]): number[] => numbers.toSorted((a, b) => a - b);

const rows: Record<string, string | number>[] = [];
for (const world of [...new Set(tasks.map((task) => task.world?.id ?? ''))].sort()) {
  const times: Times = { make: [], step: [], end: [] };
  const own = tasks.filter((task) => task.world?.id === world);
  for (const task of own) await play(task, { make: [], step: [], end: [] });
  for (let round = 0; round < rounds; round += 1) for (const task of own) await play(task, times);
  const [make, step, end] = [sorted(times.make), sorted(times.step), sorted(times.end)];
  rows.push({
    world,
    tasks: own.length,
    steps: step.length,
    'make p50 ms': quantile(make, 0.5),
    'step p50 ms': quantile(step, 0.5),
    'step p95 ms': quantile(step, 0.95),
    'end p50 ms': quantile(end, 0.5),
  });
}
printTable('steps in the worlds of the agent suite', rows);
process.exit(0);
