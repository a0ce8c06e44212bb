import type { Connection, Plan, RunListener, ServerFacts } from '@benchloop/spec';
import { nameFacts } from '../kit/model-name.ts';
import { digestOfModel } from '../providers/llama-cpp/model-parts.ts';
import { firstIdleTimeoutMs } from '../run/defaults.ts';
import { fillCommand, openIn, publicCommand, type CommandValues } from '../stated-server/fill-command.ts';
import { joinCommand } from '../stated-server/split-command.ts';
import { freePort, startStatedServer, type StatedServer } from '../stated-server/start-server.ts';
import type { LocalFacts } from '../store/local-facts.ts';

type Stated = {
  command: string;
  plan: Plan;
  local: LocalFacts;
  session: { home: string; listener: RunListener };
  /** Ends the start. */
  stop: AbortSignal;
  open: (local: LocalFacts) => Promise<Connection>;
};

const textOf = (value: string | number | null | undefined): string | null => (value === null || value === undefined ? null : String(value));

const valuesOf = ({ plan, local }: Pick<Stated, 'plan' | 'local'>, port: number): CommandValues => ({
  model: local.model,
  draft: local.draftModel ?? null,
  context: textOf(plan.contextTokens.value),
  threads: textOf(plan.threads.value),
  gpuLayers: textOf(plan.gpuLayers.value),
  kvType: textOf(plan.kvType?.value),
  batch: textOf(plan.batchSize?.value),
  flash: textOf(plan.flashAttention?.value),
  port: String(port),
});

const settingsIn = ({ plan }: Pick<Stated, 'plan'>): Record<string, string> =>
  Object.fromEntries(
    [
      ['kvType', textOf(plan.kvType?.value)],
      ['batchSize', textOf(plan.batchSize?.value)],
      ['flashAttention', textOf(plan.flashAttention?.value)],
      ['draftModel', textOf(plan.draftModel?.value)],
      ['contextAsked', textOf(plan.contextTokens.value)],
    ].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  ) as Record<string, string>;

/** What the person stated to the server, where the server itself tells nothing of it. */
const factsOf = (stated: Stated, { loadMs }: StatedServer, server: ServerFacts): ServerFacts => ({
  ...server,
  loadMs: server.loadMs ?? loadMs,
  threads: server.threads ?? (typeof stated.plan.threads.value === 'number' ? stated.plan.threads.value : null),
  gpuLayers: server.gpuLayers ?? (typeof stated.plan.gpuLayers.value === 'number' ? stated.plan.gpuLayers.value : null),
  flags: { ...server.flags, ...settingsIn(stated), startedBy: publicCommand(stated.command) },
});

/** The file that the server was given is known, whatever the server tells of it. */
const withFile = async (stated: Stated, connection: Connection): Promise<Connection['model']> => {
  const { local, session, plan } = stated;
  if (local.model === null || !openIn(stated.command).includes('model')) return connection.model;
  const digest = await digestOfModel(local.model, session.home, (share) =>
    session.listener({ type: 'stage', stage: 'loading', message: 'digest', share }),
  );
  const { model } = connection;
  return {
    ...model,
    weightsDigest: model.weightsDigest ?? digest,
    quantization: model.quantization ?? nameFacts(plan.model.value ?? '').quantization,
  };
};

/** Starts the server of a command, opens the way to its model, and stops the server when that way is closed. Throws `UserError`. */
export const throughStatedServer = async (stated: Stated): Promise<Connection> => {
  const { command, local, session, stop, open } = stated;
  const port = await freePort();
  const words = fillCommand(command, valuesOf(stated, port));
  session.listener({ type: 'stage', stage: 'loading', message: `starting ${joinCommand(words)}`, share: null });
  const server = await startStatedServer({ words, port, signal: stop, readyWithinMs: firstIdleTimeoutMs });
  try {
    const isFile = openIn(command).includes('model');
    const connection = await open({ ...local, endpoint: server.endpoint, model: isFile ? null : local.model });
    return {
      ...connection,
      model: await withFile(stated, connection),
      server: factsOf(stated, server, connection.server),
      close: async () => {
        await connection.close();
        await server.stop();
      },
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
};
