import type { Connection, Model, ModelEvent, ModelRequest, ServerFacts } from '@benchloop/spec';
import { isLoopback } from '../loopback.ts';
import type { Asker } from './server-questions.ts';

export type WireConnection = {
  asker: Asker;
  model: Model;
  server: Pick<ServerFacts, 'kind' | 'version'> & Partial<ServerFacts>;
  generate: (request: ModelRequest, signal: AbortSignal) => AsyncIterable<ModelEvent>;
  identify?: (signal: AbortSignal) => Promise<Model | null>;
  identifyServer?: (signal: AbortSignal) => Promise<Pick<ServerFacts, 'kind' | 'version'> | null>;
};

/** A connection to a server whose calls end when it is closed; facts that are not given are unknown. */
export const wireConnection = ({ asker, model, server, generate, identify, identifyServer }: WireConnection): Connection => {
  const closed = new AbortController();
  return {
    model,
    server: {
      place: isLoopback(asker.base) ? 'local' : 'remote',
      threads: null,
      gpuLayers: null,
      slots: null,
      loadMs: null,
      memoryEstimateBytes: null,
      flags: {},
      ...server,
    },
    generate: (request, { signal }) => generate(request, AbortSignal.any([signal, closed.signal])),
    ...(identify === undefined ? {} : { identify: () => identify(closed.signal) }),
    ...(identifyServer === undefined ? {} : { identifyServer: () => identifyServer(closed.signal) }),
    close: async () => closed.abort(),
  };
};

/** What a model at a server was seen to accept, so that a rejected option is tried once. */
export const rememberPerModel = <Traits>(create: () => Traits): ((asker: Asker, model: string) => Traits) => {
  const known = new Map<string, Traits>();
  return (asker, model) => {
    const key = `${asker.base} ${model}`;
    const traits = known.get(key) ?? create();
    known.set(key, traits);
    return traits;
  };
};
