import { z } from 'zod';
import { defineCheck, isEmbedded } from '../check.ts';
import { evidenceOf, fault, isRefusal, knownFromEngine, notAsked, note, ok, spentThinking, unseen, whyFor } from '../finding.ts';

const schema = {
  type: 'object',
  properties: { colour: { type: 'string', enum: ['red', 'green'] }, count: { type: 'integer' } },
  required: ['colour', 'count'],
  additionalProperties: false,
};
const obeying = z.strictObject({ colour: z.enum(['red', 'green']), count: z.number().int() });
const noun = 'replies held to a JSON Schema';
const remedy =
  'Take a server with constrained decoding (llama-server, Ollama 0.5 or later, vLLM, the embedded engine), or leave the suite out with --suites.';

const obeys = (text: string): boolean => {
  try {
    return obeying.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
};

/** Whether a JSON Schema is enforced. The question asks for something else, so that no obedient model can pass for a server. */
export const jsonSchemaCheck = defineCheck({
  id: 'json-schema',
  title: 'JSON Schema is obeyed',
  isNeeded: ({ jsonSchema }) => jsonSchema.length > 0,
  known: ({ stack, needs }) =>
    isEmbedded(stack) ? knownFromEngine('A grammar made from the schema holds the reply.', whyFor(needs.jsonSchema, noun)) : null,
  ask: ({ ask }) =>
    ask({
      messages: [{ role: 'user', content: 'Say good morning in French.' }],
      constraint: { kind: 'json-schema', schema },
      maxTokens: 48,
    }),
  judge: (reply, { needs }) => {
    const why = whyFor(needs.jsonSchema, noun);
    const evidence = evidenceOf(reply);
    if (!reply.ok)
      return isRefusal(reply.error)
        ? fault('problem', needs.jsonSchema, { what: `The server refuses a JSON Schema: ${reply.error.message}`, why, evidence, remedy })
        : notAsked('A JSON Schema', reply.error, why);
    if (spentThinking(reply)) return unseen('A JSON Schema', why, evidence);
    const { text, finish } = reply.generation;
    if (obeys(text)) return ok({ what: 'A reply is held to its JSON Schema.', why, evidence });
    if (finish === 'length' && /^\s*\{/u.test(text))
      return note({ what: 'The reply began as the schema says and was cut at the token limit.', why, evidence });
    return fault('problem', needs.jsonSchema, { what: 'A JSON Schema is taken and not enforced.', why, evidence, remedy });
  },
});
