import { useMemo, useState } from 'react';
import { Link } from '@tanstack/react-router';
import type { Board, LeaderboardRow } from '@benchloop/spec';
import { csvOf, DataTable, markdownOf, type SortMark } from '@benchloop/ui';
import { CopyButton } from '../../lab/copy-button.tsx';
import { DownloadButton } from '../../lab/download-button.tsx';
import { turnedSort } from '../../lab/sort-address.ts';
import { useAddress, useSort } from '../../lab/use-address.ts';
import '../../lab/lab.css';
import { Empty, Loading, PageProblem } from '../../shell/problem.tsx';
import { boardColumns, dataOfBoards, namesOfTies, type BoardColumn } from './columns.tsx';
import { filterNames, useBoards, type Filter, type FilterName } from './data.ts';

const chosenKey = 'benchloop.leaderboard.columns';

const storedChoice = (): string[] => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(chosenKey) ?? 'null');
    if (Array.isArray(stored)) return stored.map(String);
  } catch {
    // A choice that can't be read is no choice.
  }
  return boardColumns.filter(({ first }) => first).map(({ id }) => id);
};

const valuesOf = (boards: readonly Board[], name: FilterName): string[] => {
  const all = boards.flatMap(({ rows }) => rows.map((row) => (name === 'suite' ? null : row[name])));
  return [...new Set(all.filter((value): value is string => value !== null))].toSorted();
};

const addressNames = [...filterNames, 'every'] as const;

const noFilter = Object.fromEntries(filterNames.map((name) => [name, ''])) as Record<FilterName, string>;

const filterOf = (values: Record<FilterName, string>): Filter =>
  Object.fromEntries(filterNames.flatMap((name) => (values[name] === '' ? [] : [[name, values[name]]])));

type FiltersProps = { filter: Filter; onChange: (change: Filter) => void; options: Record<FilterName, string[]> };

const Filters = ({ filter, onChange, options }: FiltersProps) => (
  <>
    {filterNames.map((name) => (
      <label key={name} className="lab-field">
        {name}
        <select className="lab-input" value={filter[name] ?? ''} onChange={({ target }) => onChange({ [name]: target.value })}>
          <option value="">any</option>
          {filter[name] === undefined || options[name].includes(filter[name]) ? null : <option value={filter[name]}>{filter[name]}</option>}
          {options[name].map((value) => (
            <option key={value} value={value}>
              {value}
            </option>
          ))}
        </select>
      </label>
    ))}
  </>
);

const ColumnChooser = ({ chosen, onChange }: { chosen: readonly string[]; onChange: (chosen: string[]) => void }) => (
  <details>
    <summary>Columns ({chosen.length})</summary>
    <div className="lab-row">
      {boardColumns.slice(1).map(({ id, name }) => (
        <label key={id} className="lab-check">
          <input
            type="checkbox"
            checked={chosen.includes(id)}
            onChange={({ target }) => onChange(target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))}
          />
          {name}
        </label>
      ))}
    </div>
  </details>
);

const sorted = (rows: readonly LeaderboardRow[], sort: SortMark | null): readonly LeaderboardRow[] => {
  const column = boardColumns.find(({ id }) => id === sort?.column);
  if (sort === null || column === undefined || column.id === 'rank') return sort?.direction === 'descending' ? rows.toReversed() : rows;
  const sign = sort.direction === 'ascending' ? 1 : -1;
  return rows.toSorted((one, other) => {
    const [a, b] = [column.value(one), column.value(other)];
    if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
    return sign * (typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b)));
  });
};

const mostTiesNamed = 8;

const notesOf = (row: LeaderboardRow, board: Board): string[] => {
  const ties = namesOfTies(row, board);
  if (row.rank === null) return board.rankedTasks === 0 ? [] : ['Not ranked: too many of its trials were not judged.'];
  if (ties.length > mostTiesNamed) return [`Can’t be told from ${ties.length} others yet.`];
  return ties.length === 0 ? [] : [`Can’t be told from ${ties.join('; ')} yet.`];
};

const compareLink = (rows: readonly LeaderboardRow[]): string =>
  rows
    .slice(0, 6)
    .map(({ runId }) => runId)
    .join(',');

/** More rows at once would make each click on a head wait for them. */
const rowsAtOnce = 50;

const columnIds = boardColumns.map(({ id }) => id);

