import { onOneLine } from '@benchloop/ui';

type TroublesProps = { servers: number; troubles: readonly string[]; waiting: readonly string[] };

/** What is said where no server answers, who has not answered yet, and what was looked at in vain. */
export const ServerTroubles = ({ servers, troubles, waiting }: TroublesProps) => (
  <section aria-label="Servers that do not answer">
    {servers + waiting.length > 0 ? null : (
      <p className="app-prose">
        No server answers on this machine. Models on disk run in the embedded engine without one. Start Ollama, LM Studio, llama.cpp or
        another server and it shows up here by itself, or save the address of one elsewhere.
      </p>
    )}
    {waiting.map((address) => (
      <p key={address} role="status">
        <code>{onOneLine(address)}</code> has not answered yet. It may be busy or loading a model; it is given a second, and asked again
        with each look.
      </p>
    ))}
    {troubles.length === 0 ? null : (
      <ul className="app-troubles">
        {troubles.map((trouble) => (
          <li key={trouble}>{onOneLine(trouble)}</li>
        ))}
      </ul>
    )}
  </section>
);
