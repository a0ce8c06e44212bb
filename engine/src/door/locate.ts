import { basename } from 'node:path';
import type { Plan } from '@benchloop/spec';
import { publicEndpoint } from '../kit/public-endpoint.ts';
import { ensureStarterModel } from '../models/ensure-starter-model.ts';
import type { FetchOptions, ModelProgress } from '../models/fetch-context.ts';
import { resolveModel, type ResolvedModel } from '../models/resolve-model-path.ts';
import type { LocalFacts } from '../store/local-facts.ts';
import type { Session } from './session.ts';

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
  if (session.parts.providers.get(plan.provider.value)?.embedded !== true)
    return { plan: publicPlan, local: { endpoint, model: plan.model.value } };
  const options = {
    home: session.home,
    folders: session.modelFolders ?? [],
    signal: AbortSignal.any([session.stopNow, session.stopSoon]),
    onProgress: ({ stage, source, bytes, totalBytes }: ModelProgress) =>
      session.listener({
        type: 'stage',
        stage: 'loading',
        message: `${stageWords[stage]} the model (${source})`,
        share: totalBytes === null ? null : bytes / totalBytes,
      }),
  };
  const { path, name } = plan.model.value === null ? await starter(options) : await resolveModel(plan.model.value, options);
  return { plan: { ...publicPlan, model: { ...plan.model, value: name } }, local: { endpoint, model: path } };
};
