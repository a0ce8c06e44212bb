import type { ModelCard, ServerCard } from '@benchloop/spec';

/** The models of one server, or of one other place such as the disk; `server` null = no server. */
export type ModelGroup = { id: string; title: string; server: ServerCard | null; models: ModelCard[] };

const plain = (endpoint: string): string => endpoint.replace(/\/v1\/?$/u, '');

const titleOfPlace = ({ place, where }: ModelCard): string => (place === 'disk' ? 'On this disk, for the embedded engine' : where);

/** Each server with its models, those without any too; then what no server has, by its place. */
export const groupModels = (models: readonly ModelCard[], servers: readonly ServerCard[]): ModelGroup[] => {
  const isOf = (server: ServerCard) => (model: ModelCard) =>
    model.endpoint !== null && plain(model.endpoint) === plain(server.endpoint) && model.where === server.title;
  const groups = servers.map((server): ModelGroup => ({
    id: server.endpoint,
    title: server.title,
    server,
    models: models.filter(isOf(server)),
  }));
  const rest = models.filter((model) => !servers.some((server) => isOf(server)(model)));
  const titles = [...new Set(rest.map(titleOfPlace))];
  return [
    ...groups,
    ...titles.map((title) => ({ id: title, title, server: null, models: rest.filter((model) => titleOfPlace(model) === title) })),
  ];
};
