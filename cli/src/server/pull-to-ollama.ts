import { UserError } from '@benchloop/spec';

/** A busy Ollama may be silent for longer than a page waits to show who is there. */
const secondLookMs = 20_000;

type Wanted = { source: string; endpoint: string | null };
type Tools = {
  home: string;
  env: NodeJS.ProcessEnv;
  signal: AbortSignal;
  onBytes: (received: number, total: number | null) => void;
};

const ollamaHere = async ({ home, env, signal }: Tools): Promise<string> => {
  const { discoverServers } = await import('@benchloop/engine');
  const quick = await discoverServers({ home, env, signal });
  const isSure =
    quick.servers.some(({ kind }) => kind === 'ollama') || (quick.silent.length === 0 && !quick.servers.some(({ partly }) => partly));
  const { servers } = isSure ? quick : await discoverServers({ home, env, signal, deadlineMs: secondLookMs });
  const [first, second] = servers.filter(({ kind }) => kind === 'ollama');
  if (first === undefined)
    throw new UserError('No Ollama was found on this machine.', 'Start it with `ollama serve`, or save its address, then resume.');
  if (second === undefined) return first.endpoint;
  throw new UserError(`There are several: ${first.endpoint} and ${second.endpoint}.`, 'Name the address of one of them.');
};

/** Has an Ollama fetch a model, with the key that is kept for exactly that server. */
export const pullToOllama = async (wanted: Wanted, tools: Tools): Promise<void> => {
  const engine = await import('@benchloop/engine');
  const { home, env, signal, onBytes } = tools;
  const endpoint = wanted.endpoint ?? (await ollamaHere(tools));
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
