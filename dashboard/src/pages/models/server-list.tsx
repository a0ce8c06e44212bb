import { DataTable, onOneLine, sayCount, type Column } from '@benchloop/ui';
import type { ServerCard } from '@benchloop/spec';

const columns: Column<ServerCard>[] = [
  { id: 'server', title: 'Server', cell: ({ title }) => onOneLine(title) },
  { id: 'endpoint', title: 'Endpoint', cell: ({ endpoint }) => <code>{onOneLine(endpoint)}</code> },
  { id: 'version', title: 'Version', cell: ({ version }) => (version === null ? 'unknown' : onOneLine(version)) },
  { id: 'models', title: 'Models', numeric: true, cell: ({ models }) => models },
  { id: 'from', title: 'Known from', cell: ({ knownFrom }) => onOneLine(knownFrom) },
];

/** Servers that answer now, and what is worth knowing of each. */
export const ServerList = ({ servers, troubles }: { servers: ServerCard[]; troubles: string[] }) => (
  <section aria-labelledby="servers">
    <h2 id="servers">Servers</h2>
    {servers.length === 0 ? (
      <p className="app-prose">
        No server answers on this machine. Models on disk run in the embedded engine without one. Start Ollama, LM Studio, llama.cpp or
        another server and it shows up here by itself, or save the address of one elsewhere.
      </p>
    ) : (
      <DataTable
        caption={`${sayCount(servers.length, 'server')} found; looked for again while nothing is measured`}
        columns={columns}
        rows={servers}
        keyOf={({ endpoint }) => endpoint}
        notesOf={({ warnings }) => warnings}
        density="compact"
      />
    )}
    {troubles.length === 0 ? null : (
      <ul className="app-troubles">
        {troubles.map((trouble) => (
          <li key={trouble}>{onOneLine(trouble)}</li>
        ))}
      </ul>
    )}
  </section>
);
