import type { Connection, Model, ServerFacts } from '@benchloop/spec';

/** Facts that never change while the same weights are served. Quantization and parameters may come from a name at one time and from the server at another. */
const fixedFacts = ['weightsDigest', 'templateDigest', 'sizeBytes'] as const;

const words: Record<(typeof fixedFacts)[number], string> = {
  weightsDigest: 'its weights',
  templateDigest: 'its chat template',
  sizeBytes: 'its size',
};

const factsThatDiffer = (before: Model, now: Model) =>
  fixedFacts.filter((fact) => before[fact] !== null && now[fact] !== null && before[fact] !== now[fact]);

/** True where two descriptions are known to be of different models. */
export const isOther = (before: Model, now: Model): boolean => before.name !== now.name || factsThatDiffer(before, now).length > 0;

const modelChange = (before: Model, now: Model | null): string[] => {
  if (now === null || !isOther(before, now)) return [];
  if (before.name !== now.name) return [`it began with ${before.name} and the endpoint now serves ${now.name}`];
  return [
    `${before.name} is another one now by ${factsThatDiffer(before, now)
      .map((fact) => words[fact])
      .join(' and ')}`,
  ];
};

type Server = Pick<ServerFacts, 'kind' | 'version'>;

const sayServer = ({ kind, version }: Server): string => (version === null ? kind : `${kind} ${version}`);

/** A server that had no time to answer all questions shows itself as no more than this. */
const anyKind = 'openai-compatible';

const serverChange = (before: Server, now: Server | null): string[] => {
  if (now === null || [before.kind, now.kind].includes(anyKind)) return [];
  const isSame = now.kind === before.kind && (now.version === null || before.version === null || now.version === before.version);
  return isSame ? [] : [`it began on ${sayServer(before)} and ${sayServer(now)} answers now`];
};

/** What is known to be another at the end of a run than at its beginning, as far as the endpoint tells. */
export const changesOf = async (connection: Connection): Promise<string[]> => {
  const [model, server] = await Promise.all([
    connection.identify?.().catch(() => null) ?? null,
    connection.identifyServer?.().catch(() => null) ?? null,
  ]);
  return [...modelChange(connection.model, model), ...serverChange(connection.server, server)];
};
