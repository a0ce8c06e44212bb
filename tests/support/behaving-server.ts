import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { sendJson, startModelServer, type ModelServer } from './model-server.ts';

/** What a server does wrong; nothing = it does all that can be asked of one. */
export type Faults = {
  /** Reads only so many words of a prompt, from its end, and counts those. */
  windowWords?: number;
  ignoresStop?: boolean;
  ignoresSeed?: boolean;
  ignoresSchema?: boolean;
  ignoresThinking?: boolean;
  /** Makes a reply whole and sends it then. */
  coalesces?: boolean;
  refusesTools?: boolean;
  refusesSystem?: boolean;
  countsNothing?: boolean;
  /** Says that it loads for so many calls. */
  loadingCalls?: number;
  /** Answers as another model from this call on. */
  swapsAtCall?: number;
  /** Lists another model in the place of `m` from this chat on. */
  listsOtherAfter?: number;
};

type Body = {
  messages: { role: string; content: string }[];
  tools?: unknown[];
  stop?: string[];
  seed?: number;
  temperature?: number;
  max_tokens?: number;
  response_format?: unknown;
  chat_template_kwargs?: { enable_thinking?: boolean };
};
type Reply = { text: string; reasoning: string; calls: string[] };

const vocabulary = ['sea', 'moon', 'road', 'bread', 'river', 'hill', 'lamp', 'coat'];
const wordsIn = (text: string): string[] => text.split(/\s+/u).filter((word) => word !== '');

/** Counted, not random: two calls must never agree by chance. */
let callsWithoutSeed = 0;

const seededWords = (seed: number): string =>
  Array.from({ length: 8 }, (_, index) => vocabulary[(seed * 31 + index * seed) % vocabulary.length]).join(' ');

const replyTo = (body: Body, prompt: string, faults: Faults): Reply => {
  const say = (text: string): Reply => ({ text, reasoning: '', calls: [] });
  const secret = /secret number is (\d+)/u.exec(prompt)?.[1];
  if (prompt.includes('secret number')) return say(secret ?? 'I do not know.');
  if (body.messages.at(-1)?.role === 'tool') return say('It is 23 degrees in Bern.');
  if (body.tools !== undefined && prompt.includes('once for each')) return { ...say(''), calls: ['Bern', 'Oslo'] };
  if (body.tools !== undefined) return { ...say(''), calls: ['Bern'] };
  if (body.response_format !== undefined && !faults.ignoresSchema) return say('{"colour":"red","count":1}');
  if (body.messages[0]?.role === 'system' && prompt.includes('PINEAPPLE')) return say('PINEAPPLE');
  if ((body.temperature ?? 0) > 0) return say(seededWords(faults.ignoresSeed ? (callsWithoutSeed += 1) : (body.seed ?? 0)));
  const thinks = body.chat_template_kwargs?.enable_thinking === true && !faults.ignoresThinking;
  return { ...say('One two three four five six seven eight nine ten eleven twelve.'), reasoning: thinks ? 'Let me count.' : '' };
};

const cutAt = (text: string, stops: readonly string[]): string =>
  stops.reduce((kept, stop) => (kept.includes(stop) ? kept.slice(0, kept.indexOf(stop)) : kept), text);

const piecesOf = (text: string): string[] => text.match(/\S+\s*/gu) ?? [];

const stream = async (
  response: ServerResponse,
  reply: Reply,
  more: { model: string; promptTokens: number; faults: Faults },
): Promise<void> => {
  const { model, promptTokens, faults } = more;
  const chunk = (delta: unknown, finish: string | null = null) =>
    `data: ${JSON.stringify({ model, choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
  const calls = reply.calls.map((city, index) => ({
    index,
    id: `call0000${index}`,
    type: 'function',
    function: { name: 'get_weather', arguments: JSON.stringify({ city }) },
  }));
  const pieces = piecesOf(reply.text);
  const usage = { prompt_tokens: promptTokens, completion_tokens: pieces.length, total_tokens: promptTokens + pieces.length };
  const chunks = [
    ...(reply.reasoning === '' ? [] : [chunk({ reasoning_content: reply.reasoning })]),
    ...pieces.map((content) => chunk({ content })),
    ...calls.map((call) => chunk({ tool_calls: [call] })),
    chunk({}, calls.length > 0 ? 'tool_calls' : 'stop'),
    ...(faults.countsNothing ? [] : [`data: ${JSON.stringify({ model, choices: [], usage })}\n\n`]),
    'data: [DONE]\n\n',
  ];
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  if (faults.coalesces) return void response.end(chunks.join(''));
  for (const text of chunks) {
    response.write(text);
    // One read each: what is written at once may arrive at once.
    await sleep(4);
  }
  response.end();
};

const refuse = (response: ServerResponse, message: string): void =>
  sendJson(response, 400, { error: { message, type: 'invalid_request_error' } });

/** A server with one model `m` that can do all that a preflight asks, but for its faults. */
export const startBehavingServer = (faults: Faults = {}, tls: { key: string; cert: string } | null = null): Promise<ModelServer> => {
  let chatsSoFar = 0;
  return startModelServer(
    (_request, response, number, text) => {
      chatsSoFar = number;
      const body = JSON.parse(text) as Body;
      if (number <= (faults.loadingCalls ?? 0))
        return sendJson(response, 503, { error: { code: 503, message: 'Loading model', type: 'unavailable_error' } });
      if (faults.refusesTools && body.tools !== undefined) return refuse(response, 'm does not support tools');
      if (faults.refusesSystem && body.messages.some(({ role }) => role === 'system')) return refuse(response, 'System role not supported');
      const words = wordsIn(
        `${body.messages.map(({ content }) => content).join(' ')} ${JSON.stringify(body.tools ?? []).replaceAll(/[^\w]+/gu, ' ')}`,
      );
      const kept = words.slice(-(faults.windowWords ?? words.length));
      const reply = replyTo(body, kept.join(' '), faults);
      const cut = {
        ...reply,
        text: piecesOf(cutAt(reply.text, faults.ignoresStop ? [] : (body.stop ?? [])))
          .slice(0, body.max_tokens ?? 64)
          .join(''),
      };
      const model = number >= (faults.swapsAtCall ?? Infinity) ? 'other' : 'm';
      // A token is a little more than a word.
      void stream(response, cut, { model, promptTokens: Math.ceil(kept.length * 1.15) + 6, faults });
    },
    (_request, response) =>
      sendJson(response, 200, {
        object: 'list',
        data: [{ id: chatsSoFar >= (faults.listsOtherAfter ?? Infinity) ? 'other' : 'm', object: 'model' }],
      }),
    tls,
  );
};
