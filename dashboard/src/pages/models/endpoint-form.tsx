import { useState, type SyntheticEvent } from 'react';
import { DataTable, onOneLine, type Column } from '@benchloop/ui';
import type { EndpointCard } from '@benchloop/spec';
import { Problem } from '../../shell/problem.tsx';
import { useEndpointChange, useEndpoints } from './data.ts';

const keyWords: Record<EndpointCard['key'], string> = {
  none: 'no key',
  environment: 'in the environment',
  keychain: 'in the keychain',
  file: 'in the key file',
};

const textOf = (data: FormData, name: string): string | null => {
  const value = data.get(name);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
};

const columnsWith = (onRemove: (name: string) => void): Column<EndpointCard>[] => [
  { id: 'name', title: 'Name', cell: ({ name }) => onOneLine(name) },
  { id: 'url', title: 'Address', cell: ({ url }) => <code>{onOneLine(url)}</code> },
  { id: 'key', title: 'Key', cell: ({ key }) => keyWords[key] },
  {
    id: 'remove',
    title: 'Change',
    cell: ({ name }) => (
      <button type="button" onClick={() => onRemove(name)} aria-label={`Remove ${onOneLine(name)}`}>
        Remove
      </button>
    ),
  },
];

/** Saved addresses. A key goes to the program once and is never shown again. */
export const EndpointForm = () => {
  const { data } = useEndpoints();
  const change = useEndpointChange();
  const [isOpen, setOpen] = useState(false);
  const save = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    const fields = new FormData(form);
    change.mutate(
      { do: 'add', url: textOf(fields, 'url') ?? '', name: textOf(fields, 'name'), key: textOf(fields, 'key') },
      {
        onSuccess: () => {
          form.reset();
          setOpen(false);
        },
      },
    );
  };
  const endpoints = data?.endpoints ?? [];
  return (
    <section aria-labelledby="endpoints">
      <h2 id="endpoints">Saved endpoints</h2>
      {endpoints.length === 0 ? (
        <p className="app-prose">None is saved. Save the address of a server on another machine, or of a service, with its key.</p>
      ) : (
        <DataTable
          caption="Addresses that are asked beside the usual ports of this machine"
          columns={columnsWith((name) => change.mutate({ do: 'remove', name }))}
          rows={endpoints}
          keyOf={({ name }) => name}
          density="compact"
        />
      )}
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>Save an endpoint</summary>
        <form className="app-form" onSubmit={save} autoComplete="off">
          <label>
            Address
            <input name="url" type="text" inputMode="url" required placeholder="http://192.168.1.20:8080/v1" />
          </label>
          <label>
            Name
            <input name="name" type="text" placeholder="left out = the address" />
          </label>
          <label>
            Key
            <input name="key" type="password" autoComplete="off" placeholder="left out = none" />
          </label>
          <button type="submit" disabled={change.isPending}>
            Save
          </button>
        </form>
        <p className="bl-note">
          The key goes to the program once, is kept in the keychain of this machine, and is sent to this address alone.
        </p>
      </details>
      {change.error === null ? null : <Problem error={change.error} />}
      {(change.data?.warnings ?? []).map((warning) => (
        <p key={warning} className="bl-note">
          {warning}
        </p>
      ))}
    </section>
  );
};
