import type { Difficulty } from '@benchloop/spec';
import type { Random } from '../../../kit/random.ts';
import { quantityAnswer } from '../answers.ts';
import { drawUntil } from '../draw-until.ts';
import { rangeOf, sumOf } from '../numbers.ts';
import { definePuzzle } from '../puzzle.ts';
import { inWords } from '../words.ts';

type Job = { name: string; minutes: number; after: number[] };
type Instance = { project: string; jobs: Job[] };

const projects: readonly { project: string; jobs: readonly string[] }[] = [
  {
    project: 'a village fair',
    jobs: [
      'marking the field',
      'laying cables',
      'putting up tents',
      'hanging lamps',
      'building the stage',
      'testing the sound',
      'stocking the stalls',
      'opening the gate',
    ],
  },
  {
    project: 'a boat overhaul',
    jobs: ['lifting the hull', 'scraping', 'sanding', 'fitting the shaft', 'priming', 'painting', 'mounting the engine', 'launching'],
  },
  {
    project: 'a wedding cake',
    jobs: [
      'baking the base',
      'boiling the syrup',
      'whipping cream',
      'cutting the layers',
      'filling',
      'coating',
      'making sugar flowers',
      'decorating',
    ],
  },
  {
    project: 'a lab move',
    jobs: [
      'listing the stock',
      'packing glass',
      'draining the pumps',
      'moving the benches',
      'moving the fridges',
      'connecting gas',
      'unpacking',
      'calibrating',
    ],
  },
];

const draw = (random: Random, level: Difficulty): Instance => {
  const { project, jobs } = random.pick(projects);
  const count = level === 'medium' ? 5 : 8;
  return {
    project,
    jobs: rangeOf(count).map((index) => ({
      name: jobs[index] ?? '',
      minutes: random.int(5, 90),
      after: index < 2 ? [] : random.sample(rangeOf(index), random.int(1, Math.min(2, index))).toSorted((a, b) => a - b),
    })),
  };
};

/** Earliest finish of every job in turn; jobs only wait for earlier ones in the list. */
const solve = ({ jobs }: Instance): number => {
  const finish: number[] = [];
  for (const job of jobs) finish.push(Math.max(0, ...job.after.map((index) => finish[index] ?? 0)) + job.minutes);
  return Math.max(...finish);
};

/** Plays the project on a clock: at each minute, every job whose predecessors are done goes on. */
const check = ({ jobs }: Instance): number => {
  const left = jobs.map((job) => job.minutes);
  let minute = 0;
  while (left.some((rest) => rest > 0)) {
    const running = jobs.map((job, index) => (left[index] ?? 0) > 0 && job.after.every((before) => left[before] === 0));
    running.forEach((runs, index) => {
      if (runs) left[index] = (left[index] ?? 0) - 1;
    });
    minute += 1;
  }
  return minute;
};

const jobText = (instance: Instance, job: Job): string =>
  `- ${job.name}: ${job.minutes} minutes${job.after.length === 0 ? '' : `, after ${inWords(job.after.map((index) => instance.jobs[index]?.name ?? ''))}`}`;

export const criticalPath = definePuzzle<Instance>({
  id: 'critical-path',
  levels: ['medium', 'hard'],
  draw: (random, level) =>
    drawUntil(
      () => draw(random, level),
      (instance) => solve(instance) > 42 && solve(instance) !== 100 && solve(instance) < sumOf(instance.jobs.map(({ minutes }) => minutes)),
    ),
  solve: (instance) => String(solve(instance)),
  check: (instance) => String(check(instance)),
  present: (instance, [key = '']) => ({
    question: `The jobs of ${instance.project} take this long, and some can only start when others are finished:\n\n${instance.jobs.map((job) => jobText(instance, job)).join('\n')}\n\nThere are enough people to do any number of jobs at the same time. What is the shortest time from the start until all jobs are finished?`,
    answer: quantityAnswer(key, {
      unit: 'min',
      word: 'minutes',
      other: `${Math.floor(Number(key) / 60)} h ${Number(key) % 60} min`,
      wrongUnits: ['h'],
    }),
    tags: ['planning', 'critical-path'],
    nearMisses: [
      { name: 'one job after the other', text: `${sumOf(instance.jobs.map(({ minutes }) => minutes))} min` },
      { name: 'the longest job alone', text: `${Math.max(...instance.jobs.map(({ minutes }) => minutes))} min` },
      { name: 'last job left out', text: `${solve({ ...instance, jobs: instance.jobs.slice(0, -1) })} min` },
    ],
  }),
});
