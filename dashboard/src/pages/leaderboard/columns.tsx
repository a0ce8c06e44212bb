import { Link } from '@tanstack/react-router';
import type { Board, LeaderboardRow } from '@benchloop/spec';
import { absent, sayDuration, sayRate, type Column, type DataRows } from '@benchloop/ui';

export type BoardColumn = Column<LeaderboardRow> & {
  /** Name for the chooser. */
  name: string;
  /** Head of the CSV where it is not the name: a number in a file stands without its unit. */
  head?: string;
  /** Shown before anybody chose. */
  first: boolean;
  /** What stands in the CSV. */
  value: (row: LeaderboardRow) => string | number | null;
};

const gibibyte = 1024 ** 3;

export const sayRank = ({ rank }: Pick<LeaderboardRow, 'rank'>): string =>
  rank === null ? absent : rank.low === rank.high ? String(rank.low) : `${rank.low}-${rank.high}`;

const quantity = (value: number | null, say: (value: number) => string): string => (value === null ? absent : say(value));

const nameOfModel = ({ model, quantization }: LeaderboardRow): string =>
  [model ?? 'no model', quantization].filter((part) => part !== null).join(' ');

const text = (id: string, name: string, of: (row: LeaderboardRow) => string | null, first = false): BoardColumn => ({
  id,
  title: name,
  name,
  first,
  cell: (row) => of(row) ?? absent,
  value: of,
});

/** Columns of a board in their order. The first one always stands. */
export const boardColumns: readonly BoardColumn[] = [
  {
    ...text('model', 'model', nameOfModel, true),
    cell: (row) => (
      <Link to={'/runs/$runId' as string} params={{ runId: row.runId } as never}>
        {nameOfModel(row)}
      </Link>
    ),
  },
  { ...text('rank', 'rank', sayRank, true), numeric: true, value: (row) => (row.rank === null ? null : sayRank(row)) },
  {
    ...text('quality', 'quality', ({ rankedQuality, quality }) => quantity(rankedQuality ?? quality, (value) => value.toFixed(1)), true),
    numeric: true,
    value: ({ rankedQuality, quality }) => rankedQuality ?? quality,
  },
  {
    ...text(
      'interval',
      '95 %',
      ({ rankedInterval }) => (rankedInterval === null ? null : `${rankedInterval.low.toFixed(1)} to ${rankedInterval.high.toFixed(1)}`),
      true,
    ),
    numeric: true,
  },
  text('harness', 'harness', ({ harness }) => harness, true),
  {
    ...text('decode', 'tok/s', ({ decodeTokensPerSecond }) => quantity(decodeTokensPerSecond, sayRate), true),
    numeric: true,
    value: ({ decodeTokensPerSecond }) => decodeTokensPerSecond,
  },
  {
    ...text('ttft', 'TTFT', ({ ttftMs }) => quantity(ttftMs, sayDuration), true),
    head: 'TTFT, ms',
    numeric: true,
    value: ({ ttftMs }) => ttftMs,
  },
  {
    ...text('memory', 'memory', ({ memoryBytes }) => quantity(memoryBytes, (bytes) => `${(bytes / gibibyte).toFixed(2)} GiB`)),
    head: 'memory, bytes',
    numeric: true,
    value: ({ memoryBytes }) => memoryBytes,
  },
  text('server', 'server', ({ server }) => server),
  text('provider', 'provider', ({ provider }) => provider),
  text('thinking', 'thinking', ({ thinking }) => thinking),
  {
    ...text('context', 'context', ({ contextInForce }) => quantity(contextInForce, String)),
    head: 'context, tokens',
    numeric: true,
    value: ({ contextInForce }) => contextInForce,
  },
  text('place', 'place', ({ place }) => place),
  text('machine', 'machine', ({ machine }) => machine),
  { ...text('judged', 'judged', ({ judged, planned }) => `${judged} of ${planned}`), numeric: true, value: ({ judged }) => judged },
  text('date', 'date', ({ createdAt }) => createdAt.slice(0, 10)),
  text('run', 'run', ({ runId }) => runId),
];

/** Boards as one table of data, the board in the first column, so that nobody mixes them without seeing it. */
export const dataOfBoards = (boards: readonly Board[], columns: readonly BoardColumn[]): DataRows => ({
  head: ['board', ...columns.map(({ name, head }) => head ?? name)],
  rows: boards.flatMap(({ title, rows }) => rows.map((row) => [title, ...columns.map(({ value }) => value(row))])),
});

/** Names of the runs that a row can’t be told from. */
export const namesOfTies = (row: LeaderboardRow, { rows }: Board): string[] =>
  (row.rank?.tiedWith ?? []).flatMap((id) => {
    const other = rows.find(({ runId }) => runId === id);
    return other === undefined ? [] : [`${nameOfModel(other)} ${other.harness}`];
  });
