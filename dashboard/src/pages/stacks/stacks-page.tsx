import { useState } from 'react';
import '../../lab/lab.css';
import './stacks.css';
import { Loading, Problem } from '../../shell/problem.tsx';
import { useEmbeddedModels, useSweeps } from './data.ts';
import { SweepForm } from './sweep-form.tsx';
import { SweepView } from './sweep-view.tsx';

export const StacksPage = () => {
  const models = useEmbeddedModels();
  const sweeps = useSweeps();
  const [chosen, setChosen] = useState<string | null>(null);
  const all = sweeps.data?.sweeps ?? [];
  const shown = all.find(({ id }) => id === chosen) ?? all[0];
  return (
    <div className="lab stacks">
      <h1>Stacks</h1>
      <p className="lab-lead">
        One model runs faster or slower, and sometimes answers better or worse, by the settings that it is loaded with. A sweep measures
        each setting with the same tasks, one after the other, and names the one to take.
      </p>
      {models.error !== null ? (
        <Problem error={models.error} onRetry={() => void models.refetch()} />
      ) : models.data === undefined ? (
        <Loading what="models" />
      ) : (
        <SweepForm models={models.data} onStarted={({ id }) => setChosen(id)} />
      )}
      {sweeps.error === null ? null : <Problem error={sweeps.error} onRetry={() => void sweeps.refetch()} />}
      {all.length < 2 ? null : (
        <label className="lab-field">
          sweep
          <select className="lab-input" value={shown?.id} onChange={({ target }) => setChosen(target.value)}>
            {all.map(({ id, title, createdAt }) => (
              <option key={id} value={id}>
                {`${createdAt.slice(0, 16).replace('T', ' ')} ${title}`}
              </option>
            ))}
          </select>
        </label>
      )}
      {shown === undefined ? null : <SweepView key={shown.id} id={shown.id} onForgotten={() => setChosen(null)} />}
    </div>
  );
};
