import type { TextPart } from '../../kit/wire/content-channels.ts';
import { asRecord, textOf, type JsonRecord } from '../../kit/wire/members.ts';

export type ReadContent = { parts: TextPart[]; oddShape: boolean };

const nothing: ReadContent = { parts: [], oddShape: false };

const joinTexts = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : Array.isArray(value)
      ? value.map((part) => textOf(asRecord(part)?.['text']) ?? (typeof part === 'string' ? part : '')).join('')
      : '';

/** One part of a content array: text, or thinking that holds text parts of its own. Other parts carry no text. */
const readPart = (part: unknown): TextPart[] => {
  if (typeof part === 'string') return [{ field: 'content', text: part }];
  const record = asRecord(part);
  if (record === null) return [];
  const thinking = joinTexts(record['thinking'] ?? record['reasoning']);
  if (thinking !== '') return [{ field: 'reasoning', text: thinking }];
  const text = textOf(record['text']) ?? textOf(record['content']);
  return text === null ? [] : [{ field: 'content', text }];
};

const readContent = (content: unknown): ReadContent => {
  if (content === undefined || content === null || content === '') return nothing;
  if (typeof content === 'string') return { parts: [{ field: 'content', text: content }], oddShape: false };
  if (Array.isArray(content)) return { parts: content.flatMap(readPart).filter((part) => part.text !== ''), oddShape: false };
  return {
    parts: [{ field: 'content', text: typeof content === 'object' ? JSON.stringify(content) : String(content as number) }],
    oddShape: true,
  };
};

const detailTexts = (details: unknown): string =>
  Array.isArray(details)
    ? details
        .map(asRecord)
        .map((detail) => textOf(detail?.['text']) ?? textOf(detail?.['summary']) ?? '')
        .join('')
    : '';

/** Fields that carry reasoning, in a fixed order: relays may send the same text in several. */
const reasoningFields = ['reasoning_content', 'reasoning', 'thinking', 'reasoning_text'] as const;

const readReasoning = (delta: JsonRecord): TextPart[] => {
  const field = reasoningFields.map((name) => textOf(delta[name])).find((text) => text !== null);
  const text = field ?? detailTexts(delta['reasoning_details']);
  return text === '' ? [] : [{ field: 'reasoning', text }];
};

/** All generated text of a delta or message, reasoning first. */
export const readTexts = (delta: JsonRecord): ReadContent => {
  const content = readContent(delta['content']);
  const refusal = textOf(delta['refusal']);
  return {
    parts: [...readReasoning(delta), ...content.parts, ...(refusal === null ? [] : [{ field: 'refusal' as const, text: refusal }])],
    oddShape: content.oddShape,
  };
};
