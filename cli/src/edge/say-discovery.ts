import type { Discovery, FoundServer } from '@benchloop/engine';

/** `Ollama at http://127.0.0.1:11434/v1 (3 models)`. */
export const sayServer = ({ title, endpoint, models, needsKey }: FoundServer): string => {
  const count = models.filter(({ chats }) => chats).length;
  const what = needsKey && count === 0 ? 'needs a key' : `${count} model${count === 1 ? '' : 's'}`;
  return `${title} at ${endpoint} (${what})`;
};

/** Where an address came from. */
export const saySource = (source: FoundServer['source']): string =>
  source.from === 'port' ? 'default port' : source.from === 'saved' ? `saved as ${source.name}` : source.variable;

/** What was looked at and gave no server, one line each, each with what may help. */
export const sayTroubles = ({ silent, unreachable, skipped, servers }: Discovery): string[] => [
  ...servers
    .filter(({ needsKey }) => needsKey)
    .map(({ title, endpoint }) => `${title} at ${endpoint} asks for a key: bench-loop endpoints add ${endpoint} --api-key -`),
  ...servers
    .filter(({ partly }) => partly)
    .map(
      ({ title, endpoint }) => `${title} at ${endpoint} did not answer all questions within a second; its kind and models may be others.`,
    ),
  ...unreachable.map(
    ({ address, source }) => `${address} (${saySource(source)}) does not answer: start the server, or remove the address.`,
  ),
  ...silent.map(
    (address) =>
      `Something at ${address} accepts connections and did not answer within a second; it may be busy. Look again when it is free; if it stays silent, start it again.`,
  ),
  ...skipped.map(({ address, source, reason }) => `${address} (${saySource(source)}) was not asked: ${reason}.`),
];
