import type { Day } from '../calendar.ts';
import { defineExtraction } from '../extraction.ts';
import { codesOf, dayOf } from '../pools.ts';
import { found, foundAll } from '../reading.ts';
import { code, date, inOrder, integer, rows, text, type Data } from '../shape.ts';
import { messages, timesOf, timeText } from './log-lines.ts';

type Attempt = { job: string; second: number; fault: string | null };
type Jobs = { day: Day; attempts: Attempt[]; noise: [number, string][] };

const failedJobs = ({ attempts }: Jobs): Data[] => {
  const jobs = [...new Set(attempts.map(({ job }) => job))];
  return jobs.flatMap((job) => {
    const mine = attempts.filter((attempt) => attempt.job === job);
    const last = mine.at(-1) as Attempt;
    return last.fault === null ? [] : [{ job, attempts: mine.length, first_start: timeText(mine[0]?.second ?? 0), last_fault: last.fault }];
  });
};

/** Jobs that failed in the end, and those that recovered. */
export const jobLog = defineExtraction<Jobs>({
  shape: {
    date: date('day of the log'),
    failed: rows('jobs whose last attempt failed; a job that succeeded in the end is none', {
      job: code('id of the job'),
      attempts: integer('number of its attempts'),
      first_start: code('time of its first attempt as HH:MM:SS'),
      last_fault: text('fault of its last attempt'),
    }),
    recovered: inOrder(
      'ids of the jobs that failed at least once and succeeded in the end',
      code(''),
      'in the order in which they succeeded',
    ),
    skipped_lines: integer('number of lines that the monitor called unreadable'),
  },
  draw: (random) => {
    const jobs = codesOf(random, 'J', 9, 4);
    const times = timesOf(random, 60);
    const plan = jobs.flatMap((job, at) => Array.from({ length: at % 3 === 0 ? 1 : random.int(2, 3) }, () => job));
    const order = random.shuffle(plan);
    const left = new Map(jobs.map((job) => [job, plan.filter((one) => one === job).length]));
    const attempts = order.map((job, at): Attempt => {
      const remaining = (left.get(job) ?? 1) - 1;
      left.set(job, remaining);
      const index = jobs.indexOf(job);
      const works = remaining === 0 && (index % 3 === 0 ? index !== 3 : index % 3 === 1);
      return { job, second: times[at * 2] ?? 0, fault: works ? null : random.pick(messages) };
    });
    const noise = times
      .filter((_second, at) => at % 2 === 1)
      .slice(0, 22)
      .map((second): [number, string] => [
        second,
        random.pick([
          'monitor: 1 unreadable line skipped',
          'monitor: all quiet',
          `cache: ${random.int(40, 99)} % hits`,
          `job ${codesOf(random, 'K', 1, 4)[0]} waits for its turn`,
        ]),
      ]);
    return { day: dayOf(random), attempts, noise };
  },
  ask: () => 'Read this log of jobs. An attempt begins with "start" and ends with "done" or "failed".',
  write: ({ day, attempts, noise }) => {
    const lines = attempts.flatMap(({ job, second, fault }): [number, string][] => [
      [second, `job ${job} start`],
      [second + 1, fault === null ? `job ${job} done` : `job ${job} failed: ${fault}`],
    ]);
    return [
      `=== ${day} ===`,
      ...[...lines, ...noise].toSorted(([a], [b]) => a - b).map(([second, line]) => `${timeText(second)} ${line}`),
    ].join('\n');
  },
  key: (instance) => {
    const failedIds = new Set(instance.attempts.filter(({ fault }) => fault !== null).map(({ job }) => job));
    return {
      date: instance.day,
      failed: failedJobs(instance),
      recovered: instance.attempts.filter(({ job, fault }) => fault === null && failedIds.has(job)).map(({ job }) => job),
      skipped_lines: instance.noise.filter(([, line]) => line.includes('unreadable')).length,
    };
  },
  read: (document) => {
    const state = new Map<string, { attempts: number; first: string; fault: string | null; failed: boolean }>();
    const recovered: string[] = [];
    for (const [time = '', job = '', what = '', fault = ''] of foundAll(document, /^(\S+) job (J-\d+) (start|done|failed)(?:: (.+))?$/gm)) {
      const known = state.get(job) ?? { attempts: 0, first: time, fault: null, failed: false };
      if (what === 'start') known.attempts += 1;
      if (what === 'done' && known.failed) recovered.push(job);
      if (what !== 'start') known.fault = what === 'failed' ? fault : null;
      if (what === 'failed') known.failed = true;
      state.set(job, known);
    }
    return {
      date: found(document, /=== (\S+) ===/),
      failed: [...state].flatMap(([job, { attempts, first, fault }]) =>
        fault === null ? [] : [{ job, attempts, first_start: first, last_fault: fault }],
      ),
      recovered,
      skipped_lines: document.split('unreadable').length - 1,
    };
  },
  decoys: (_instance, key) => [
    {
      name: 'a job that recovered among the failed',
      answer: {
        ...key,
        failed: [
          ...(key['failed'] as Data[]),
          { job: (key['recovered'] as string[])[0] ?? '', attempts: 2, first_start: '00:00:00', last_fault: messages[0] },
        ],
      },
    },
  ],
});
