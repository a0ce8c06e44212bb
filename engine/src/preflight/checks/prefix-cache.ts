import { defineCheck, isEmbedded } from '../check.ts';
import { fault, knownFromEngine, notAsked, note, ok, whyFor } from '../finding.ts';
import type { ProbeReply } from '../prober.ts';

const noun = 'prompts that no cache knows';
/** Long enough for several blocks of any cache. */
const prompt = Array.from({ length: 12 }, (_, index) => `Line ${index + 1} of a short text says that the tide comes and goes.`).join(' ');
/** The beginning of the chat template is known to a cache from any other call. */
const mostTemplateTokens = 48;

/** Whether a repeated prompt is read again although a cold one was asked for. */
export const prefixCacheCheck = defineCheck({
  id: 'prefix-cache',
  title: 'Prompt cache can be avoided',
  isNeeded: ({ cacheable }) => cacheable.length > 0,
  known: ({ stack, needs }) =>
    isEmbedded(stack) ? knownFromEngine('A cold prompt is read whole when it is asked for.', whyFor(needs.cacheable, noun)) : null,
  ask: async ({ ask }): Promise<ProbeReply> => {
    const question = { messages: [{ role: 'user' as const, content: prompt }], maxTokens: 1 };
    await ask(question);
    return ask(question);
  },
  judge: (second, { needs }) => {
    const why = whyFor(needs.cacheable, noun);
    if (!second.ok) return notAsked('The prompt cache', second.error, why);
    const cached = second.generation.usage?.cachedTokens ?? null;
    const evidence = `${cached ?? 'unknown'} of ${second.generation.usage?.promptTokens ?? 'unknown'} tokens of a repeated prompt from the cache`;
    if (cached === null) return note({ what: 'The server does not tell what comes from its prompt cache.', why, evidence });
    if (cached <= mostTemplateTokens) return ok({ what: 'A repeated prompt is read again when that is asked for.', why, evidence });
    return fault('problem', needs.cacheable, {
      what: 'The prompt cache is on, also where a cold prompt is asked for.',
      why,
      evidence,
      remedy:
        'Switch it off for cold prefill rates (llama-server: --no-cache-prompt; vLLM: --no-enable-prefix-caching; SGLang: --disable-radix-cache).',
    });
  },
});
