import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasOllama } from '../../scripts/test-assets/ollama.ts';
import { ollamaProgram, ollamaVersion } from '../../scripts/test-assets/paths.ts';
import { runProgram } from '../../scripts/test-assets/run-program.ts';
import { starterModel, type RealServer, type Skip } from './assets.ts';
import { freePort, startServer } from './server-process.ts';

const model = 'smollm2';

/** What the Jinja template in the starter model's file does, in Ollama's template language: left alone it would take a likeness. */
const template = `{{- range $index, $_ := .Messages }}{{ if and (eq $index 0) (ne .Role "system") }}<|im_start|>system
You are a helpful AI assistant named SmolLM, trained by Hugging Face<|im_end|>
{{ end }}<|im_start|>{{ .Role }}
{{ .Content }}<|im_end|>
{{ end }}<|im_start|>assistant
`;

/**
 * What `ollama create` reads. The threads are a setting of the model there, and its own default takes all cores. Its default of
 * 1.1 for repetition changes which token is likeliest, where other servers leave it alone.
 */
const modelfile = (path: string, threads: number): string =>
  [`FROM ${path}`, `PARAMETER num_thread ${threads}`, 'PARAMETER repeat_penalty 1', `TEMPLATE """${template}"""`, ''].join('\n');

/** Starts Ollama itself with the starter model in a store of its own, or says why that cannot be done here. */
export const ollamaServer = (): { start: (options?: { threads?: number }) => Promise<RealServer> } | Skip => {
  const starter = starterModel();
  if ('skip' in starter) return starter;
  if (!hasOllama())
    return { skip: `optional: no Ollama ${ollamaVersion} in the test cache; npx tsx scripts/test-assets.ts --with-ollama builds it` };
  return {
    start: async ({ threads = 1 } = {}) => {
      const home = await mkdtemp(join(tmpdir(), 'ollama-'));
      const host = `127.0.0.1:${await freePort()}`;
      const env = { ...process.env, HOME: home, OLLAMA_HOST: host, OLLAMA_MODELS: join(home, 'models'), OLLAMA_NUM_PARALLEL: '1' };
      const endpoint = `http://${host}`;
      const program = ollamaProgram();
      const server = await startServer({ name: 'Ollama', program, args: ['serve'], env, healthUrl: `${endpoint}/api/version` });
      const stop = async () => {
        await server.stop();
        await rm(home, { recursive: true, force: true });
      };
      try {
        await writeFile(join(home, 'Modelfile'), modelfile(starter.path, threads));
        await runProgram(program, ['create', model, '-f', join(home, 'Modelfile')], { env });
      } catch (error) {
        await stop();
        throw error;
      }
      return { endpoint, model, stop };
    },
  };
};
