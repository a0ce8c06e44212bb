import { useState } from 'react';
import type { ModelCard } from '@benchloop/spec';
import './models.css';
import { Loading, PageProblem } from '../../shell/problem.tsx';
import { settingsOf, useModels, usePreflight } from './data.ts';
import { EndpointForm } from './endpoint-form.tsx';
import { HubSearch } from './hub-search.tsx';
import { ModelTables } from './model-table.tsx';
import { PreflightPanel } from './preflight-panel.tsx';
import { PullPanel } from './pull-panel.tsx';
import { ServerTroubles } from './server-troubles.tsx';

const Found = () => {
  const { data, error, refetch, isFetching } = useModels();
  const preflight = usePreflight();
  const [checked, setChecked] = useState<ModelCard | null>(null);
  const check = (model: ModelCard): void => {
    setChecked(model);
    preflight.mutate(settingsOf(model));
  };
  if (error !== null) return <PageProblem title="Models" error={error} onRetry={() => void refetch()} />;
  if (data === undefined)
    return (
      <div>
        <h1>Models</h1>
        <Loading what="servers and models" />
      </div>
    );
  return (
    <>
      <div className="app-title">
        <h1>Models</h1>
        <button type="button" onClick={() => void refetch()} disabled={isFetching}>
          {isFetching ? 'Looking…' : 'Look again'}
        </button>
      </div>
      {checked === null ? null : <PreflightPanel name={checked.name} state={preflight} onClose={() => setChecked(null)} />}
      {data.models.length > 0 ? null : (
        <p className="app-prose">
          No model is on this machine, and no server that was found has one. Fetch the starter model below to begin; it takes 98 MB.
        </p>
      )}
      {data.models.length + data.servers.length === 0 ? null : <ModelTables models={data.models} servers={data.servers} onCheck={check} />}
      <ServerTroubles servers={data.servers.length} troubles={data.troubles} waiting={data.waiting ?? []} />
    </>
  );
};

/** Servers, models and where to get more. */
export const ModelsView = () => (
  <div className="app-stack">
    <Found />
    <PullPanel />
    <EndpointForm />
    <HubSearch />
  </div>
);
