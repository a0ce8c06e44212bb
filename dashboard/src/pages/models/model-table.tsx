import { useState } from 'react';
import { Link } from '@tanstack/react-router';
import { DataTable, onOneLine, sayCount, type Column, type SortMark } from '@benchloop/ui';
import type { ModelCard, ServerCard } from '@benchloop/spec';
import { turnedSort } from '../../lab/sort-address.ts';
import { useSort } from '../../lab/use-address.ts';
import { settingsOf } from './data.ts';
import { groupModels, type ModelGroup } from './group-models.ts';
import { modelColumns, sortModels, storeColumns, storedColumns } from './model-columns.tsx';

const actionsWith = (onCheck: (model: ModelCard) => void): Column<ModelCard> => ({
  id: 'do',
  title: 'Do',
  cell: (model) =>
    model.problem !== undefined ? (
      'fetch it again'
    ) : (
      <span className="app-actions">
        <Link to="/benchmark" search={{ ...settingsOf(model) }} aria-label={`Benchmark ${onOneLine(model.name)}`}>
          Benchmark
        </Link>
        <button type="button" onClick={() => onCheck(model)} aria-label={`Check ${onOneLine(model.name)}`}>
          Check
        </button>
      </span>
    ),
});

type ChooserProps = { chosen: readonly string[]; onChange: (chosen: string[]) => void };

const ColumnChooser = ({ chosen, onChange }: ChooserProps) => (
  <details>
    <summary>Columns</summary>
    <div className="models-columns">
      {modelColumns.slice(1).map(({ id, title }) => (
        <label key={id}>
          <input
            type="checkbox"
            checked={chosen.includes(id)}
            onChange={({ target }) => onChange(target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))}
          />
          {title}
        </label>
      ))}
    </div>
  </details>
);

const SortPicker = ({ sort, onSort }: { sort: SortMark | null; onSort: (sort: SortMark | null) => void }) => (
  <label>
    Sort by
    <select
      value={sort === null ? '' : `${sort.column} ${sort.direction}`}
      onChange={({ target }) => {
        const [column = '', direction = ''] = target.value.split(' ');
        onSort(column === '' ? null : { column, direction: direction === 'descending' ? 'descending' : 'ascending' });
      }}
    >
      <option value="">as found</option>
      {modelColumns.flatMap(({ id, label }) =>
        (['ascending', 'descending'] as const).map((direction) => (
          <option key={`${id} ${direction}`} value={`${id} ${direction}`}>
            {`${label ?? id}, ${direction}`}
          </option>
        )),
      )}
    </select>
  </label>
);

const sayServer = ({ version, endpoint, knownFrom }: ServerCard) => (
  <p className="bl-note">
    {version === null ? 'version unknown' : `version ${onOneLine(version)}`}, <code>{onOneLine(endpoint)}</code>, {onOneLine(knownFrom)}
  </p>
);

type GroupProps = {
  group: ModelGroup;
  columns: readonly Column<ModelCard>[];
  sort: SortMark | null;
  onSort: (column: string) => void;
};

const Group = ({ group: { title, server, models }, columns, sort, onSort }: GroupProps) => (
  <section aria-label={onOneLine(server === null ? title : `${title}, ${server.endpoint}`)}>
    <h2>{onOneLine(title)}</h2>
    {server === null ? null : sayServer(server)}
    {(server?.warnings ?? []).map((warning) => (
      <p key={warning} className="models-warning">
        {warning}
      </p>
    ))}
    {models.length === 0 ? (
      <p className="app-prose">It lists no model that answers in a chat. Load or pull one there, then look again.</p>
    ) : (
      <DataTable
        caption={sayCount(models.length, 'model')}
        columns={columns}
        rows={sortModels(models, sort)}
        keyOf={({ id, endpoint }) => `${endpoint ?? ''} ${id}`}
        density="compact"
        onSort={onSort}
        {...(sort === null ? {} : { sort })}
      />
    )}
  </section>
);

const columnIds = modelColumns.map(({ id }) => id);

type TablesProps = { models: readonly ModelCard[]; servers: readonly ServerCard[]; onCheck: (model: ModelCard) => void };

/** Every model that could be run here, below the server or disk that has it, with how its abilities are known. */
export const ModelTables = ({ models, servers, onCheck }: TablesProps) => {
  const [chosen, setChosen] = useState(storedColumns);
  const [sort, setSort] = useSort(columnIds);
  const columns = [...modelColumns.filter(({ id }, place) => place === 0 || chosen.includes(id)), actionsWith(onCheck)];
  const sortBy = (column: string): void => {
    if (columnIds.includes(column)) setSort(turnedSort(sort, column));
  };
  return (
    <>
      <div className="models-tools">
        <ColumnChooser
          chosen={chosen}
          onChange={(next) => {
            setChosen(next);
            storeColumns(next);
          }}
        />
        <SortPicker sort={sort} onSort={setSort} />
      </div>
      {groupModels(models, servers).map((group) => (
        <Group key={group.id} group={group} columns={columns} sort={sort} onSort={sortBy} />
      ))}
      <p className="bl-note">tested: a check saw it here. told: as the server or the file says. unknown: nobody says; a check finds out.</p>
      <p className="bl-note">
        Fits: weights and, for files that tell its size, the cache of their context up to 8192 tokens, beside what the system itself needs.
      </p>
    </>
  );
};
