/**
 * How fast a stream of chat chunks is read: the `openai` provider's reader, beside what it is built on: the SSE parser
 * alone, and the parser with `JSON.parse`. All read the same bytes in the same run, in turns.
 *
 *   npx tsx bench/parse-throughput.ts [--megabytes 1000] [--rounds 2]
 */
import { parseArgs } from 'node:util';
import { createParser } from 'eventsource-parser';
import { now } from '../engine/src/kit/clock.ts';
import { createChatStream } from '../engine/src/providers/openai/chat-stream.ts';
import { printTable } from './table.ts';

const { values } = parseArgs({ options: { megabytes: { type: 'string', default: '1000' }, rounds: { type: 'string', default: '2' } } });
const rounds = Number(values.rounds);
const bytesPerMegabyte = 1_000_000;
/** A long reply: about 4 MB of stream. */
const tokensPerReply = 20_000;
/** A socket gives this much at once where nobody waits for tokens. */
const readSize = 65_536;

const words = [
  'The',
  ' tide',
  ' turns',
  ' at',
  ' "six"',
  ',',
  ' über',
  ' and',
  '\n',
  ' 12.5',
  ' km',
  ' 東京',
  ' later',
  '.',
  ' return',
  ' {x}',
];

const chunkOf = (delta: object, more: object = {}): string =>
  `data: ${JSON.stringify({
    id: 'chatcmpl-3f1c9a6b8d2e4f70',
    object: 'chat.completion.chunk',
    created: 1_796_000_000,
    model: 'model',
    choices: [{ index: 0, delta, finish_reason: null, ...more }],
  })}\n\n`;

const reply = [
  chunkOf({ role: 'assistant', content: '' }),
  ...Array.from({ length: tokensPerReply }, (_, index) => chunkOf({ content: words[index % words.length] })),
  chunkOf({}, { finish_reason: 'stop' }),
  'data: [DONE]\n\n',
].join('');
const bytes = Buffer.from(reply);
const replies = Math.ceil((Number(values.megabytes) * bytesPerMegabyte) / bytes.length / rounds);

/** Reads one reply and says how many events it saw. */
type Reader = () => { push: (text: string) => void; end: () => number };

const sseAlone: Reader = () => {
  let events = 0;
  const parser = createParser({ onEvent: () => (events += 1) });
  return { push: (text) => parser.feed(text), end: () => events };
};

const sseAndJson: Reader = () => {
  let events = 0;
  const parser = createParser({
    onEvent: ({ data }) => {
      events += 1;
      if (data !== '[DONE]') JSON.parse(data);
    },
  });
  return { push: (text) => parser.feed(text), end: () => events };
};

const provider: Reader = () => {
  const stream = createChatStream({ status: 200 });
  let deltas = 0;
  return {
    push: (text) => (deltas += stream.push(text, 0).length),
    end: () => {
      const { generation, error, deltas: last } = stream.end();
      if (error !== null || generation.finish !== 'stop') throw new Error('the reply was not read whole');
      // The role, the finish and the end mark bring no text.
      return deltas + last.length + 3;
    },
  };
};

const readers: Record<string, Reader> = {
  'bench-loop, openai provider': provider,
  'SSE + JSON.parse': sseAndJson,
  'eventsource-parser': sseAlone,
};

/** Milliseconds for so many replies, their bytes decoded as they come from a socket. */
const measure = (reader: Reader, count: number): number => {
  const startedAt = now();
  for (let done = 0; done < count; done += 1) {
    const decoder = new TextDecoder();
    const { push, end } = reader();
    for (let at = 0; at < bytes.length; at += readSize) push(decoder.decode(bytes.subarray(at, at + readSize), { stream: true }));
    const events = end();
    if (events !== tokensPerReply + 3) throw new Error(`${events} events were read of ${tokensPerReply + 3}`);
  }
  return now() - startedAt;
};

for (const reader of Object.values(readers)) measure(reader, 2);
const spentMs = new Map(Object.keys(readers).map((name) => [name, 0]));
for (let round = 0; round < rounds; round += 1)
  for (const [name, reader] of Object.entries(readers)) spentMs.set(name, (spentMs.get(name) ?? 0) + measure(reader, replies));

const megabytes = (bytes.length * replies * rounds) / bytesPerMegabyte;
printTable(
  `Reading ${Math.round(megabytes)} MB of chat stream, ${tokensPerReply} tokens a reply, in one thread`,
  [...spentMs].map(([name, ms]) => ({
    reader: name,
    'MB/s': Math.round(megabytes / (ms / 1000)),
    'events/s': Math.round((tokensPerReply * replies * rounds) / (ms / 1000)),
    'us / event': Math.round((ms * 10_000) / (tokensPerReply * replies * rounds)) / 10,
  })),
);
