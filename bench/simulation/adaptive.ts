import { mcnemarTest } from '../../engine/src/measure/statistics/mcnemar.ts';
import { pairedCounts, type PairedTask } from '../../engine/src/measure/statistics/paired-task.ts';
import { levelsOfLooks, looksUpTo, watchedConfidence } from '../../engine/src/measure/statistics/sequential.ts';
import { wilsonInterval } from '../../engine/src/measure/statistics/wilson.ts';
import { draw, pairsFor, shareOf, within, type Row, type Two } from './setting.ts';

/** Whether runs that stop early keep to what a run of fixed length promises. */

const planned = 2_000;

/** Coverage of the interval that the run stops with, over pass rates and widths. */
export const untilWidth = (): Row[] =>
  [0.1, 0.3, 0.5, 0.7, 0.9, 0.95].flatMap((rate) =>
    [0.03, 0.05, 0.1].map((half) => {
      const looks = looksUpTo(planned);
      let asked = 0;
      const { repetitions, share } = shareOf(`until/${rate}/${half}`, 2_000, (random) => {
        let [passed, tasks] = [0, 0];
        for (const look of looks) {
          for (; tasks < look; tasks += 1) passed += draw(random, rate);
          const interval = wilsonInterval(passed / tasks, tasks, watchedConfidence);
          if (interval.high - interval.low > 2 * half && look < planned) continue;
          asked += tasks;
          return within(interval, rate);
        }
        return null;
      });
      return { stop: `±${100 * half}`, 'pass rate': rate, repetitions, 'mean tasks': Math.round(asked / repetitions), 'coverage %': share };
    }),
  );

const pairs: readonly Two[] = [
  [0.5, 0.5],
  [0.8, 0.8],
  [0.5, 0.55],
  [0.5, 0.6],
  [0.5, 0.7],
];

/** How often two runs are told apart: for equal ones this is the type I error of all looks together. */
export const untilSeparated = (): Row[] =>
  pairs.flatMap((two) =>
    [180, 1_200].map((most) => {
      const looks = looksUpTo(most);
      const levels = levelsOfLooks(looks);
      let asked = 0;
      const { repetitions, share } = shareOf(`separated/${two.join('/')}/${most}`, 1_000, (random) => {
        const seen: PairedTask[] = [];
        for (const [place, look] of looks.entries()) {
          seen.push(...pairsFor(random, two, { tasks: look - seen.length }));
          const { midP } = mcnemarTest(pairedCounts(seen) ?? { gained: 0, lost: 0 });
          if (midP > (levels[place] as number)) continue;
          asked += look;
          return true;
        }
        asked += most;
        return false;
      });
      return {
        'pass rates': `${two[0]} against ${two[1]}`,
        'tasks planned': most,
        repetitions,
        'mean tasks': Math.round(asked / repetitions),
        'told apart %': share,
      };
    }),
  );
