import { anyHeader, objectAt, type ProbeAnswers } from './answers.ts';
import { listAt, ownedBy } from './listed.ts';
import { serverKinds } from './kinds/index.ts';
import { matched, type KindMatch, type ServerKind, type ServerModel } from './server-kind.ts';

/**
 * Paths below a server's root that together tell the kinds apart. GET only; none of them
 * loads or calls a model. What tells most stands first, as a slow server answers only a few in time.
 */
export const probePaths: readonly string[] = [
  '/v1/models',
  '/',
  '/health/liveliness',
  '/api/version',
  '/api/tags',
  '/props',
  '/api/v0/models',
  '/api/v1/models',
  '/api/ps',
  '/version',
  '/running',
  '/info',
  '/server_info',
  '/model_info',
  '/system',
  '/api/extra/version',
  '/api/extra/true_max_context_length',
  '/engines/v1/models',
  '/health/readiness',
];

/** Paths worth asking only after the first answers: `/health` makes some gateways call every model they know. */
export const laterPaths = (answers: ProbeAnswers): string[] => [
  ...(listAt(answers, '/v1/models') === null && answers.size > 0 ? ['/models'] : []),
  ...(ownedBy(answers, '/v1/models', 'sglang') && objectAt(answers, '/server_info') === null
    ? ['/get_server_info', '/get_model_info']
    : []),
  ...(anyHeader(answers, 'server', /^BaseHTTP\//u) ? ['/health'] : []),
];

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

/** The ids of all kinds, in the order in which they are tried. */
export const serverKindIds: readonly ServerKind['id'][] = serverKinds.map(({ id }) => id);

/** The same answers read as those of a kind that the person stated; null for a kind that there is not. Pure. */
export const identifyAs = (id: string, answers: ProbeAnswers): Identity | null => {
  const kind = serverKinds.find((one) => one.id === id);
  if (kind === undefined) return null;
  const match = kind.match(answers) ?? matched([{ probe: 'the person', saw: [id] }]);
  return { kind: kind.id, title: kind.title, match, models: kind.models(answers) };
};
