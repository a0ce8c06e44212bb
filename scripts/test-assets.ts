import { fetchTestAssets } from './test-assets/fetch.ts';
import { fetchLiteLlm } from './test-assets/lite-llm.ts';
import { buildOllama } from './test-assets/ollama.ts';
import { testCache } from './test-assets/paths.ts';

const say = (line: string): void => console.log(line);
const wanted = process.argv.slice(2);
const unknown = wanted.filter((flag) => !['--with-litellm', '--with-ollama'].includes(flag));
if (unknown.length > 0) throw new Error(`unknown: ${unknown.join(' ')}; known: --with-litellm, --with-ollama`);

say(`test cache: ${testCache()}`);
await fetchTestAssets(say);
// Both cost more than a CI run has time for, so only a person asks for them; the tests use them where they are.
if (wanted.includes('--with-litellm')) await fetchLiteLlm(say);
if (wanted.includes('--with-ollama')) await buildOllama(say);
