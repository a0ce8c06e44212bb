import { isOlder } from '../../kit/older-version.ts';

/** What came with which version of Ollama, by its release notes. */
const since = {
  '0.5.0': 'a JSON Schema for the reply',
  '0.8.0': 'streaming of tool calls',
  '0.9.0': 'thinking on, off and apart from the answer',
} as const;

/** Builds from source say 0.0.0. */
export const knownVersion = (text: string | null): string | null => (text === null || /^v?0\.0\.0\b/u.test(text) ? null : text);

/** What this version lacks, for the flags of a run. */
export const versionFlags = (version: string | null): Record<string, string> =>
  Object.fromEntries(
    Object.entries(since)
      .filter(([first]) => isOlder(version, first))
      .map(([first, what]) => [`older-than-${first}`, `no ${what}`]),
  );
