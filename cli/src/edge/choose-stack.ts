import type * as Engine from '@benchloop/engine';
import type { Discovery, FoundServer, RunOptions, Stack } from '@benchloop/engine';
import { exitCode, UserError, type Origin, type Plan } from '@benchloop/spec';
import { noteLine } from './print.ts';
import { sayBytes } from './say-bytes.ts';
import { sayServer, sayTroubles } from './say-discovery.ts';

type Layers = { flag: RunOptions; config: RunOptions; environment: RunOptions };

/** One entry of the question: a model of a server, or null for the starter model. */
export type Offer = { label: string; hint: string; stack: Stack | null };

export type ChooseOptions = {
  layers: Layers;
  engine: Pick<typeof Engine, 'discoverServers' | 'providerFor' | 'stackForModel' | 'stackOf'>;
  home: string;
  env: NodeJS.ProcessEnv;
  providers: readonly string[];
  /** Folders to look for models in, besides those that are known. */
  folders?: readonly string[];
  /** The key that the person gave for this run. */
  apiKey?: string;
  /** Null where nobody can be asked: a pipe, a CI job, `--json` or `--yes`. */
  ask: ((offers: Offer[]) => Promise<Offer | null>) | null;
};

const said = (layers: Layers, key: 'model' | 'endpoint' | 'provider' | 'serverKind' | 'serverCommand'): string | null =>
  layers.flag[key] ?? layers.config[key] ?? layers.environment[key] ?? null;

const originOf = ({ flag, config }: Layers): Origin =>
  flag.endpoint !== undefined ? 'flag' : config.endpoint !== undefined ? 'config' : 'environment';

/** Only a file, the starter model or something to fetch is written like this; no server has it. */
const isNoName = (model: string): boolean =>
  model === 'starter' || /\.gguf$/iu.test(model) || /^(?:[~/\\]|\.{1,2}[\\/]|[a-z]:[\\/]|hf:|pypi:|https?:)/iu.test(model);

const starter: Offer = { label: 'starter model in the embedded engine', hint: 'needs no server', stack: null };

const offersOf = (servers: readonly FoundServer[], { engine, providers }: ChooseOptions): Offer[] =>
  servers.flatMap((server) =>
    server.models
      .filter(({ chats }) => chats)
      .map((model) => ({
        label: `${model.id}  on ${server.title}${model.runs === 'cloud' ? ', cloud' : ''} ${new URL(server.endpoint).host}`,
        hint: [
          model.model.quantization,
          model.model.sizeBytes === null ? null : sayBytes(model.model.sizeBytes),
          model.state === 'loaded' ? 'loaded' : null,
        ]
          .filter((part) => part !== null)
          .join(', '),
        stack: engine.stackOf(server, model, providers),
      })),
  );

const saySeen = ({ servers }: Discovery): string =>
  servers.length === 0
    ? 'No server was found on this machine; the starter model runs in the embedded engine.'
    : `Found ${servers.map(sayServer).join('; ')}. The starter model runs in the embedded engine; name a server with --endpoint.`;

const cancelled = (): UserError =>
  new UserError('Nothing was chosen, so nothing was run.', 'Name a model with --model or a server with --endpoint.', exitCode.interrupted);

/** The API was not chosen by the person, and its answers are measured through it. */
const sayApi = (provider: string, endpoint: string): void => {
  if (provider === 'openai-responses')
    noteLine(`The server at ${endpoint} has only the Responses API, so it is asked through that (--provider openai-responses).`);
};

/** Nobody named a model or a server: look what is there, and let the person pick where one can be asked. */
const chooseFreely = async (options: ChooseOptions): Promise<Stack | null> => {
  const found = await options.engine.discoverServers({ home: options.home, env: options.env });
  const offers = offersOf(found.servers, options);
  if (options.ask === null || offers.length === 0) {
    noteLine(saySeen(found));
    return null;
  }
  for (const line of sayTroubles(found)) noteLine(`! ${line}`);
  const picked = await options.ask([...offers, starter]);
  if (picked === null) throw cancelled();
  if (picked.stack === null) return null;
  sayApi(picked.stack.provider, picked.stack.endpoint);
  noteLine(`Without the question: bench-loop run --endpoint ${picked.stack.endpoint} --model ${picked.stack.model}`);
  return picked.stack;
};

/**
 * What was not said and can be found out: the server and model to run, for settings that name none or only a model, and
 * the provider for an address. Null = as without this step. Nothing is remembered.
 */
export const chooseStack = async (options: ChooseOptions): Promise<Partial<Stack> | null> => {
  const { layers, engine, home, env, providers, folders } = options;
  if (said(layers, 'provider') !== null || said(layers, 'serverCommand') !== null) return null;
  const endpoint = said(layers, 'endpoint');
  if (endpoint !== null) {
    if (said(layers, 'serverKind') !== null) return null;
    const endpointOrigin = originOf(layers);
    const key = options.apiKey === undefined ? {} : { apiKey: options.apiKey };
    const provider = await engine.providerFor(endpoint, { home, env, providers, endpointOrigin, ...key });
    if (provider !== null) sayApi(provider, endpoint);
    return provider === null ? null : { provider };
  }
  const model = said(layers, 'model');
  if (model === null) return chooseFreely(options);
  if (isNoName(model)) return null;
  const stack = await engine.stackForModel(model, { home, env, providers, ...(folders === undefined ? {} : { folders }) });
  if (stack === null) return null;
  noteLine(`${stack.model} is not on this disk; the server at ${stack.endpoint} has it.`);
  sayApi(stack.provider, stack.endpoint);
  return stack;
};

/** The plan with the origin of what was found out; what the person said keeps its own. */
export const withFound = (plan: Plan, found: Partial<Stack> | null, layers: Layers): Plan => {
  const keys = (['provider', 'endpoint', 'model'] as const).filter((key) => found?.[key] !== undefined && said(layers, key) === null);
  return { ...plan, ...Object.fromEntries(keys.map((key) => [key, { value: plan[key].value, origin: 'found' }])) };
};

/** Whether a person sits there and wants to be asked. */
export const canAsk = (options: { json?: boolean; yes?: boolean }): boolean =>
  options.json !== true &&
  options.yes !== true &&
  process.stdin.isTTY === true &&
  process.stderr.isTTY === true &&
  // A terminal that tells no width can't show a list.
  process.stderr.columns > 0 &&
  (process.env['CI'] ?? '') === '';

/** Asks on the terminal; null = the person left. */
export const askOnTerminal = async (offers: Offer[]): Promise<Offer | null> => {
  const { isCancel, select } = await import('@clack/prompts');
  const picked = await select({
    message: 'Which one do you want to run?',
    options: offers.map((offer) => ({ value: offer, label: offer.label, hint: offer.hint })),
    maxItems: 12,
    output: process.stderr,
  });
  return isCancel(picked) ? null : picked;
};
