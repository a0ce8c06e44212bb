import { Link } from '@tanstack/react-router';
import type { Sweep, SweepRow } from '@benchloop/spec';
import {
  absent,
  DataTable,
  dataOfPareto,
  Figure,
  ParetoChart,
  sayDuration,
  sayRate,
  sayThreeDigits,
  Score,
  type ParetoPoint,
} from '@benchloop/ui';
import { CopyButton } from '../../lab/copy-button.tsx';
import { useRoom } from '../../lab/use-room.ts';
import { Loading, Problem } from '../../shell/problem.tsx';
import { useForgetSweep, useSweep } from './data.ts';

const gibibyte = 1024 ** 3;

const verdictWords = { better: 'better', worse: 'worse', same: 'same', 'cannot-tell': 'cannot tell yet' } as const;

const ratioOf = ({ rateBesideFastest }: SweepRow): string => {
  if (rateBesideFastest === null) return absent;
  const { value, low, high } = rateBesideFastest;
  return low === null || high === null
    ? `${value.toFixed(2)}x, no interval`
    : `${value.toFixed(2)}x (${low.toFixed(2)} to ${high.toFixed(2)})`;
};

const rateOf = ({ decodeTokensPerSecond: rate, decodeInterval }: SweepRow): string => {
  if (rate === null) return absent;
  return decodeInterval === null
    ? `${sayRate(rate)}, no interval`
    : `${sayRate(rate)} (${sayThreeDigits(decodeInterval.low)} to ${sayThreeDigits(decodeInterval.high)})`;
};

/** How many settings have a result, and that the others are no zeros. */
const Missing = ({ rows }: { rows: readonly SweepRow[] }) => {
  const failed = rows.filter(({ state }) => state === 'failed' || state === 'cancelled').length;
  const open = rows.filter(({ state }) => state === 'waiting' || state === 'running' || state === 'paused').length;
  if (failed === 0 && open === 0) return null;
  const parts = [
    ...(open === 0 ? [] : [`Not measured yet: ${open} of ${rows.length} settings`]),
    ...(failed === 0 ? [] : [`Without a result: ${failed} of ${rows.length} settings, for the reason below each`]),
  ];
  return <p role="status">{`${parts.join('. ')}. What is said here holds for the others.`}</p>;
};

const isFastest = (row: SweepRow): boolean =>
  row.decodeTokensPerSecond !== null && row.rateBesideFastest === null && row.qualityBesideFastest === null;

const SettingTable = ({ sweep }: { sweep: Sweep }) => (
  <DataTable
    caption="Speed and quality of each setting; ratios and verdicts are beside the fastest one, on the tasks that both tried"
    density="compact"
    rows={sweep.rows}
    keyOf={({ jobId }) => jobId}
    notesOf={({ problem }) => (problem === null ? [] : [problem])}
    columns={[
      {
        id: 'label',
        title: 'setting',
        cell: ({ label, runId }) =>
          runId === null ? (
            label
          ) : (
            <Link to={'/runs/$runId' as string} params={{ runId } as never}>
              {label}
            </Link>
          ),
      },
      { id: 'state', title: 'state', cell: ({ state }) => state ?? 'not in the queue' },
      { id: 'decode', title: 'decode, 95 %', numeric: true, cell: rateOf },
      { id: 'ratio', title: 'of the fastest, 95 %', numeric: true, cell: (row) => (isFastest(row) ? 'fastest' : ratioOf(row)) },
      { id: 'ttft', title: 'TTFT', numeric: true, cell: ({ ttftMs }) => (ttftMs === null ? absent : sayDuration(ttftMs)) },
      {
        id: 'memory',
        title: 'memory',
        numeric: true,
        cell: ({ memoryBytes }) => (memoryBytes === null ? absent : `${(memoryBytes / gibibyte).toFixed(2)} GiB`),
      },
      {
        id: 'passed',
        title: 'passed, %',
        cell: ({ passRate }) => (passRate === null ? absent : <Score state={{ kind: 'measured', estimate: passRate }} />),
      },
      {
        id: 'verdict',
        title: 'quality',
        cell: (row) => (row.qualityBesideFastest === null ? absent : verdictWords[row.qualityBesideFastest]),
      },
    ]}
  />
);

const pointsOf = (rows: readonly SweepRow[]): ParetoPoint[] =>
  rows.flatMap(({ label, decodeTokensPerSecond: x, passRate }) =>
    x === null || passRate === null ? [] : [{ name: label, x, y: passRate.value, yLow: passRate.low, yHigh: passRate.high, n: passRate.n }],
  );

const Front = ({ sweep, width }: { sweep: Sweep; width: number }) => {
  const points = pointsOf(sweep.rows);
  if (points.length < 2) return null;
  const chart = {
    points,
    x: { label: 'decode rate, tok/s', say: sayThreeDigits, better: 'higher' as const },
    y: { label: 'passed, %', say: sayThreeDigits, better: 'higher' as const },
  };
  return (
    <Figure
      title="Speed and quality"
      note="Faded: beaten in both by another. Whiskers: 95 % intervals of the share passed."
      data={dataOfPareto(chart)}
      width={width}
      draw={(drawn) => <ParetoChart {...chart} width={drawn} />}
    />
  );
};

const Best = ({ sweep }: { sweep: Sweep }) => {
  const row = sweep.rows.find(({ jobId }) => jobId === sweep.best?.jobId);
  if (row === undefined || sweep.best === null)
    return <p className="lab-note">No setting is named yet: two of them have to be measured.</p>;
  return (
    <>
      <p>
        <strong>Take {row.label}.</strong> {sweep.best.reason}
      </p>
      <code className="lab-command">{row.command}</code>
      <CopyButton text={() => row.command}>Copy the command</CopyButton>
    </>
  );
};

/** A sweep and what came of it, while it runs and after. */
export const SweepView = ({ id, onForgotten }: { id: string; onForgotten: () => void }) => {
  const { data, error, refetch } = useSweep(id);
  const forget = useForgetSweep();
  const { place, width } = useRoom<HTMLElement>();
  return (
    <section ref={place} className="lab-scroll">
      {error !== null ? (
        <Problem error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Loading what="sweep" />
      ) : (
        <>
          <h2>{data.sweep.title}</h2>
          <Best sweep={data.sweep} />
          <Missing rows={data.sweep.rows} />
          <SettingTable sweep={data.sweep} />
          {width === null ? null : <Front sweep={data.sweep} width={width} />}
          <button
            type="button"
            className="lab-button"
            disabled={forget.isPending}
            onClick={() => forget.mutate(id, { onSuccess: onForgotten })}
          >
            Take this sweep off the page; its runs stay
          </button>
        </>
      )}
    </section>
  );
};
