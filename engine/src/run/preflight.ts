import type { CallTimings, Connection, Harness, Manifest, ModelEvent, Warning } from '@benchloop/spec';
import { UserError } from '@benchloop/spec';
import { sentences } from '../kit/sentences.ts';
import { firstIdleTimeoutMs } from './defaults.ts';
import type { WorkItem } from './run-trial.ts';
import { fitsContext } from './support.ts';

export type PreflightInput = {
  connection: Connection;
  manifest: Manifest;
  harness: Harness;
  work: readonly WorkItem[];
  signal: AbortSignal;
};
export type PreflightResult = { firstCall: CallTimings | null; warnings: Warning[] };

const probeTokens = 8;

/** One short call before the first trial: a server that can't answer it is said now, not after an hour. */
const askOnce = async ({
  connection,
  manifest,
  signal,
}: PreflightInput): Promise<Extract<ModelEvent, { type: 'end' | 'error' }> | null> => {
  const request = {
    messages: [{ role: 'user' as const, content: 'Say hello.' }],
    sampling: manifest.sampling,
    maxTokens: probeTokens,
    thinking: manifest.thinking,
    cachePrompt: false,
  };
  let last: Extract<ModelEvent, { type: 'end' | 'error' }> | null = null;
  for await (const event of connection.generate(request, { signal: AbortSignal.any([signal, AbortSignal.timeout(firstIdleTimeoutMs)]) }))
    if (event.type === 'end' || event.type === 'error') last = event;
  return last;
};

/** Characters of the longest question; the rendered prompt is a little longer. */
const longestPrompt = (work: readonly WorkItem[]): { text: string; item: WorkItem } | null => {
  let longest: { text: string; item: WorkItem } | null = null;
  for (const item of work) {
    const text = [...item.task.messages.map(({ content }) => content), ...(item.task.tools ?? []).map((tool) => JSON.stringify(tool))].join(
      '\n',
    );
    if (longest === null || text.length > longest.text.length) longest = { text, item };
  }
  return longest;
};

const checkContext = async ({ connection, manifest, work }: PreflightInput): Promise<Warning[]> => {
  const inForce = connection.model.contextInForce;
  const longest = longestPrompt(work.filter(({ task }) => fitsContext(task, connection.model)));
  if (inForce === null || longest === null || connection.countTokens === undefined) return [];
  const reply = Math.min(longest.item.task.limits.maxTokens, manifest.maxTokens ?? Infinity);
  const needed = (await connection.countTokens(longest.text)) + reply;
  if (needed <= inForce) return [];
  return [
    {
      code: 'context-small',
      message: `The context in force is ${inForce} tokens, but ${longest.item.trialId} needs about ${needed}: such tasks will end truncated.`,
      nextStep: `Start again with --ctx ${2 ** Math.ceil(Math.log2(needed))}, or leave the suite out.`,
    },
  ];
};

/** Proves that the stack answers before the first trial. Throws a `UserError` when it does not. */
export const preflight = async (input: PreflightInput): Promise<PreflightResult> => {
  const answer = await askOnce(input);
  if (input.signal.aborted) return { firstCall: null, warnings: [] };
  if (answer?.type === 'error')
    throw new UserError(sentences('The model could not answer a first, short question', answer.error.message), answer.error.hint);
  return { firstCall: answer?.timings ?? null, warnings: await checkContext(input) };
};
