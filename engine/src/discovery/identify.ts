import type { ProbeAnswers } from './answers.ts';
import { serverKinds } from './kinds/index.ts';
import type { KindMatch, ServerKind, ServerModel } from './server-kind.ts';

/** Paths below a server's root that together tell every kind apart. GET only; none of them loads or calls a model. */
export const probePaths: readonly string[] = [
  '/',
  '/v1/models',
  '/models',
  '/api/v0/models',
  '/api/v1/models',
  '/api/version',
  '/api/tags',
  '/api/ps',
  '/api/extra/version',
  '/api/extra/true_max_context_length',
  '/engines/v1/models',
  '/props',
  '/running',
  '/server_info',
  '/get_server_info',
  '/model_info',
  '/get_model_info',
  '/version',
  '/info',
  '/system',
  '/health/liveliness',
  '/health/readiness',
];

/** Paths worth asking only after the first answers: `/health` makes some gateways call every model they know. */
export const laterPaths = (answers: ProbeAnswers): string[] =>
  [...answers.values()].some(({ headers }) => (headers['server'] ?? '').startsWith('BaseHTTP/')) ? ['/health'] : [];

export type Identity = {
  kind: ServerKind['id'];
  /** As people call it; a proxy with the kind that shows behind it. */
  title: string;
  match: KindMatch;
  models: ServerModel[];
};

const behind = (kind: ServerKind, answers: ProbeAnswers): string => {
  if (!kind.proxy) return '';
  const upstream = serverKinds.find((other) => !other.proxy && other.id !== 'openai-compatible' && other.match(answers) !== null);
  return upstream === undefined ? '' : ` → ${upstream.title}`;
};

/** Which server gave these answers; null where they are no LLM server's. Pure. */
export const identify = (answers: ProbeAnswers): Identity | null => {
  for (const kind of serverKinds) {
    const match = kind.match(answers);
    if (match !== null) return { kind: kind.id, title: `${kind.title}${behind(kind, answers)}`, match, models: kind.models(answers) };
  }
  return null;
};
