import { exitCode, UserError } from '@benchloop/spec';
import { createDownloadBar, type DownloadBar } from '../screen/download-bar.ts';
import { listenForInterrupt } from './interrupt.ts';
import { noteLine, printJson, printLine } from './print.ts';
import { sayBytes } from './say-bytes.ts';

export type PullOptions = { json?: boolean; endpoint?: string; apiKey?: string; insecure?: boolean };

/** The Ollama that was named, or the one that is here. */
const ollamaAt = async (options: PullOptions): Promise<string> => {
  if (options.endpoint !== undefined) return options.endpoint;
  const engine = await import('@benchloop/engine');
  const found = await engine.discoverServers({ home: engine.benchloopHome(), env: process.env });
  const [first, second] = found.servers.filter(({ kind }) => kind === 'ollama');
  if (first === undefined)
    throw new UserError('No Ollama was found on this machine.', 'Start it with `ollama serve`, or name one with --endpoint.');
  if (second !== undefined)
    throw new UserError(`There are several: ${first.endpoint} and ${second.endpoint}.`, 'Name one of them with --endpoint.');
  return first.endpoint;
};

/** Ollama's own words for what it does, as the stages of a download; a layer's digest says nothing to people. */
const stageOf = (stage: string): string =>
  /^pulling [0-9a-f]{8,}/u.test(stage) ? 'download' : stage.startsWith('verifying') ? 'verify' : stage;

const pullToServer = async (source: string, options: PullOptions, tools: { signal: AbortSignal; bar: DownloadBar }): Promise<void> => {
  const engine = await import('@benchloop/engine');
  const home = engine.benchloopHome();
  const endpoint = await ollamaAt(options);
  const key = await engine.keyFor({ endpoint, endpointOrigin: 'flag', flag: options.apiKey ?? null, home, env: process.env });
  const model = await engine.pullToServer({
    model: source,
    endpoint,
    apiKey: key.value,
    allowInsecure: options.insecure === true,
    signal: tools.signal,
    home,
    env: process.env,
    onProgress: ({ stage, completedBytes, totalBytes }) =>
      tools.bar.show({ stage: stageOf(stage), source: endpoint, bytes: completedBytes, totalBytes: totalBytes === 0 ? null : totalBytes }),
  });
  tools.bar.done();
  if (options.json) printJson(model);
  else printLine(`${model.name}${model.sizeBytes === null ? '' : `  ${sayBytes(model.sizeBytes)}`}  at ${endpoint}`);
};

const pullToDisk = async (source: string, options: PullOptions, tools: { signal: AbortSignal; bar: DownloadBar }): Promise<void> => {
  const engine = await import('@benchloop/engine');
  const model = await engine.pullModel(source, { home: engine.benchloopHome(), signal: tools.signal, onProgress: tools.bar.show });
  tools.bar.done();
  if (options.json) printJson(model);
  else printLine(`${model.path}  ${sayBytes(model.sizeBytes)}${model.source === null ? '  was here already' : `  from ${model.source}`}`);
};

/** Fetches a model into the models folder or into an Ollama, watched on the terminal; Ctrl-C stops and keeps what has arrived. */
export const pull = async (source: string, options: PullOptions): Promise<void> => {
  const interrupt = listenForInterrupt(() => 'other');
  const bar = createDownloadBar();
  const toServer = options.endpoint !== undefined || /^ollama:/iu.test(source);
  try {
    const signal = AbortSignal.any([interrupt.stopSoon, interrupt.stopNow]);
    await (toServer ? pullToServer : pullToDisk)(source, options, { signal, bar });
  } catch (failure) {
    bar.done();
    if (!interrupt.stopSoon.aborted) throw failure;
    noteLine('Stopped. What has arrived is kept: the same command goes on from there.');
    process.exitCode = exitCode.interrupted;
  } finally {
    interrupt.dispose();
  }
};
