import { useEffect, useState, type SyntheticEvent } from 'react';
import { DataTable, onOneLine, sayTokens, type Column } from '@benchloop/ui';
import type { HubAnswer, HubChoice, HubModel } from '@benchloop/spec';
import { useAddress } from '../../lab/use-address.ts';
import { Loading, NextStep, Problem } from '../../shell/problem.tsx';
import { useDownloadChange, useHubChoices, useHubSearch, type HubSearch as Search } from './data.ts';
import { orUnknown, sayBytes, sayFit, sayParameters } from './words.ts';

/** Which file is spoken of stands beside, since one repository holds small and large ones. */
const sayRepositoryFit = ({ fits, fitsFile }: HubModel): string => {
  if (fits === null || fitsFile === null || fitsFile === undefined) return '—';
  const file = `${onOneLine(fitsFile.name)}, ${sayBytes(fitsFile.sizeBytes)}`;
  if (!fits.fits) return fitsFile.all === 1 ? `no: ${file}` : `no, none of ${fitsFile.all}; smallest: ${file}`;
  return fitsFile.fitting === 1 ? `yes: ${file}` : `yes, up to: ${file}`;
};

const sayHubFit = ({ fits }: Pick<HubModel, 'fits'>): string => sayFit({ fits, place: 'disk', state: 'unknown' });

const choiceColumns = (onPull: (source: string) => void): Column<HubChoice>[] => [
  { id: 'quant', title: 'Quant', cell: ({ quantization, source }) => onOneLine(quantization ?? source.split(':').at(-1) ?? source) },
  { id: 'size', title: 'Size', numeric: true, cell: ({ sizeBytes }) => sayBytes(sizeBytes) },
  {
    id: 'memory',
    title: 'Memory',
    numeric: true,
    cell: ({ memoryEstimateBytes, estimateContextTokens }) =>
      `${sayBytes(memoryEstimateBytes)}, ${estimateContextTokens === null ? 'weights alone' : `with ${sayTokens(estimateContextTokens)} tokens`}`,
  },
  { id: 'fits', title: 'Fits', cell: sayHubFit },
  {
    id: 'pull',
    title: 'Do',
    cell: ({ source }) => (
      <button type="button" onClick={() => onPull(source)} aria-label={`Fetch ${source}`}>
        Fetch
      </button>
    ),
  },
];

const Offline = ({ answer, onRetry }: { answer: Extract<HubAnswer, { state: 'offline' }>; onRetry: () => void }) => (
  <div className="app-empty" role="status">
    <h3>Hugging Face can’t be reached</h3>
    <p>{onOneLine(answer.problem.message)}</p>
    <NextStep step={answer.problem.nextStep} />
    <button type="button" onClick={onRetry}>
      Try again
    </button>
  </div>
);

const Choices = ({ repo, onPull }: { repo: string; onPull: (source: string) => void }) => {
  const { data, error, refetch } = useHubChoices(repo);
  if (error !== null) return <Problem error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading what={`the files of ${repo}`} />;
  if (data.state === 'offline') return <Offline answer={data} onRetry={() => void refetch()} />;
  return (
    <DataTable
      caption={`Models in ${repo}`}
      columns={choiceColumns(onPull)}
      rows={data.choices}
      keyOf={({ source }) => source}
      density="compact"
      empty="This repository holds no GGUF file."
    />
  );
};

const modelColumns = (format: Search['format'], onOpen: (repo: string) => void): Column<HubModel>[] => [
  { id: 'repo', title: 'Repository', cell: ({ repo }) => repo },
  { id: 'weights', title: 'Weights', numeric: true, cell: ({ parameters }) => orUnknown(parameters, sayParameters) },
  { id: 'family', title: 'Family', cell: ({ architecture }) => orUnknown(architecture, onOneLine) },
  { id: 'context', title: 'Context', numeric: true, cell: ({ contextTrained }) => orUnknown(contextTrained, sayTokens) },
  {
    id: 'downloads',
    title: 'Downloads',
    numeric: true,
    cell: ({ downloads }) => orUnknown(downloads, (count) => count.toLocaleString('en-US')),
  },
  { id: 'access', title: 'Access', cell: ({ gated }) => (gated ? 'asks for a login' : 'open') },
  { id: 'fits', title: 'Fits', cell: sayRepositoryFit },
  {
    id: 'open',
    title: 'Do',
    cell: ({ repo }) =>
      format === 'gguf' ? (
        <button type="button" onClick={() => onOpen(repo)} aria-label={`Show the models of ${repo}`}>
          Show files
        </button>
      ) : (
        'load it in a server of this format'
      ),
  },
];

