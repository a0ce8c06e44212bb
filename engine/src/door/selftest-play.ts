import type { Connection, Harness, Suite, Task, Trial } from '@benchloop/spec';
import { oracleIds, type ClientId } from '../providers/mock/behaviour.ts';
import { connectTimeoutMs, defaultSamplingSeed, defaultTemperature, firstIdleTimeoutMs } from '../run/defaults.ts';
import { runTrial } from '../run/run-trial.ts';
import { createTimeoutEstimator } from '../run/timeouts.ts';
import { mapLimited } from '../kit/map-limited.ts';
import type { Parts } from './lists.ts';
import { partOf, trialIdOf, userErrorOf } from './session.ts';

/** One client of the mock that answers every task of a suite through one harness. */
export type Game = { suite: Suite; tasks: readonly Task[]; client: ClientId; harness: Harness };
export type Played = { client: ClientId; harness: Harness; trials: Trial[] };
export type PlayOptions = { parts: Parts; signal: AbortSignal; /** Called after each trial. */ step: () => void };

const manifest = {
  sampling: { temperature: defaultTemperature, topP: null, seed: defaultSamplingSeed },
  thinking: 'default' as const,
  maxTokens: null,
};

/** Tasks that run code or ask a database wait for another process most of the time. */
export const playedAtOnce = 4;

/** A control's reply must reach the scorer whole, so it is written in few, long tokens; an oracle's must fit the task's limit. */
const modelOf = (client: ClientId): string => (oracleIds.some((id) => id === client) ? client : `${client};token=10000`);

const connectTo = async (client: ClientId, { parts, signal }: PlayOptions): Promise<Connection> => {
  const unknown = { endpoint: null, apiKey: null, allowInsecure: false, contextTokens: null, threads: null, gpuLayers: null };
  const provider = partOf(parts.providers, 'provider', 'mock');
  const result = await provider.connect(
    { ...unknown, model: modelOf(client), connectTimeoutMs, idleTimeoutMs: firstIdleTimeoutMs },
    signal,
  );
  if (!result.ok) throw userErrorOf(result.error);
  return result.connection;
};

/** Plays through the same code as a real run, and keeps nothing on disk. */
export const play = async ({ suite, tasks, client, harness }: Game, options: PlayOptions): Promise<Played> => {
  const connection = await connectTo(client, options);
  const playTask = async (task: Task): Promise<Trial> => {
    options.signal.throwIfAborted();
    const { trial } = await runTrial(
      { suite, task, index: 0, trialId: trialIdOf(suite.id, task.id, 0) },
      {
        runId: 'selftest',
        manifest,
        harness,
        connection,
        createEnvironment: options.parts.createEnvironment,
        sandbox: options.parts.sandbox,
        estimator: createTimeoutEstimator(null),
        // A signal of its own: hundreds of waiting trials would otherwise hang on one.
        signal: AbortSignal.any([options.signal]),
        listener: () => undefined,
      },
    );
    options.step();
    return trial;
  };
  // A client that only fails spends its time waiting between retries, so all its trials wait together.
  const trials = client === 'error' ? await Promise.all(tasks.map(playTask)) : await mapLimited(tasks, playedAtOnce, playTask);
  await connection.close();
  return { client, harness, trials };
};
