import { randomInt } from 'node:crypto';
import { basename } from 'node:path';
import { now } from '../../kit/clock.ts';
import { renderPrompt } from './chat-template.ts';
import { contextOverflow, EngineFailure, failureOf, noToolSupport } from './failures.ts';
import { readGgufFile } from './gguf-file.ts';
import { grammarOfSchema } from './json-schema-grammar.ts';
import { loadEngine, startLlama, type Engine, type NativeLog } from './load-model.ts';
import type { FromEngine, LoadOptions, ReceiptHead, ToEngine, TokenBatch } from './protocol.ts';
import { promptIds } from './prompt-ids.ts';
import { endsInsideReasoning, hasThinkingSwitch } from './template-facts.ts';
import { generateTokens, reusePrefix, type Cancel } from './token-loop.ts';

type GenerateMessage = Extract<ToEngine, { type: 'generate' }>;

const send = (message: FromEngine): void => void process.send?.(message);
const log: NativeLog = { lines: [] };
const cancels = new Map<number, Cancel>();
let engine: Engine | null = null;

const unforeseen = 'Run again; if it fails the same way, take another model file or report this message.';

/** Messages carry many tokens when the model is fast, and wait this long at most, so that sending never slows decoding. */
const batchMs = 15;

const createSender = (id: number) => {
  let batch: TokenBatch = { ids: [], texts: [], at: [] };
  let timer: NodeJS.Timeout | null = null;
  let sentAt = 0;
  const flush = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (batch.ids.length === 0) return;
    send({ type: 'tokens', id, batch });
    batch = { ids: [], texts: [], at: [] };
    sentAt = now();
  };
  return {
    flush,
    push: (token: number, text: string, at: number): void => {
      batch.ids.push(token);
      batch.texts.push(text);
      batch.at.push(at);
      if (at - sentAt >= batchMs) flush();
      else timer ??= setTimeout(flush, batchMs);
    },
  };
};

const toolsOf = (request: GenerateMessage['request']) => (request.toolChoice === 'none' ? [] : (request.tools ?? []));

const writePrompt = ({ file, model }: Engine, request: GenerateMessage['request']): { text: string; ids: number[] } => {
  const tools = toolsOf(request);
  if (tools.length > 0 && file.facts.capabilities.tools !== 'yes') throw new EngineFailure(noToolSupport());
  const text = renderPrompt(file.template, {
    messages: request.messages,
    tools,
    thinking: request.thinking,
    argumentsAs: file.templateFacts.argumentsAs,
  });
  return { text, ids: promptIds({ tokenize: (part, special) => model.tokenize(part, special), tokens: model.tokens }, text) };
};

const constraintOf = ({ constraint }: GenerateMessage['request']): { gbnf: string | null; notEnforced: string[] } => {
  if (constraint === undefined) return { gbnf: null, notEnforced: [] };
  return constraint.kind === 'gbnf' ? { gbnf: constraint.grammar, notEnforced: [] } : grammarOfSchema(constraint.schema);
};

const warningsOf = ({ file }: Engine, request: GenerateMessage['request'], notEnforced: string[]): string[] => [
  ...(notEnforced.length > 0 ? [`the grammar of the JSON Schema does not enforce ${notEnforced.join(', ')}`] : []),
  ...(request.thinking !== 'default' && !hasThinkingSwitch(file.template)
    ? [`thinking "${request.thinking}" was asked for and the chat template has no switch for it`]
    : []),
  ...(request.toolChoice === 'required' ? ['a tool call was required and the embedded engine does not enforce it'] : []),
];

const generate = async (loaded: Engine, { id, request, sentAt }: GenerateMessage): Promise<void> => {
  const cancel = cancels.get(id) ?? { asked: false };
  const { text, ids } = writePrompt(loaded, request);
  if (ids.length >= loaded.context.contextSize) throw new EngineFailure(contextOverflow(ids.length, loaded.context.contextSize));
  const tools = toolsOf(request);
  const { gbnf, notEnforced } = constraintOf(request);
  const cachedTokens = await reusePrefix(loaded, ids, request.cachePrompt);
  const head: ReceiptHead = {
    model: basename(loaded.file.path, '.gguf'),
    promptTokens: ids.length,
    cachedTokens,
    evaluateAt: Math.round((now() - sentAt) * 1000) / 1000,
    seed: request.sampling.seed ?? randomInt(2 ** 32),
    insideReasoning: endsInsideReasoning(text),
    callForms: tools.length === 0 ? [] : loaded.file.templateFacts.callForms,
    toolNames: tools.map((tool) => tool.name),
    warnings: warningsOf(loaded, request, notEnforced),
  };
  send({ type: 'prompt', id, text, head });
  const sender = createSender(id);
  const end = await generateTokens(loaded, { ids, cached: cachedTokens, seed: head.seed, gbnf, request, cancel, onToken: sender.push });
  sender.flush();
  send({ type: 'end', id, end });
};

const load = async (options: LoadOptions): Promise<void> => {
  let share = 0;
  engine = await loadEngine(options, log, (stage, next) => {
    if (next !== null && next < 1 && next - share < 0.02) return;
    share = next ?? share;
    send({ type: 'progress', stage, share: next });
  });
  send({ type: 'loaded', model: engine.facts, server: engine.server });
};

const inspect = async (path: string): Promise<void> => {
  const file = await readGgufFile(path, await startLlama(0, log));
  send({ type: 'inspected', model: file.facts });
};

const idOf = (message: ToEngine): number | null => ('id' in message ? message.id : null);

const perform = async (message: ToEngine): Promise<void> => {
  if (message.type === 'inspect') return inspect(message.path);
  if (message.type === 'load') return load(message.options);
  if (engine === null) throw new Error('The model is not loaded.');
  if (message.type === 'generate') return generate(engine, message);
  if (message.type === 'count') send({ type: 'counted', id: message.id, tokens: engine.model.tokenize(message.text, false).length });
};

let queue: Promise<void> = Promise.resolve();

process.on('message', (message: ToEngine) => {
  if (message.type === 'cancel') {
    const cancel = cancels.get(message.id);
    if (cancel !== undefined) cancel.asked = true;
    return;
  }
  if (message.type === 'generate') cancels.set(message.id, { asked: false });
  queue = queue
    .then(() => perform(message))
    .catch((thrown: unknown) => send({ type: 'failed', id: idOf(message), error: failureOf(thrown, unforeseen) }))
    .finally(() => 'id' in message && cancels.delete(message.id));
});

// Ctrl-C reaches the whole group; the parent decides whether this call may still end.
process.on('SIGINT', () => undefined);

// The parent is gone or wants no more: nobody may be left behind, not even in the middle of a token.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
