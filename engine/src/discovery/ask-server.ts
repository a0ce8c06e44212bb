import { setMaxListeners } from 'node:events';
import type { ProbeAnswer, ProbeAnswers } from './answers.ts';
import { createGetter, type Getter } from './http-get.ts';
import { laterPaths, probePaths } from './identify.ts';

/** Whatever listens on a port of this machine is not read for longer. */
const maxBodyBytes = 256 * 1024;
/** A catalogue of cloud models, which only an address that the person named may send. */
const maxTrustedBodyBytes = 8 * 1024 * 1024;

export type AskOptions = {
  apiKey: string | null;
  /** True for an address that the person named. */
  isTrusted: boolean;
  /** Ends all questions; what was answered until then counts. */
  signal: AbortSignal;
};

const ask = async (getter: Getter, paths: readonly string[], signal: AbortSignal): Promise<[string, ProbeAnswer][]> => {
  const answers = await Promise.all(
    paths.map(async (path): Promise<[string, ProbeAnswer | null]> => [path, await getter.get(path, signal)]),
  );
  return answers.filter((entry): entry is [string, ProbeAnswer] => entry[1] !== null);
};

/** All that one server answers to the probes, asked side by side. Never throws for a server. */
export const askServer = async (root: URL, { apiKey, isTrusted, signal }: AskOptions): Promise<ProbeAnswers> => {
  const getter = createGetter(root, { apiKey, maxBodyBytes: isTrusted ? maxTrustedBodyBytes : maxBodyBytes });
  // Every question listens to it.
  setMaxListeners(0, signal);
  try {
    const answers = new Map(await ask(getter, probePaths, signal));
    for (const [path, answer] of await ask(getter, laterPaths(answers), signal)) answers.set(path, answer);
    return answers;
  } finally {
    getter.close();
  }
};
