import { basename } from 'node:path';
import { GgufFileType, GgufInsights, readGgufFileInfo, type GgufFileInfo, type Llama } from 'node-llama-cpp';
import { digestOf } from '../../kit/digest.ts';
import type { ChatTemplate } from './chat-template.ts';
import { fail } from './failures.ts';
import { sizeOfModel } from './model-parts.ts';
import type { ModelFacts } from './protocol.ts';
import { repositoryInHeader } from './repository.ts';
import { templateFacts, type TemplateFacts } from './template-facts.ts';

/** What a GGUF file tells before any weight is loaded. */
export type GgufFile = {
  path: string;
  insights: GgufInsights;
  template: ChatTemplate;
  templateFacts: TemplateFacts;
  facts: ModelFacts;
};

const again = 'Fetch the file again with models pull; a download that broke off leaves a file like this.';

const truncated = (path: string, sizeBytes: number, neededBytes: number): never =>
  fail('unsupported', `${basename(path)} is cut off: it has ${sizeBytes} bytes and its header promises ${neededBytes}.`, again);

const readHeader = async (path: string, sizeBytes: number): Promise<GgufFileInfo> => {
  const info = await readGgufFileInfo(path, { sourceType: 'filesystem', logWarnings: false }).catch((thrown: unknown) =>
    fail(
      'unsupported',
      `The header of ${basename(path)} can't be read (${thrown instanceof Error ? thrown.message : String(thrown)}); the file is damaged.`,
      again,
    ),
  );
  if ((info.infoEndOffset ?? 0) > sizeBytes) truncated(path, sizeBytes, info.infoEndOffset ?? 0);
  return info;
};

const textOr = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** The text of a token by its id in the metadata, such as the beginning-of-sequence token. */
const tokenText = (info: GgufFileInfo, key: 'bos_token_id' | 'eos_token_id'): string => {
  const { tokens, [key]: id } = info.metadata.tokenizer.ggml;
  return id === undefined ? '' : (tokens[Number(id)] ?? '');
};

const templateOf = (path: string, info: GgufFileInfo): ChatTemplate => {
  const named: Record<string, unknown> = info.metadata.tokenizer;
  const source = textOr(named['chat_template']);
  if (source === null) {
    return fail(
      'unsupported',
      `${basename(path)} holds no chat template: it is a base model, and a conversation would have to be written in a format that it never saw.`,
      'Take the instruct or chat version of the model.',
    );
  }
  return {
    source,
    toolSource: textOr(named['chat_template.tool_use']),
    bosText: tokenText(info, 'bos_token_id'),
    eosText: tokenText(info, 'eos_token_id'),
  };
};

const quantizationOf = (info: GgufFileInfo): string | null => {
  const fileType = info.metadata.general.file_type;
  return fileType === undefined ? null : (textOr(GgufFileType[fileType])?.replace(/^(MOSTLY|ALL)_/, '') ?? null);
};

/** Reads a model file's header and refuses what can't be loaded, before loading it. */
export const readGgufFile = async (path: string, llama: Llama): Promise<GgufFile> => {
  const sizeBytes = await sizeOfModel(path).catch((thrown: unknown) =>
    fail(
      'not-found',
      `A part of ${basename(path)} is missing (${thrown instanceof Error && 'code' in thrown ? String(thrown.code) : String(thrown)}).`,
      'Put all parts of the model into one folder.',
    ),
  );
  const info = await readHeader(path, sizeBytes);
  const insights = await GgufInsights.from(info, llama);
  const neededBytes = (info.infoEndOffset ?? 0) + insights.modelSize;
  if (neededBytes > sizeBytes) truncated(path, sizeBytes, neededBytes);
  const family = textOr(info.metadata.general.architecture);
  if (!insights.isSupportedByLlamaCpp) {
    fail(
      'unsupported',
      `The architecture "${family}" of ${basename(path)} is unknown to the embedded engine.`,
      'Serve this model with a newer server and give its address with --endpoint.',
    );
  }
  const template = templateOf(path, info);
  const facts = templateFacts(template);
  const repository = repositoryInHeader(info.metadata.general);
  return {
    path,
    insights,
    template,
    templateFacts: facts,
    facts: {
      family,
      parameters: insights.totalParameters,
      quantization: quantizationOf(info),
      sizeBytes,
      templateDigest: digestOf(template.source),
      contextTrained: insights.trainContextSize ?? null,
      contextInForce: null,
      licence: textOr(info.metadata.general.license),
      ...(repository === null ? {} : { repository }),
      capabilities: facts.capabilities,
    },
  };
};
