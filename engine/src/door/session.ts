import {
  UserError,
  type Connection,
  type Manifest,
  type ModelError,
  type Plan,
  type PreflightFinding,
  type Provider,
  type RunListener,
  type Suite,
  type Task,
} from '@benchloop/spec';
import { normaliseEndpoint } from '../kit/normalise-endpoint.ts';
import type { Parts } from './lists.ts';
import type { LocalFacts } from '../store/local-facts.ts';
import { throughStatedServer } from './through-stated-server.ts';
import type { WorkItem } from '../run/run-trial.ts';
import { connectTimeoutMs, firstIdleTimeoutMs } from '../run/defaults.ts';

/** What every run, new or resumed, is done with. */
export type Session = {
  home: string;
  parts: Parts;
  listener: RunListener;
  /** Ends the run after the trials in flight. */
  stopSoon: AbortSignal;
  /** Ends the calls in flight as well. */
  stopNow: AbortSignal;
  /** True starts at once, whoever else uses the endpoint. */
  ignoreQueue: boolean;
  apiKey: string | null;
  /** Folders of the suites among `parts` that came from one: absolute path by suite id. */
  suiteFolders?: Record<string, string>;
  allowInsecure: boolean;
  /** Folders to look for models in, besides those that are known. */
  modelFolders?: readonly string[];
  /** Unloads the model first, where the server can, so that its loading is timed. */
  coldStart?: boolean;
  /** Asked before the first trial where the stack can't do a part of the plan; false stops. Left out = go on without it. */
  onImpossible?: (impossible: readonly PreflightFinding[]) => Promise<boolean>;
};

/** Before the first trial nothing is lost by stopping, so that either wish ends what is being done. */
export const eitherStop = ({ stopSoon, stopNow }: Pick<Session, 'stopSoon' | 'stopNow'>): AbortSignal =>
  AbortSignal.any([stopSoon, stopNow]);

/** Throws `UserError` where the person stopped: half of a proof proves nothing. */
export const requireNoStop = (session: Pick<Session, 'stopSoon' | 'stopNow'>): void => {
  if (eitherStop(session).aborted) throw new UserError('Stopped before the first trial.', 'Start it again when it is wanted.');
};

export const partOf = <Part>(parts: Map<string, Part>, kind: string, id: string): Part => {
  const part = parts.get(id);
  if (part === undefined)
    throw new UserError(
      `This version of BenchLoop has no ${kind} named ${JSON.stringify(id)}.`,
      `It has: ${[...parts.keys()].join(', ')}.`,
    );
  return part;
};

/** A failure before the first trial is the person's to mend: one message, exit code 2. */
export const userErrorOf = (error: ModelError): UserError => new UserError(error.message, error.hint);

/** Equal for two runs that would disturb each other. */
export const queueKeyOf = (provider: Provider, local: LocalFacts): string => {
  if (provider.embedded || local.serverCommand !== undefined) return 'embedded';
  return local.endpoint === null ? `${provider.id}:${local.model ?? ''}` : normaliseEndpoint(local.endpoint);
};

/** Ollama names files by their digest; the plan then has the name that people know. */
const withKnownName = (connection: Connection, name: string | null): Connection =>
  name !== null && /^sha256-[0-9a-f]{64}$/u.test(connection.model.name)
    ? { ...connection, model: { ...connection.model, name } }
    : connection;

/** A provider that takes no JSON Schema settles what no question to its server needs to ask. */
const withConstraints = (connection: Connection, { constraints = [] }: Provider): Connection => {
  if (constraints.includes('json-schema')) return connection;
  const { model } = connection;
  return { ...connection, model: { ...model, capabilities: { ...model.capabilities, jsonSchema: 'no' } } };
};

/** A cold start that was asked for and did not happen would be read as a fast load. */
const requireLoaded = async ({ server, close }: Connection): Promise<void> => {
  if (server.loadMs !== null) return;
  await close();
  throw new UserError(
    `A cold start was asked for, but ${server.kind} can’t be made to unload its model from here, so its loading can’t be timed.`,
    'Leave out --cold-start, or restart the server yourself before the run. Ollama, by its own API, and the embedded engine load anew when asked.',
  );
};

const only = (plan: Plan): string[] =>
  (
    [
      ['--kv-type', plan.kvType],
      ['--batch-size', plan.batchSize],
      ['--flash-attention', plan.flashAttention],
      ['--draft-model', plan.draftModel],
    ] as const
  ).flatMap(([flag, setting]) => (setting === undefined || setting.value === null ? [] : [flag]));

/** A setting that reaches nothing would be recorded as if it had been in force. */
const requireEffect = (plan: Plan, { embedded }: Provider): void => {
  const flags = only(plan);
  if (embedded || flags.length === 0) return;
  throw new UserError(
    `${flags.join(', ')} can’t reach a server that runs already: it sets its own values when it is started.`,
    'Leave it out, use the embedded engine with --provider llama-cpp, or have the server started with --server-command.',
  );
};

const open = async (plan: Plan, local: LocalFacts, session: Session): Promise<Connection> => {
  const provider = partOf(session.parts.providers, 'provider', plan.provider.value);
  session.listener({ type: 'stage', stage: 'connecting', message: plan.endpoint.value ?? provider.title, share: null });
  const result = await provider.connect(
    {
      endpoint: local.endpoint,
      model: local.model,
      apiKey: session.apiKey,
      allowInsecure: session.allowInsecure,
      contextTokens: plan.contextTokens.value,
      threads: plan.threads.value,
      gpuLayers: plan.gpuLayers.value,
      kvType: plan.kvType?.value ?? null,
      batchSize: plan.batchSize?.value ?? null,
      flashAttention: plan.flashAttention?.value ?? null,
      draftModel: local.draftModel ?? null,
      connectTimeoutMs,
      idleTimeoutMs: plan.timeoutMs.value ?? firstIdleTimeoutMs,
      ...(session.coldStart === true ? { coldStart: true } : {}),
      ...(plan.serverKind === undefined ? {} : { serverKind: plan.serverKind.value }),
      onProgress: (message, share) => session.listener({ type: 'stage', stage: 'loading', message, share }),
    },
    eitherStop(session),
  );
  if (!result.ok) throw userErrorOf(result.error);
  return withKnownName(withConstraints(result.connection, provider), plan.model.value);
};

/** Opens the way to the model of a plan; a server that the plan states is started first, and stopped when the way is closed. */
export const connect = async (plan: Plan, local: LocalFacts, session: Session): Promise<Connection> => {
  const command = local.serverCommand;
  if (command === undefined) requireEffect(plan, partOf(session.parts.providers, 'provider', plan.provider.value));
  const connection =
    command === undefined
      ? await open(plan, local, session)
      : await throughStatedServer({
          command,
          plan,
          local,
          session,
          stop: eitherStop(session),
          open: (there) => open(plan, there, session),
        });
  if (session.coldStart === true) await requireLoaded(connection);
  return connection;
};

export const trialIdOf = (suiteId: string, taskId: string, index: number): string => `${suiteId}/${taskId}#${index}`;

/** Every trial of a manifest, repeats interleaved so that drift spreads over all tasks. */
export const workOf = (manifest: Manifest, suites: Map<string, Suite>, tasks: ReadonlyMap<string, Task[]>): WorkItem[] =>
  manifest.suites.flatMap(({ id }) => {
    const suite = partOf(suites, 'suite', id);
    return Array.from({ length: manifest.trials }, (_, index) =>
      (tasks.get(id) ?? []).map((task) => ({ suite, task, index, trialId: trialIdOf(id, task.id, index) })),
    ).flat();
  });
