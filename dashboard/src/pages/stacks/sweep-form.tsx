import { useState } from 'react';
import type { ModelChoice, Sweep } from '@benchloop/spec';
import { Problem } from '../../shell/problem.tsx';
import { useStartSweep, type SweepAsk } from './data.ts';
import { readValues } from './read-values.ts';

type Typed = { other: string; ctx: string; threads: string; gpuLayers: string; profile: 'smoke' | 'custom'; suites: string; tasks: string };

const first: Typed = { other: '', ctx: '', threads: '1, 2', gpuLayers: '', profile: 'smoke', suites: 'reasonmath', tasks: '20' };

/** What the form asks for; null where a value can't be read. */
const askOf = (typed: Typed, picked: readonly string[]): SweepAsk | null => {
  const [ctx, threads, gpuLayers] = [readValues(typed.ctx, 128), readValues(typed.threads, 1), readValues(typed.gpuLayers, 0)];
  const tasks = readValues(typed.tasks, 1);
  if (ctx === null || threads === null || gpuLayers === null || tasks === null) return null;
  const other = typed.other.trim();
  const isMock = other.startsWith('mock:');
  const models = isMock ? [other.slice(5)] : [...picked, ...(other === '' ? [] : [other])];
  return {
    models,
    ctx,
    threads,
    gpuLayers,
    profile: typed.profile,
    ...(isMock ? { provider: 'mock' as const } : {}),
    ...(typed.profile === 'smoke' ? {} : { suites: typed.suites, ...(tasks[0] === undefined ? {} : { tasksPerSuite: tasks[0] }) }),
  };
};

const countOf = ({ models, ctx, threads, gpuLayers }: SweepAsk): number =>
  [models, ctx, threads, gpuLayers].reduce((product, values) => product * Math.max(1, values.length), models.length === 0 ? 0 : 1);

const fields = [
  ['ctx', 'context, tokens', 'such as 2048, 8192'],
  ['threads', 'threads', 'such as 1, 2, 4'],
  ['gpuLayers', 'GPU layers', 'such as 0, 16, 99'],
] as const;

type FormProps = { models: readonly ModelChoice[]; onStarted: (sweep: Sweep) => void };

/** Asks for the settings to try. */
export const SweepForm = ({ models, onStarted }: FormProps) => {
  const [typed, setTyped] = useState(first);
  const [picked, setPicked] = useState<readonly string[]>(models[0] === undefined ? [] : [models[0].model]);
  const start = useStartSweep();
  const ask = askOf(typed, picked);
  const count = ask === null ? 0 : countOf(ask);
  const set = (name: keyof Typed) => (event: { target: { value: string } }) => setTyped({ ...typed, [name]: event.target.value });
  return (
    <form
      className="lab-panel"
      onSubmit={(event) => {
        event.preventDefault();
        if (ask !== null) start.mutate(ask, { onSuccess: ({ sweep }) => onStarted(sweep) });
      }}
    >
      <fieldset className="stacks-models">
        <legend>model; several files of it compare quantizations</legend>
        {models.map(({ model, label }) => (
          <label key={model} className="lab-check">
            <input
              type="checkbox"
              checked={picked.includes(model)}
              onChange={({ target }) => setPicked(target.checked ? [...picked, model] : picked.filter((one) => one !== model))}
            />
            {label}
          </label>
        ))}
        <label className="lab-field">
          another file, by name or path
          <input className="lab-input" value={typed.other} onChange={set('other')} />
        </label>
      </fieldset>
      <div className="lab-form stacks-values">
        {fields.map(([name, title, example]) => (
          <label key={name} className="lab-field">
            {title}
            <input className="lab-input" value={typed[name]} placeholder={example} onChange={set(name)} />
          </label>
        ))}
        <label className="lab-field">
          measured by
          <select
            className="lab-input"
            value={typed.profile}
            onChange={({ target }) => setTyped({ ...typed, profile: target.value === 'smoke' ? 'smoke' : 'custom' })}
          >
            <option value="smoke">smoke: speed and a few tasks</option>
            <option value="custom">suites of my choice</option>
          </select>
        </label>
        {typed.profile === 'smoke' ? null : (
          <>
            <label className="lab-field">
              suites
              <input className="lab-input" required value={typed.suites} onChange={set('suites')} />
            </label>
            <label className="lab-field">
              tasks per suite
              <input className="lab-input" size={5} value={typed.tasks} onChange={set('tasks')} />
            </label>
          </>
        )}
      </div>
      <p className="lab-note">
        An empty field leaves the engine’s own value. KV cache type, batch size and draft model are not among the settings: the embedded
        engine takes none of them here. A server sets its own values when it is started, so it is measured as it is.
      </p>
      <div className="lab-row">
        <button type="submit" className="lab-button lab-primary" disabled={ask === null || count < 2 || start.isPending}>
          {start.isPending ? 'Adding…' : count < 2 ? 'Sweep' : `Sweep ${count} settings`}
        </button>
        <span className="lab-note" role="status">
          {ask === null
            ? 'Give whole numbers, apart by commas; a context of 128 or more.'
            : count < 2
              ? 'Give two values of a setting, or two models.'
              : 'Each is a run of its own in the queue.'}
        </span>
      </div>
      {start.error === null ? null : <Problem error={start.error} />}
    </form>
  );
};
