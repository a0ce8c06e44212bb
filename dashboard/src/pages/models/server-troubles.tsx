import { onOneLine } from '@benchloop/ui';

/** What is said where no server answers, and what was looked at in vain. */
export const ServerTroubles = ({ servers, troubles }: { servers: number; troubles: string[] }) => (
  <section aria-label="Servers that do not answer">
    {servers > 0 ? null : (
      <p className="app-prose">
        No server answers on this machine. Models on disk run in the embedded engine without one. Start Ollama, LM Studio, llama.cpp or
        another server and it shows up here by itself, or save the address of one elsewhere.
      </p>
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
