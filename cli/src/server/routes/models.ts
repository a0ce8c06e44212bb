import { Hono } from 'hono';
import { z } from 'zod';
import type { ModelCard, ModelsAnswer, ServerCard } from '@benchloop/spec';
import type * as Engine from '@benchloop/engine';
import type { FoundServer, ModelRow, ModelSurvey } from '@benchloop/engine';
import { readModelFolders } from '../../edge/config-file.ts';
import { saySource, sayTroubles } from '../../edge/say-discovery.ts';
import type { ServerContext } from '../context.ts';
import { demoModels } from '../demo.ts';
import { diskModelId } from '../model-ids.ts';
import { readBody } from '../problem.ts';

const mostResults = 20;
/** Long enough for servers of this machine that are free; the others are waited for by a second look. */
const firstLookMs = 300;
const atSchema = z.object({ endpoint: z.string().min(1).max(2000) });
const searchSchema = z.object({
  text: z.string().trim().max(200),
  format: z.enum(['gguf', 'mlx', 'safetensors']),
  sized: z.boolean(),
});
const repoSchema = z.object({ repo: z.string().regex(/^[\w][\w.-]*\/[\w][\w.-]*$/u) });

const warningsOf = (server: FoundServer, { faultsOf, remedyOf }: Pick<typeof Engine, 'faultsOf' | 'remedyOf'>): string[] => [
  ...faultsOf(server.facts).map(
    (fault) => `Version ${server.facts.version ?? ''} ${fault.what} (${fault.source}). ${remedyOf([fault]) ?? ''}`,
  ),
  ...(server.needsKey ? ['It asks for a key. Save the endpoint with its key below.'] : []),
  ...(server.partly ? ['It did not answer all questions within a second, so its kind and models may be others. Look again.'] : []),
  ...(server.facts.version === null
    ? ['It does not tell its version, so a later run cannot tell whether the server changed. Note the version yourself.']
    : []),
];

const serverCard = (server: FoundServer, engine: typeof Engine): ServerCard => ({
  endpoint: server.endpoint,
  title: server.title,
  kind: server.kind,
  version: server.facts.version,
  knownFrom: saySource(server.source),
  needsKey: server.needsKey,
  models: server.models.filter(({ chats }) => chats).length,
  warnings: warningsOf(server, engine),
});

/** The page gets an id in place of the path of a file, and the provider and address that a run of it takes. */
const modelCard = (row: ModelRow, servers: readonly FoundServer[]): ModelCard => {
  const { path, endpoint, ...rest } = row;
  const isOllama = servers.some((server) => server.endpoint === endpoint && server.kind === 'ollama');
  return {
    ...rest,
    id: path === null ? row.name : diskModelId(row.name, path),
    endpoint: isOllama ? (endpoint?.replace(/\/v1$/u, '') ?? null) : endpoint,
    provider: path !== null ? 'llama-cpp' : isOllama ? 'ollama' : 'openai',
    family: row.family ?? null,
    tested: [...row.tested],
  };
};

const answerOf = ({ models, discovery }: ModelSurvey, engine: typeof Engine): ModelsAnswer => ({
  models: models.map((row) => modelCard(row, discovery.servers)),
  servers: discovery.servers.map((server) => serverCard(server, engine)),
  troubles: sayTroubles({ ...discovery, servers: [] }),
});

/** What a short look gave: who is silent or was cut off may still answer, and is no trouble yet. */
const firstAnswerOf = (survey: ModelSurvey, engine: typeof Engine): ModelsAnswer => {
  const { discovery } = survey;
  const partly = discovery.servers.filter(({ partly: isCut }) => isCut);
  const whole = discovery.servers.filter((server) => !partly.includes(server));
  const models = survey.models.filter(({ endpoint }) => !partly.some((server) => server.endpoint === endpoint));
  return {
    ...answerOf({ models, discovery: { ...discovery, servers: whole, silent: [] } }, engine),
    waiting: [...discovery.silent, ...partly.map(({ endpoint }) => endpoint)],
  };
};

/** Models of servers and of this machine's disk, and those of Hugging Face. */
export const createModelRoutes = ({ home, env, demo, signal }: ServerContext) => {
  const machineOf = async () => {
    const { readMachine } = await import('@benchloop/engine');
    return readMachine(home);
  };
  let machine: ReturnType<typeof machineOf> | null = null;
  const oneMachine = () => (machine ??= machineOf());
  const hubOptions = async () => ({ home, env, machine: await oneMachine(), signal });
  return new Hono()
    .get('/', async (context) => {
      if (demo) return context.json(demoModels());
      const engine = await import('@benchloop/engine');
      const isFirst = context.req.query('look') === 'first';
      const deadline = isFirst ? { deadlineMs: firstLookMs } : {};
      const survey = await engine.surveyModels({ home, env, folders: await readModelFolders(home), machine: oneMachine(), ...deadline });
      return context.json((isFirst ? firstAnswerOf : answerOf)(survey, engine));
    })
    .post('/at', async (context) => {
      const engine = await import('@benchloop/engine');
      const { endpoint } = await readBody(context, atSchema);
      // An address from a page gets a key that is kept for exactly this server, never one without a host.
      const key = await engine.keyFor({ endpoint, endpointOrigin: 'config', flag: null, home, env });
      const search = { home, env, signal, provider: null, allowInsecure: false };
      const models = await engine.listEndpointModels({ ...search, endpoint, apiKey: key.value });
      return context.json({ models: models.map(({ name }) => name) });
    })
    .post('/hub', async (context) => {
      const engine = await import('@benchloop/engine');
      const query = await readBody(context, searchSchema);
      return context.json(await engine.searchModels({ ...query, limit: mostResults }, await hubOptions()));
    })
    .post('/hub/choices', async (context) => {
      const engine = await import('@benchloop/engine');
      const { repo } = await readBody(context, repoSchema);
      return context.json(await engine.hubChoices(repo, await hubOptions()));
    });
};
