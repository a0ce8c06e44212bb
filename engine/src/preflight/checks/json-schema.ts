import { z } from 'zod';
import { defineCheck, isEmbedded, type CheckInput, type Judged } from '../check.ts';
import { evidenceOf, fault, isRefusal, knownFromEngine, notAsked, note, ok, spentThinking, unseen, whyFor } from '../finding.ts';

const schema = {
  type: 'object',
  properties: { colour: { type: 'string', enum: ['red', 'green'] }, count: { type: 'integer' } },
  required: ['colour', 'count'],
  additionalProperties: false,
};
/** The same with the means that the schema of a step uses. */
const stepLike = { anyOf: [{ $ref: '#/$defs/pair' }], $defs: { pair: schema } };
const obeying = z.strictObject({ colour: z.enum(['red', 'green']), count: z.number().int() });
const noun = 'replies held to a JSON Schema';
const remedy =
  'Take a server with constrained decoding (llama-server, Ollama 0.5 or later, vLLM, the embedded engine), or leave the suite out with --suites.';
const heldRemedy =
  'Run with --harness hermes, which holds nothing, or take a server with constrained decoding: llama-server, Ollama 0.5 or later, vLLM, the embedded engine.';

const obeys = (text: string): boolean => {
  try {
    return obeying.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
};

const faultOf = (input: CheckInput, said: { what: string; evidence: string }): Judged => {
  const { jsonSchema, heldSteps, tasks } = input.needs;
  if (heldSteps.length === 0) return fault('problem', jsonSchema, { ...said, why: whyFor(jsonSchema, noun), remedy });
  return {
    ...fault('impossible', heldSteps, { ...said, why: whyFor(heldSteps, 'every step held to a JSON Schema'), remedy: heldRemedy }),
    blocked: tasks.filter(({ suiteId, offersTools }) => offersTools && heldSteps.includes(suiteId)).map(({ key }) => key),
    tested: { jsonSchema: 'no' },
  };
};

/** Whether a JSON Schema is enforced. The question asks for something else, so that no obedient model can pass for a server. */
export const jsonSchemaCheck = defineCheck({
  id: 'json-schema',
  title: 'JSON Schema is obeyed',
  isNeeded: ({ jsonSchema }) => jsonSchema.length > 0,
  known: (input) => {
    const why = whyFor(input.needs.jsonSchema, noun);
    if (isEmbedded(input.stack))
      return { ...knownFromEngine('A grammar made from the schema holds the reply.', why), tested: { jsonSchema: 'yes' } };
    return input.stack.model.capabilities.jsonSchema === 'no'
      ? faultOf(input, { what: 'This server takes no JSON Schema.', evidence: 'its kind and version are known' })
      : null;
  },
  ask: ({ ask }, { needs }) =>
    ask({
      messages: [{ role: 'user', content: 'Say good morning in French.' }],
      constraint: { kind: 'json-schema', schema: needs.heldSteps.length > 0 ? stepLike : schema },
      maxTokens: 48,
    }),
  judge: (reply, input) => {
    const why = whyFor(input.needs.jsonSchema, noun);
    const evidence = evidenceOf(reply);
    if (!reply.ok)
      return isRefusal(reply.error)
        ? faultOf(input, { what: `The server refuses a JSON Schema: ${reply.error.message}`, evidence })
        : notAsked('A JSON Schema', reply.error, why);
    if (spentThinking(reply)) return unseen('A JSON Schema', why, evidence);
    const { text, finish } = reply.generation;
    if (obeys(text)) return ok({ what: 'A reply is held to its JSON Schema.', why, evidence, tested: { jsonSchema: 'yes' } });
    if (finish === 'length' && /^\s*\{/u.test(text))
      return note({ what: 'The reply began as the schema says and was cut at the token limit.', why, evidence });
    return faultOf(input, { what: 'A JSON Schema is taken and not enforced.', evidence });
  },
});
