import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { liteLlmNote, liteLlmVersion, type PythonCommand } from '../../scripts/test-assets/paths.ts';
import { pythonEnvironment, type RealServer, type Skip } from './assets.ts';
import { freePort, startServer } from './server-process.ts';

/** JSON is YAML too. */
const configOf = ({ endpoint, model }: Pick<RealServer, 'endpoint' | 'model'>): string =>
  JSON.stringify({
    model_list: [{ model_name: model, litellm_params: { model: `openai/${model}`, api_base: `${endpoint}/v1`, api_key: 'none' } }],
    general_settings: { dangerously_permit_weak_or_unset_master_key: true },
  });

/** Starts a LiteLLM proxy in front of a server that speaks the OpenAI API, or says why that cannot be done here. */
export const liteLlmProxy = (): { start: (upstream: Pick<RealServer, 'endpoint' | 'model'>) => Promise<RealServer> } | Skip => {
  if (!existsSync(liteLlmNote()))
    return { skip: `optional: no LiteLLM ${liteLlmVersion} in the test cache; npx tsx scripts/test-assets.ts --with-litellm installs it` };
  const python = JSON.parse(readFileSync(liteLlmNote(), 'utf8')) as PythonCommand;
  return {
    start: async (upstream) => {
      const home = await mkdtemp(join(tmpdir(), 'litellm-'));
      const config = join(home, 'config.yaml');
      await writeFile(config, configOf(upstream));
      const port = await freePort();
      const endpoint = `http://127.0.0.1:${port}`;
      const server = await startServer({
        name: 'LiteLLM',
        program: python.program,
        args: ['-c', 'from litellm import run_server; run_server()', '--config', config, '--host', '127.0.0.1', '--port', String(port)],
        // It would fetch a list of prices otherwise.
        env: { ...pythonEnvironment(python), LITELLM_LOCAL_MODEL_COST_MAP: 'True' },
        healthUrl: `${endpoint}/health/liveliness`,
      });
      const stop = async () => {
        await server.stop();
        await rm(home, { recursive: true, force: true });
      };
      return { endpoint, model: upstream.model, stop };
    },
  };
};