type ResultsProps = { answer: HubAnswer; search: Search; onlyFitting: boolean; onRetry: () => void };

const Results = ({ answer, search, onlyFitting, onRetry }: ResultsProps) => {
  const [repo, setRepo] = useState<string | null>(null);
  const download = useDownloadChange();
  if (answer.state === 'offline') return <Offline answer={answer} onRetry={onRetry} />;
  const models = onlyFitting ? answer.models.filter(({ fits }) => fits === null || fits.fits) : answer.models;
  const hidden = answer.models.length - models.length;
  return (
    <>
      <DataTable
        caption={`Repositories of ${answer.host}, most downloaded first${hidden === 0 ? '' : `; ${hidden} that do not fit are left out`}`}
        columns={modelColumns(search.format, setRepo)}
        rows={models}
        keyOf={({ repo: name }) => name}
        density="compact"
        empty={
          hidden === 0
            ? 'Nothing has this name. Try fewer words, or another format.'
            : 'Nothing that was found fits this machine. Take “Fits this machine” off to see it all the same.'
        }
      />
      {search.sized ? (
        <p className="bl-note">
          Fits: the largest file that fits, by its weights alone. Show the files of a repository to see each with the cache of its context.
        </p>
      ) : null}
      {repo === null ? null : <Choices repo={repo} onPull={(source) => download.mutate({ source })} />}
      {download.error === null ? null : <Problem error={download.error} />}
    </>
  );
};

const formats = ['gguf', 'mlx', 'safetensors'] as const;
const addressNames = ['hub', 'format', 'fits'] as const;

const formatOf = (text: string): Search['format'] => formats.find((format) => format === text) ?? 'gguf';

/** What is typed goes into the address when it is searched for, and follows the address after the back button. */
const useDraft = (text: string, format: Search['format']) => {
  const [draft, setDraft] = useState({ text, format });
  useEffect(() => setDraft({ text, format }), [text, format]);
  return [draft, setDraft] as const;
};

/** Searches Hugging Face through the program; the page itself asks nobody else. */
export const HubSearch = () => {
  const { values, put } = useAddress(addressNames);
  const format = formatOf(values.format);
  const [draft, setDraft] = useDraft(values.hub, format);
  const onlyFitting = values.fits !== 'any';
  // The sizes of other formats tell little of what they take in memory.
  const search: Search = { text: values.hub, format, sized: format === 'gguf' };
  const { data, error, isFetching, refetch } = useHubSearch(search);
  const run = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (draft.text === values.hub && draft.format === format) void refetch();
    else put({ hub: draft.text, format: draft.format === 'gguf' ? '' : draft.format });
  };
  return (
    <section aria-labelledby="hub">
      <h2 id="hub">Search Hugging Face</h2>
      <form className="app-form" role="search" onSubmit={run}>
        <label>
          Name
          <input type="search" required value={draft.text} onChange={({ target }) => setDraft({ ...draft, text: target.value })} />
        </label>
        <label>
          Format
          <select value={draft.format} onChange={({ target }) => setDraft({ ...draft, format: formatOf(target.value) })}>
            <option value="gguf">GGUF</option>
            <option value="mlx">MLX</option>
            <option value="safetensors">Safetensors</option>
          </select>
        </label>
        <label className="app-check">
          <input
            type="checkbox"
            checked={onlyFitting}
            disabled={draft.format !== 'gguf'}
            onChange={({ target }) => put({ fits: target.checked ? '' : 'any' })}
          />
          Fits this machine
        </label>
        <button type="submit" disabled={isFetching}>
          Search
        </button>
      </form>
      {isFetching ? <Loading what="results" /> : null}
      {error === null || isFetching ? null : <Problem error={error} onRetry={() => void refetch()} />}
      {data === undefined || error !== null || isFetching ? null : (
        <Results
          key={`${search.format} ${search.text}`}
          answer={data}
          search={search}
          onlyFitting={onlyFitting}
          onRetry={() => void refetch()}
        />
      )}
    </section>
  );
};
