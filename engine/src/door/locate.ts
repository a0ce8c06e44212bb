import { basename } from 'node:path';
import type { Plan } from '@benchloop/spec';
import { publicEndpoint } from '../kit/public-endpoint.ts';
import { ensureStarterModel } from '../models/ensure-starter-model.ts';
import type { FetchOptions, ModelProgress } from '../models/fetch-context.ts';
import { resolveModel, type ResolvedModel } from '../models/resolve-model-path.ts';
import { openIn, publicCommand } from '../stated-server/fill-command.ts';
import type { LocalFacts } from '../store/local-facts.ts';
import { eitherStop, type Session } from './session.ts';

const stageWords: Record<ModelProgress['stage'], string> = {
  waiting: 'waiting for another process that fetches',
  copy: 'copying',
  download: 'downloading',
  verify: 'checking',
  unpack: 'unpacking',
};

export type Located = { plan: Plan; local: LocalFacts };

const starter = async (options: FetchOptions): Promise<ResolvedModel> => {
  const { path } = await ensureStarterModel(options);
  return { path, name: basename(path) };
};

const draftOf = async ({ draftModel }: Plan, options: FetchOptions): Promise<ResolvedModel | null> =>
  draftModel === undefined || draftModel.value === null ? null : resolveModel(draftModel.value, options);

/**
 * Splits a plan into what a run may hold and what stays on this machine. The embedded engine takes a file: it is found
 * by name, and the starter model is fetched where the plan names none.
 */
export const locate = async (
  plan: Plan,
  session: Pick<Session, 'home' | 'listener' | 'stopNow' | 'stopSoon' | 'parts' | 'modelFolders'>,
): Promise<Located> => {
  const endpoint = plan.endpoint.value;
  const publicPlan: Plan = { ...plan, endpoint: { ...plan.endpoint, value: endpoint === null ? null : publicEndpoint(endpoint) } };
  const command = plan.serverCommand?.value ?? null;
  const takesFile =
    command === null ? session.parts.providers.get(plan.provider.value)?.embedded === true : openIn(command).includes('model');
  const stated = command === null ? {} : { serverCommand: command };
  const options = {
    home: session.home,
    folders: session.modelFolders ?? [],
    signal: eitherStop(session),
    onProgress: ({ stage, source, bytes, totalBytes }: ModelProgress) =>
      session.listener({
        type: 'stage',
        stage: 'loading',
        message: `${stageWords[stage]} the model (${source})`,
        share: totalBytes === null ? null : bytes / totalBytes,
      }),
  };
  const draft = await draftOf(plan, options);
  const tuned: Plan = {
    ...publicPlan,
    ...(plan.draftModel === undefined || draft === null ? {} : { draftModel: { ...plan.draftModel, value: draft.name } }),
    ...(plan.serverCommand === undefined || command === null
      ? {}
      : { serverCommand: { ...plan.serverCommand, value: publicCommand(command) } }),
  };
  const local = { endpoint, ...stated, ...(draft === null ? {} : { draftModel: draft.path }) };
  if (!takesFile) return { plan: tuned, local: { ...local, model: plan.model.value } };
  const { path, name } = plan.model.value === null ? await starter(options) : await resolveModel(plan.model.value, options);
  return { plan: { ...tuned, model: { ...plan.model, value: name } }, local: { ...local, model: path } };
};
