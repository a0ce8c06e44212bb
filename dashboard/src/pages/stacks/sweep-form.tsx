import { useDeferredValue, useState } from 'react';
import type { ModelChoice, Sweep } from '@benchloop/spec';
import { Problem } from '../../shell/problem.tsx';
import { useStartSweep } from './data.ts';
import { askOf, countOf, firstSweep, type TypedSweep } from './sweep-ask.ts';
import { SweepPreviewList } from './sweep-preview.tsx';

const fields = [
  ['ctx', 'context, tokens', 'such as 2048, 8192'],
  ['kvTypes', 'KV cache type', 'such as f16, q8_0'],
  ['threads', 'threads', 'such as 1, 2, 4'],
  ['gpuLayers', 'GPU layers', 'such as 0, 16, 99'],
  ['batch', 'batch, tokens', 'such as 128, 512'],
] as const;

const noDraft = 'none';

type ChecksProps = {
  title: string;
  choices: readonly (readonly [string, string])[];
  picked: readonly string[];
  onPick: (picked: string[]) => void;
};

const Checks = ({ title, choices, picked, onPick }: ChecksProps) => (
  <fieldset className="stacks-models">
    <legend>{title}</legend>
    {choices.map(([value, label]) => (
      <label key={value} className="lab-check">
        <input
          type="checkbox"
          checked={picked.includes(value)}
          onChange={({ target }) => onPick(target.checked ? [...picked, value] : picked.filter((one) => one !== value))}
        />
        {label}
      </label>
    ))}
  </fieldset>
);

type Change = (change: Partial<TypedSweep>) => void;

const PlaceFields = ({ typed, onChange }: { typed: TypedSweep; onChange: Change }) => (
  <div className="lab-form">
    <label className="lab-field">
      run it in
      <select
        className="lab-input"
        value={typed.place}
        onChange={({ target }) => onChange({ place: target.value === 'command' ? 'command' : 'embedded' })}
      >
        <option value="embedded">the embedded engine</option>
        <option value="command">a server that is started for each setting</option>
      </select>
    </label>
    {typed.place === 'embedded' ? null : (
      <label className="lab-field stacks-command">
        command, with {'{port}'} and a place for each setting below
        <textarea
          className="lab-input"
          rows={2}
          required
          spellCheck={false}
          value={typed.command}
          onChange={({ target }) => onChange({ command: target.value.replaceAll('\n', ' ') })}
        />
      </label>
    )}
  </div>
);

const ValueFields = ({ typed, onChange }: { typed: TypedSweep; onChange: Change }) => (
  <div className="lab-form stacks-values">
    {fields.map(([name, title, example]) => (
      <label key={name} className="lab-field">
        {title}
        <input
          className="lab-input"
          value={typed[name]}
          placeholder={example}
          onChange={({ target }) => onChange({ [name]: target.value })}
        />
      </label>
    ))}
    <label className="lab-field">
      flash attention
      <select
        className="lab-input"
        value={typed.flash}
        onChange={({ target }) => onChange({ flash: (['on', 'off', 'both'] as const).find((one) => one === target.value) ?? 'own' })}
      >
        <option value="own">the engine’s own</option>
        <option value="on">on</option>
        <option value="off">off</option>
        <option value="both">on and off</option>
      </select>
    </label>
    <label className="lab-field">
      measured by
      <select
        className="lab-input"
        value={typed.profile}
        onChange={({ target }) => onChange({ profile: target.value === 'smoke' ? 'smoke' : 'custom' })}
      >
        <option value="smoke">smoke: speed and a few tasks</option>
        <option value="custom">suites of my choice</option>
      </select>
    </label>
    {typed.profile === 'smoke' ? null : (
      <>
        <label className="lab-field">
          suites
          <input className="lab-input" required value={typed.suites} onChange={({ target }) => onChange({ suites: target.value })} />
        </label>
        <label className="lab-field">
          tasks per suite
          <input className="lab-input" size={5} value={typed.tasks} onChange={({ target }) => onChange({ tasks: target.value })} />
        </label>
      </>
    )}
  </div>
);

type FormProps = { models: readonly ModelChoice[]; onStarted: (sweep: Sweep) => void };

/** Asks for the settings to try. */
export const SweepForm = ({ models, onStarted }: FormProps) => {
  const [typed, setTyped] = useState(firstSweep);
  const [picked, setPicked] = useState<readonly string[]>(models[0] === undefined ? [] : [models[0].model]);
  const [drafts, setDrafts] = useState<readonly string[]>([]);
  const start = useStartSweep();
  const change: Change = (part) => setTyped({ ...typed, ...part });
  const ask = askOf(typed, { models: models.filter(({ model }) => picked.includes(model)), drafts });
  const count = ask === null ? 0 : countOf(ask);
  const asked = useDeferredValue(count < 2 ? null : ask);
  const choices = models.map(({ model, label }) => [model, label.replace(', embedded engine', '')] as const);
  return (
    <form
      className="lab-panel"
      onSubmit={(event) => {
        event.preventDefault();
        if (ask !== null) start.mutate(ask, { onSuccess: ({ sweep }) => onStarted(sweep) });
      }}
    >
      <Checks title="model; several files of it compare quantizations" choices={choices} picked={picked} onPick={setPicked} />
      <PlaceFields typed={typed} onChange={change} />
      <ValueFields typed={typed} onChange={change} />
      <details className="stacks-drafts">
        <summary>Draft model: {drafts.length === 0 ? 'none' : `${drafts.length} to try`}</summary>
        <Checks
          title="a smaller model of the same vocabulary that guesses ahead; take “without one” too to see what it gains"
          choices={[[noDraft, 'without one'], ...choices]}
          picked={drafts}
          onPick={setDrafts}
        />
      </details>
      <p className="lab-note">
        {typed.place === 'embedded'
          ? 'An empty field leaves the engine’s own value. A server that runs already has its values from its start, so it can’t be swept; let one be started instead.'
          : 'Each field that is filled needs its place in the command, such as -c {context} -ngl {gpuLayers} -ctk {kvType} -ctv {kvType} -b {batch} -fa {flash} -md {draft}. The program is started without a shell, so quotes hold a word together and nothing else has a meaning.'}
      </p>
      <div className="lab-row">
        <button type="submit" className="lab-button lab-primary" disabled={ask === null || count < 2 || start.isPending}>
          {start.isPending ? 'Adding…' : count < 2 ? 'Sweep' : `Sweep ${count} settings`}
        </button>
        <span className="lab-note" role="status">
          {ask === null
            ? 'Give whole numbers, apart by commas, a context of 128 or more, and cache types such as f16, q8_0 or q4_0.'
            : count < 2
              ? 'Give two values of a setting, or two models.'
              : 'Each is a run of its own in the queue.'}
        </span>
      </div>
      <SweepPreviewList ask={asked} />
      {start.error === null ? null : <Problem error={start.error} />}
    </form>
  );
};
