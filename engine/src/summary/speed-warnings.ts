import type { Milliseconds, Run, SpeedSummary, Warning } from '@benchloop/spec';
import { median } from 'simple-statistics';
import type { SpeedGroup } from './speed-rows.ts';
import { minimumReplyTokens, type SpeedFlag, type SpeedSample } from './speed-sample.ts';

/** Median difference of client and server rates above which one of the clocks is in doubt. */
const largestClockDifference = 0.05;
/** Share of the inter-token time that the client's own delay may reach before it blurs the figure. */
const largestDelayShare = 0.1;

/** Share of the machine's threads that other work may have used when the run began. */
const largestLoadShare = 0.5;

type Text = { of: (count: string) => string; nextStep: string };

const texts: Record<SpeedFlag, Text> = {
  'usage-missing': {
    of: (count) => `${count} came without token counts, so no rates can be had from them.`,
    nextStep: 'Take a server that sends usage with streamed replies, or the embedded engine.',
  },
  'short-reply': {
    of: (count) => `${count} had fewer than ${minimumReplyTokens} tokens and are left out of the decode rates.`,
    nextStep: 'For a rate over replies of a known length look at the decode row, or add --suites speed.',
  },
  'coalesced-stream': {
    of: (count) => `${count} came with several tokens in one read, so single tokens were not seen and inter-token times are left out.`,
    nextStep: 'Look for buffering between here and the server, such as a proxy, or for speculative decoding.',
  },
  'prompt-cached': {
    of: (count) => `${count} had a prompt that was partly served from a cache; the cached tokens are not counted as read.`,
    nextStep: 'Switch off the prompt cache of the server for a cold prefill rate.',
  },
  'server-clock-differs': {
    of: (count) => `${count} took less time here than the server says, so the server’s own times are left out for them.`,
    nextStep: 'Look at the units of the times that the server reports, and at what stands between here and the server.',
  },
};

const flagWarnings = (samples: readonly (SpeedSample & { timed: boolean })[]): Warning[] =>
  (Object.keys(texts) as SpeedFlag[]).flatMap((code) => {
    // Conversations share their beginning on purpose, so only timed prompts should miss the cache.
    const among = code === 'prompt-cached' ? samples.filter(({ timed }) => timed) : samples;
    const count = among.filter(({ flags }) => flags.includes(code)).length;
    const { of, nextStep } = texts[code];
    return count === 0 ? [] : [{ code, message: of(`${count} of ${among.length} ${among.length === 1 ? 'reply' : 'replies'}`), nextStep }];
  });

/** Client and server rates of the same replies, where they differ by more than 5 % in the middle. */
const clockWarning = (samples: readonly SpeedSample[]): Warning[] => {
  const differences = samples.flatMap(({ decode, serverDecode }) =>
    decode === null || serverDecode === null ? [] : [decode / serverDecode - 1],
  );
  const middle = differences.length === 0 ? 0 : median(differences);
  if (Math.abs(middle) <= largestClockDifference) return [];
  return [
    {
      code: 'server-clock-differs',
      message: `Decode rates by the client’s clock are ${Math.abs(100 * middle).toFixed(0)} % ${middle > 0 ? 'above' : 'below'} those by the server’s own.`,
      nextStep: 'Trust neither until you know why: a busy client, a proxy, or a server that counts differently.',
    },
  ];
};

const isBlurred = (floorMs: Milliseconds | undefined, interTokenMs: Milliseconds): boolean =>
  floorMs !== undefined && floorMs > largestDelayShare * interTokenMs;

/** The row without its inter-token times where the client's own delay blurs them. */
export const withoutBlurredGaps = (run: Run, row: SpeedSummary): SpeedSummary =>
  row.interTokenP50Ms !== null && isBlurred(run.machine.clockFloor?.p99Ms, row.interTokenP50Ms.p50)
    ? { ...row, interTokenP50Ms: null, interTokenP95Ms: null }
    : row;

const delayWarning = (run: Run, rows: readonly SpeedSummary[]): Warning[] => {
  const floor = run.machine.clockFloor?.p99Ms;
  const fastest = Math.min(...rows.flatMap(({ interTokenP50Ms }) => (interTokenP50Ms === null ? [] : [interTokenP50Ms.p50])));
  if (floor === undefined || !Number.isFinite(fastest) || !isBlurred(floor, fastest)) return [];
  return [
    {
      code: 'clock-too-coarse',
      message: `This client’s own delay is up to ${floor.toFixed(2)} ms, which blurs inter-token times of ${fastest.toFixed(2)} ms, so they are left out.`,
      nextStep: 'Close other programs on this machine, or read rates over whole replies instead of inter-token times.',
    },
  ];
};

/** Other work on this machine when the run began; a remote endpoint's load can't be seen. */
const busyWarning = ({ machine, plan }: Run, rows: readonly SpeedSummary[]): Warning[] => {
  const load = machine.loadAverage;
  if (plan.place.value === 'remote' || rows.length === 0 || load === null || load <= largestLoadShare * machine.cpu.logicalCores) return [];
  return [
    {
      code: 'machine-busy',
      message: `The load of this machine was ${load.toFixed(1)} on ${machine.cpu.logicalCores} threads when the run began, so it was slower than it can be.`,
      nextStep: 'For its true speed, run again while nothing else runs.',
    },
  ];
};

/** What stands against the speed rows, each once, with how many replies it concerns. */
export const speedWarnings = (run: Run, groups: readonly SpeedGroup[], rows: readonly SpeedSummary[]): Warning[] => {
  const samples = groups.flatMap((group) => group.samples.map((sample) => ({ ...sample, timed: group.timed })));
  return [...busyWarning(run, rows), ...flagWarnings(samples), ...clockWarning(samples), ...delayWarning(run, rows)];
};
