import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { Link, useNavigate } from '@tanstack/react-router';
import type { DamagedRun, RunRow } from '@benchloop/spec';
import { useAddress, useTypedText } from '../../lab/use-address.ts';
import { sayCount } from '@benchloop/ui';
import { useFocusReturn } from '../../lab/use-focus.ts';
import { Empty, Loading, PageProblem, Problem } from '../../shell/problem.tsx';
import { useDeleteRun, useImportRun, useRuns, type RunList } from './data.ts';
import { filterNames, filterRuns, type RunFilter } from './filter-runs.ts';
import { NotesForm } from './notes-form.tsx';
import { RunsTable } from './runs-table.tsx';
import './runs.css';

const shownAtOnce = 200;

const ImportButton = () => {
  const input = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const importRun = useImportRun();
  const take = (file: File | undefined): void => {
    if (file === undefined) return;
    importRun.mutate(file, { onSuccess: ({ runId }) => void navigate({ to: '/runs/$runId', params: { runId } }) });
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".zip,application/zip"
        aria-label="Zip of a run to import"
        hidden
        onChange={(event) => {
          take(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      <button type="button" disabled={importRun.isPending} onClick={() => input.current?.click()}>
        {importRun.isPending ? 'Importing…' : 'Import a zip'}
      </button>
      {importRun.error === null ? null : <Problem error={importRun.error} />}
    </>
  );
};

type FiltersProps = {
  runs: readonly RunRow[];
  filter: RunFilter;
  onType: (text: string) => void;
  onChange: (change: Partial<RunFilter>) => void;
};

/** The state or tag of an address that no run has any more stays to be seen. */
const Options = ({ any, chosen, all }: { any: string; chosen: string; all: readonly string[] }) => (
  <>
    <option value="">{any}</option>
    {[...new Set([...all, ...(chosen === '' ? [] : [chosen])])].map((value) => (
      <option key={value}>{value}</option>
    ))}
  </>
);

const Filters = ({ runs, filter, onType, onChange }: FiltersProps) => {
  const search = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return;
      event.preventDefault();
      search.current?.focus();
    };
    window.addEventListener('keydown', focus);
    return () => window.removeEventListener('keydown', focus);
  }, []);
  const tags = [...new Set(runs.flatMap(({ notes }) => notes.tags))].toSorted();
  const states = [...new Set(runs.map(({ status }) => status))].toSorted();
  return (
    <div className="runs-filters" role="search">
      <input
        ref={search}
        type="search"
        aria-label="Search runs"
        placeholder="Search runs  /"
        value={filter.text}
        onChange={(event) => onType(event.target.value)}
      />
      <select aria-label="State" value={filter.status} onChange={(event) => onChange({ status: event.target.value })}>
        <Options any="any state" chosen={filter.status} all={states} />
      </select>
      {tags.length === 0 && filter.tag === '' ? null : (
        <select aria-label="Tag" value={filter.tag} onChange={(event) => onChange({ tag: event.target.value })}>
          <Options any="any tag" chosen={filter.tag} all={tags} />
        </select>
      )}
      <ImportButton />
    </div>
  );
};

const Damaged = ({ damaged, onDelete }: { damaged: readonly DamagedRun[]; onDelete: (id: string) => void }) =>
  damaged.length === 0 ? null : (
    <section className="runs-damaged" aria-label="Runs that can’t be read">
      <h2>Can’t be read</h2>
      <ul>
        {damaged.map(({ id, reason, nextStep }) => (
          <li key={id}>
            <strong>{id}</strong>
            <span>{reason}</span>
            <span>{nextStep}</span>
            <button type="button" aria-label={`Delete ${id}`} onClick={() => onDelete(id)}>
              Delete
            </button>
          </li>
        ))}
      </ul>
    </section>
  );

const NoRuns = () => (
  <Empty title="No runs yet">
    <p>A run tells what a model can do on this machine.</p>
    <p className="runs-actions">
      <Link to="/benchmark">Run a benchmark</Link>
      <ImportButton />
    </p>
  </Empty>
);

/** Takes the focus of the row that is gone. */
const Deleted = ({ id, onUndo }: { id: string; onUndo: () => void }) => {
  useFocusReturn();
  return (
    <p className="runs-undo">
      {`Run ${id} was deleted.`}{' '}
      <button type="button" autoFocus onClick={onUndo}>
        Undo
      </button>
    </p>
  );
};

const Reading = ({ reading }: Pick<RunList, 'reading'>) =>
  reading === null ? null : (
    <p role="status" className="runs-reading">
      <progress aria-label="Run folders read" value={reading.read} max={reading.total} />{' '}
      {`${reading.read} of ${reading.total} run folders read; newer runs come first, the others follow by themselves.`}
    </p>
  );

const List = ({ runs, damaged, reading }: RunList) => {
  const { values, put } = useAddress(filterNames);
  const [text, type] = useTypedText(values.text, (typed) => put({ text: typed }, true));
  const filter = useMemo((): RunFilter => ({ ...values, text }), [values, text]);
  const [edited, setEdited] = useState<RunRow | null>(null);
  const [deleted, setDeleted] = useState<string | null>(null);
  const [shown, setShown] = useState(shownAtOnce);
  const { remove, undo } = useDeleteRun();
  const deferred = useDeferredValue(filter);
  const found = filterRuns(runs, deferred);
  const onDelete = (id: string): void => {
    setDeleted(null);
    remove.mutate(id, { onSuccess: () => setDeleted(id) });
  };
  return (
    <div className="runs-page">
      <h1>Runs</h1>
      {runs.length === 0 && damaged.length === 0 && reading === null ? (
        <NoRuns />
      ) : (
        <Filters runs={runs} filter={filter} onType={type} onChange={put} />
      )}
      <Reading reading={reading} />
      <div role="status">
        {deleted === null ? null : <Deleted id={deleted} onUndo={() => undo.mutate(deleted, { onSuccess: () => setDeleted(null) })} />}
      </div>
      {remove.error === null ? null : <Problem error={remove.error} />}
      {undo.error === null ? null : <Problem error={undo.error} />}
      {edited === null ? null : <NotesForm key={edited.id} runId={edited.id} notes={edited.notes} onDone={() => setEdited(null)} />}
      {runs.length === 0 ? null : (
        <RunsTable
          runs={found.slice(0, shown)}
          caption={
            found.length === runs.length ? `${sayCount(runs.length, 'stored run')}, newest first` : `${found.length} of ${runs.length} runs`
          }
          onEdit={setEdited}
          onDelete={onDelete}
        />
      )}
      {found.length <= shown ? null : (
        <button
          type="button"
          onClick={() => setShown(shown + shownAtOnce)}
        >{`Show ${Math.min(shownAtOnce, found.length - shown)} more`}</button>
      )}
      <Damaged damaged={damaged} onDelete={onDelete} />
    </div>
  );
};

export const RunsPage = () => {
  const { data, error, refetch } = useRuns();
  if (error !== null) return <PageProblem title="Runs" error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading what="runs" />;
  return <List {...data} />;
};
