/** A repository of the Hugging Face Hub in an address, as `owner/name`, with the revision where the address names one. */
const inAddress =
  /^https?:\/\/(?:www\.)?huggingface\.co\/([\w.-]+\/[\w.-]+?)(?:\/(?:tree|blob|resolve|commit)\/([0-9a-f]{40})(?:\/.*)?)?\/?$/u;

const textIn = (value: unknown, keys: readonly string[]): string | null => {
  let here = value;
  for (const key of keys) here = here !== null && typeof here === 'object' ? (here as Record<string, unknown>)[key] : undefined;
  return typeof here === 'string' && here !== '' ? here : null;
};

/**
 * Members of a GGUF header's `general` that name the repository of these weights (GGUF specification, general metadata).
 * `base_model` is none of them: it may be the model that these weights were trained from.
 */
const members = [['source', 'repo_url'], ['source', 'url'], ['repo_url'], ['url']];

/** The repository that a GGUF header names as the source of its weights; null where it names none of the Hub. */
export const repositoryInHeader = (general: unknown): string | null => {
  const plain = textIn(general, ['source', 'huggingface', 'repository']);
  if (plain !== null && /^[\w.-]+\/[\w.-]+$/u.test(plain)) return plain;
  for (const keys of members) {
    const [, name, revision] = inAddress.exec(textIn(general, keys) ?? '') ?? [];
    if (name !== undefined) return revision === undefined ? name : `${name}@${revision}`;
  }
  return null;
};

/**
 * The repository by where a file lies: a cache of the Hugging Face Hub, whose folders are named for repository and
 * revision, or the models folder of LM Studio, which tells no revision. Null elsewhere.
 */
export const repositoryOf = (path: string): string | null => {
  const [, name, revision] = /[\\/]models--([^\\/]+)[\\/]snapshots[\\/]([0-9a-f]{40})[\\/]/u.exec(path) ?? [];
  if (name !== undefined && revision !== undefined) return `${name.split('--').join('/')}@${revision}`;
  const [, owner, repository] = /[\\/](?:\.lmstudio|lm-studio)[\\/]models[\\/]([^\\/]+)[\\/]([^\\/]+)[\\/]/u.exec(path) ?? [];
  return owner === undefined || repository === undefined ? null : `${owner}/${repository}`;
};