const BoardTable = ({ board, columns }: { board: Board; columns: readonly BoardColumn[] }) => {
  const [sort, setSort] = useSort(columnIds);
  const [most, setMost] = useState(rowsAtOnce);
  const ranks =
    board.rankedTasks === 0
      ? 'No task was tried by all of them, so nothing is ranked.'
      : `Ranks and quality are over the ${board.rankedTasks} tasks that all ranked runs tried. A rank such as 1-3 is what the data allow at 95 %.`;
  return (
    <section className="lab-scroll">
      <h2>{board.title}</h2>
      <DataTable
        caption={ranks}
        columns={columns}
        rows={sorted(board.rows, sort).slice(0, most)}
        keyOf={({ runId }) => runId}
        notesOf={(row) => notesOf(row, board)}
        onSort={(column) => setSort(turnedSort(sort, column))}
        {...(sort === null ? {} : { sort })}
        footnotes={
          board.rows.some(({ place }) => place === 'remote') ? ['Remote services show no speed: it is never ranked with local speed.'] : []
        }
      />
      {board.rows.length <= most ? null : (
        <p>
          <button type="button" className="lab-button" onClick={() => setMost(most + rowsAtOnce)}>
            Show {Math.min(rowsAtOnce, board.rows.length - most)} more of {board.rows.length}
          </button>
        </p>
      )}
      {board.rows.length < 2 ? null : (
        <Link to={'/compare' as string} search={{ runs: compareLink(board.rows) } as never}>
          {board.rows.length > 6 ? 'Compare the first 6' : 'Compare these runs'}
        </Link>
      )}
    </section>
  );
};

export const LeaderboardPage = () => {
  const { values, put } = useAddress(addressNames);
  const filter = useMemo(() => filterOf(values), [values]);
  const everyRun = values.every !== '';
  const [chosen, setChosen] = useState(storedChoice);
  const { data, error, refetch, isPlaceholderData } = useBoards(filter, everyRun);
  const { data: all } = useBoards({}, everyRun);
  const options = useMemo(() => {
    const boards = all?.boards ?? [];
    const named = filterNames.map((name) => [name, name === 'suite' ? (all?.suites ?? []) : valuesOf(boards, name)] as const);
    return Object.fromEntries(named) as Record<FilterName, string[]>;
  }, [all]);
  if (error !== null) return <PageProblem title="Leaderboard" error={error} onRetry={() => void refetch()} />;
  if (data === undefined)
    return (
      <div className="lab">
        <h1>Leaderboard</h1>
        <Loading what="the leaderboard" />
      </div>
    );
  const { boards } = data;
  const columns = boardColumns.filter(({ id }, place) => place === 0 || chosen.includes(id));
  const choose = (next: string[]) => {
    setChosen(next);
    localStorage.setItem(chosenKey, JSON.stringify(next));
  };
  return (
    <div className="lab" aria-busy={isPlaceholderData}>
      <h1>Leaderboard</h1>
      <p className="lab-lead">
        Each table holds runs that were asked the same: tasks, limits, trials, sampling. Runs that were asked different things never share a
        table.
      </p>
      <div className="lab-form">
        <Filters filter={filter} onChange={put} options={options} />
        <label className="lab-check">
          <input type="checkbox" checked={everyRun} onChange={({ target }) => put({ every: target.checked ? 'yes' : '' })} />
          every run, not only the latest of each stack
        </label>
      </div>
      <div className="lab-row">
        <ColumnChooser chosen={chosen} onChange={choose} />
        <DownloadButton text={() => csvOf(dataOfBoards(boards, columns))} name="leaderboard.csv" type="text/csv">
          Download CSV
        </DownloadButton>
        <CopyButton text={() => csvOf(dataOfBoards(boards, columns))}>Copy as CSV</CopyButton>
        <CopyButton text={() => markdownOf(dataOfBoards(boards, columns))}>Copy as Markdown</CopyButton>
      </div>
      {boards.length > 0 ? null : Object.keys(filter).length > 0 ? (
        <Empty title="No finished run fits these filters">
          <button type="button" className="lab-button" onClick={() => put(noFilter)}>
            Show all
          </button>
        </Empty>
      ) : (
        <Empty title="No finished run yet">
          <p>A finished run stands here beside others that were asked the same.</p>
          <Link to={'/benchmark' as string}>Run a benchmark</Link>
        </Empty>
      )}
      {boards.map((board) => (
        <BoardTable key={board.id} board={board} columns={columns} />
      ))}
    </div>
  );
};
