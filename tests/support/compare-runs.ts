import { createParts, createRunStore } from '@benchloop/engine';
import type { CallTimings, Connection, Generation, Provider, Report, TraceEvent, Trial } from '@benchloop/spec';

/** What a trial asked, in the words of the wire where there was one, and what came back. */
export type Exchange = { generation: Generation; wire: string | null };

export const exchangeOf = async (home: string, report: Report, trial: Trial): Promise<Exchange> => {
  const trace: TraceEvent[] = await createRunStore(home).loadTrace(report.run.id, trial.traceFile as string);
  const reply = trace.find((event) => event.type === 'generation');
  const request = trace.find((event) => event.type === 'request');
  if (reply?.type !== 'generation' || request?.type !== 'request') throw new Error(`${trial.id} has no exchange`);
  return { generation: reply.generation, wire: request.wire };
};

type Choice = { token: string; top_logprobs: { token: string; logprob: number }[] };

const choicesOf = async (endpoint: string, wire: string): Promise<Choice[]> => {
  const more = { stream: false, stream_options: undefined, logprobs: true, top_logprobs: 10 };
  const reply = await fetch(`${endpoint}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...(JSON.parse(wire) as object), ...more }),
  });
  const { choices } = (await reply.json()) as { choices: { logprobs: { content: Choice[] } }[] };
  return choices[0]?.logprobs.content ?? [];
};

/**
 * How much less likely the reference server held another text's continuation where it parts from its own, in nats: asks it
 * the same again with the probabilities of its choices. Infinity = it did not consider that continuation.
 */
export const gapWhereTheyPart = async (endpoint: string, wire: string, otherText: string): Promise<number> => {
  let text = '';
  for (const { token, top_logprobs: top } of await choicesOf(endpoint, wire)) {
    // The end of a reply is a choice too: it is the empty token.
    if (token !== '' && otherText.startsWith(text + token)) {
      text += token;
      continue;
    }
    const rest = otherText.slice(text.length);
    const other = top.find((choice) =>
      rest === '' ? choice.token === '' : choice.token !== token && choice.token !== '' && rest.startsWith(choice.token),
    );
    return (top[0]?.logprob ?? 0) - (other?.logprob ?? -Infinity);
  }
  return Infinity;
};

const leastTokens = 32;

/** Decode rate by the client's clock over the server's own, for one call; null where one of them is not told or short. */
export const clockRatio = ({ calls }: Trial): number | null => {
  const [call] = calls;
  const { firstTokenMs, lastTokenMs } = call?.timings ?? { firstTokenMs: null, lastTokenMs: null };
  const { predictedMs, predictedTokens } = call?.serverTimings ?? { predictedMs: null, predictedTokens: null };
  const tokens = call?.usage?.completionTokens ?? 0;
  if (firstTokenMs === null || lastTokenMs === null || !predictedMs || !predictedTokens || tokens < leastTokens) return null;
  return (tokens - 1) / (lastTokenMs - firstTokenMs) / ((predictedTokens - 1) / predictedMs);
};

const metric = async (endpoint: string, name: string): Promise<number> => {
  const page = await (await fetch(`${endpoint}/metrics`)).text();
  return Number(new RegExp(`^llamacpp:${name} (.+)$`, 'mu').exec(page)?.[1]);
};

const askThrough = async (connection: Connection): Promise<CallTimings> => {
  const request = {
    messages: [{ role: 'user' as const, content: `Tell me about ${Math.random()} and numbers like it.` }],
    sampling: { temperature: 0, topP: null, seed: 1 },
    maxTokens: 64,
    thinking: 'default' as const,
    cachePrompt: false,
  };
  for await (const event of connection.generate(request, { signal: AbortSignal.timeout(120_000) })) {
    if (event.type === 'end') return event.timings;
    if (event.type === 'error') throw new Error(event.error.message);
  }
  throw new Error('the stream ended without an end');
};

/** The decode rate of calls through a gateway, by the client's clock over that of the llama.cpp server behind it. */
export const ratiosThroughGateway = async (gateway: string, upstream: string, calls: number): Promise<number[]> => {
  const provider = createParts().providers.get('openai') as Provider;
  const limits = { connectTimeoutMs: 10_000, idleTimeoutMs: 120_000, allowInsecure: false, contextTokens: null };
  const options = { endpoint: gateway, model: null, apiKey: null, threads: null, gpuLayers: null, ...limits };
  const found = await provider.connect(options, AbortSignal.timeout(30_000));
  if (!found.ok) throw new Error(found.error.message);
  const ratios: number[] = [];
  for (let call = 0; call < calls; call += 1) {
    const before = await metric(upstream, 'tokens_predicted_seconds_total');
    const { firstTokenMs, lastTokenMs } = await askThrough(found.connection);
    const serverMs = ((await metric(upstream, 'tokens_predicted_seconds_total')) - before) * 1000;
    ratios.push(serverMs / ((lastTokenMs ?? Number.NaN) - (firstTokenMs ?? Number.NaN)));
  }
  await found.connection.close();
  return ratios;
};

export const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
