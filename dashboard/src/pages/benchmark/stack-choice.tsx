import { useState, type SyntheticEvent } from 'react';
import { onOneLine } from '@benchloop/ui';
import type { ModelCard } from '@benchloop/spec';
import { useLate } from '../../data/use-late.ts';
import { Problem } from '../../shell/problem.tsx';
import { settingsOf } from '../models/data.ts';
import { orUnknown, sayBytes, sayFit, sayWhere } from '../models/words.ts';
import { keyOfStack, type Stack } from './choice.ts';
import { useModelsAt } from './data.ts';

export type Offer = { stack: Stack; title: string; note: string };

const starter: Offer = {
  stack: { model: 'starter', provider: 'llama-cpp' },
  title: 'Starter model in the embedded engine',
  note: 'fetched where it is missing, 98 MB; for a first look',
};

const offerOf = (model: ModelCard): Offer => ({
  stack: settingsOf(model),
  title: onOneLine(model.name),
  note: [sayWhere(model), orUnknown(model.quantization, onOneLine), orUnknown(model.sizeBytes, sayBytes), `fits: ${sayFit(model)}`].join(
    ' · ',
  ),
});

/** The models found, the starter model, and those of addresses that were typed. */
export const offersOf = (models: readonly ModelCard[], typed: readonly Stack[]): Offer[] => {
  const found = models.filter(({ problem }) => problem === undefined).map(offerOf);
  const known = new Set(found.map(({ stack }) => keyOfStack(stack)));
  const others = typed
    .filter((stack) => !known.has(keyOfStack(stack)))
    .map((stack) => ({ stack, title: onOneLine(stack.model ?? ''), note: onOneLine(stack.endpoint ?? stack.provider ?? '') }));
  return [...found, ...(found.some(({ stack }) => stack.provider === 'llama-cpp') ? [] : [starter]), ...others];
};

/** A server that is free answers sooner. */
const lateMs = 1_000;

const TypedEndpoint = ({ onAdd }: { onAdd: (stack: Stack) => void }) => {
  const [endpoint, setEndpoint] = useState('');
  const listed = useModelsAt();
  const isLate = useLate(listed.isPending, lateMs);
  const list = (event: SyntheticEvent): void => {
    event.preventDefault();
    listed.mutate(endpoint.trim());
  };
  return (
    <details>
      <summary>Another endpoint</summary>
      <form className="app-form" onSubmit={list}>
        <label>
          Address
          <input
            required
            inputMode="url"
            value={endpoint}
            onChange={(event) => setEndpoint(event.target.value)}
            placeholder="http://127.0.0.1:8080/v1"
          />
        </label>
        <button type="submit" disabled={listed.isPending}>
          {listed.isPending ? 'Asking…' : 'List its models'}
        </button>
      </form>
      <p className="bl-note">It is asked with the key that is saved for exactly this address, or without one.</p>
      {isLate ? (
        <p role="status">
          <code>{onOneLine(listed.variables ?? '')}</code> has not answered yet. It may be busy or loading a model. Check that the address
          and port are those of its API; the models above can be run meanwhile.
        </p>
      ) : null}
      {listed.error === null ? null : <Problem error={listed.error} />}
      {listed.data?.models.length === 0 ? <p>The server lists no model. Load one in the server first.</p> : null}
      <ul className="app-plain">
        {(listed.data?.models ?? []).map((model) => (
          <li key={model}>
            <button type="button" onClick={() => onAdd({ model, endpoint: listed.variables ?? endpoint })}>
              Add {onOneLine(model)}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
};

type StackChoiceProps = { offers: Offer[]; chosen: Stack[]; onToggle: (stack: Stack) => void; onAdd: (stack: Stack) => void };

/** Which models to run; several make a matrix with the harnesses. */
export const StackChoice = ({ offers, chosen, onToggle, onAdd }: StackChoiceProps) => {
  const keys = new Set(chosen.map(keyOfStack));
  return (
    <>
      <fieldset>
        <legend>Model</legend>
        <div className="app-options">
          {offers.map(({ stack, title, note }) => (
            <label key={keyOfStack(stack)} className="app-option">
              <input type="checkbox" checked={keys.has(keyOfStack(stack))} onChange={() => onToggle(stack)} />
              <span>
                <strong>{title}</strong>
                <small>{note}</small>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <TypedEndpoint onAdd={onAdd} />
    </>
  );
};
