import type { Discovery, FoundServer } from '@benchloop/engine';
import { UserError, type Milliseconds } from '@benchloop/spec';

/** A busy Ollama may be silent for longer than a page waits to show who is there. */
const secondLookMs: Milliseconds = 20_000;

type Wanted = { source: string; endpoint: string | null };
type Tools = {
  home: string;
  env: NodeJS.ProcessEnv;
  signal: AbortSignal;
  onBytes: (received: number, total: number | null) => void;
};

type Seen = Pick<Discovery, 'silent'> & { servers: Pick<FoundServer, 'endpoint' | 'kind' | 'partly'>[] };

/** The address of the one Ollama here. Who was too busy for a quick look gets a long one. Throws `UserError` for none and for several. */
export const findOllama = async (look: (deadlineMs?: Milliseconds) => Promise<Seen>): Promise<string> => {
  const ollamasOf = ({ servers }: Seen) => servers.filter(({ kind }) => kind === 'ollama');
  const quick = await look();
  const mayBeBusy = quick.silent.length > 0 || quick.servers.some(({ partly }) => partly);
  const [first, second] = ollamasOf(ollamasOf(quick).length === 0 && mayBeBusy ? await look(secondLookMs) : quick);
  if (first === undefined)
    throw new UserError('No Ollama was found on this machine.', 'Start it with `ollama serve`, or save its address, then resume.');
  if (second === undefined) return first.endpoint;
  throw new UserError(`There are several: ${first.endpoint} and ${second.endpoint}.`, 'Name the address of one of them.');
};

/** Has an Ollama fetch a model, with the key that is kept for exactly that server. */
export const pullToOllama = async (wanted: Wanted, tools: Tools): Promise<void> => {
  const engine = await import('@benchloop/engine');
  const { home, env, signal, onBytes } = tools;
  const look = (deadlineMs?: Milliseconds) =>
    engine.discoverServers({ home, env, signal, ...(deadlineMs === undefined ? {} : { deadlineMs }) });
  const endpoint = wanted.endpoint ?? (await findOllama(look));
  const key = await engine.keyFor({ endpoint, endpointOrigin: 'config', flag: null, home, env });
  await engine.pullToServer({
    model: wanted.source,
    endpoint,
    apiKey: key.value,
    allowInsecure: false,
    signal,
    home,
    env,
    onProgress: ({ completedBytes, totalBytes }) => onBytes(completedBytes, totalBytes === 0 ? null : totalBytes),
  });
};
