import type { ConnectOptions, ModelError } from '@benchloop/spec';
import type { MeasuringClient } from '../../kit/http/client.ts';
import { textOf } from '../../kit/wire/members.ts';
import { askerOf, askJson, type Asker } from '../../kit/wire/server-questions.ts';
import { modelError } from '../../kit/wire/wire-error.ts';
import { errorHints } from './errors.ts';
import { tagsOf, type ListedTag } from './facts.ts';
import { knownVersion } from './version.ts';

/** Where Ollama listens unless it is told otherwise. */
export const defaultEndpoint = 'http://127.0.0.1:11434';

/** People paste the address of the OpenAI-compatible API or of a route. */
const tail = /\/(?:v1(?:\/.*)?|api(?:\/.*)?)$/u;

export const ollamaAsker = (
  client: MeasuringClient,
  options: ConnectOptions,
  signal: AbortSignal,
): { ok: true; asker: Asker } | { ok: false; error: ModelError } =>
  askerOf({
    client,
    options,
    signal,
    defaultEndpoint,
    tail,
    headersOf: (apiKey): Record<string, string> => (apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
  });

export type Reached = { ok: true; asker: Asker; version: string | null; tags: ListedTag[] } | { ok: false; error: ModelError };

const noOllama = (origin: string): ModelError => errorHints(modelError('wrong-server', `The server at ${origin} is no Ollama.`));

/** Asks who is there and which models it has. */
export const reach = async (client: MeasuringClient, options: ConnectOptions, signal: AbortSignal): Promise<Reached> => {
  const found = ollamaAsker(client, options, signal);
  if (!found.ok) return found;
  const { asker } = found;
  const version = await askJson(asker, { path: '/api/version' });
  if (!version.ok) return { ok: false, error: version.error.kind === 'not-found' ? noOllama(asker.origin) : errorHints(version.error) };
  const answer = await askJson(asker, { path: '/api/tags' });
  if (!answer.ok) return { ok: false, error: errorHints(answer.error) };
  const tags = tagsOf(answer.value);
  const told = textOf(version.value['version']);
  if (tags === null || told === null) return { ok: false, error: noOllama(asker.origin) };
  return { ok: true, asker, version: knownVersion(told), tags };
};
