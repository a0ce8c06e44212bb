import { existsSync } from 'node:fs';
import { liteLlmFolder, liteLlmNote, liteLlmVersion } from './paths.ts';
import { installPython } from './python-package.ts';

/** Installs the LiteLLM proxy, a gateway that many people put in front of their servers: about 760 MB on disk. */
export const fetchLiteLlm = async (say: (line: string) => void): Promise<void> => {
  if (existsSync(liteLlmNote())) return say(`LiteLLM ${liteLlmVersion}: in the cache`);
  say(`LiteLLM ${liteLlmVersion}: installing`);
  await installPython({ folder: liteLlmFolder(), note: liteLlmNote(), requirement: `litellm[proxy]==${liteLlmVersion}` });
  say(`LiteLLM ${liteLlmVersion}: installed`);
};
