import type { Capability, Model } from '@benchloop/spec';
import { digestOf } from '../../kit/digest.ts';
import { quantizationOf } from '../../kit/model-name.ts';
import { asRecord, numberOf, recordOf, textOf, type JsonRecord } from '../../kit/wire/members.ts';

/** What llama-server tells at `/props`. */
export type LlamaServerFacts = { version: string | null; slots: number | null; props: JsonRecord };

/** The facts, where the object has the shape that only llama-server and its derivatives have. */
export const llamaServerFacts = (value: unknown): LlamaServerFacts | null => {
  const props = asRecord(value);
  if (props === null || asRecord(props['default_generation_settings']) === null) return null;
  const build = textOf(props['build_info']);
  // Builds outside of llama.cpp's own releases carry a placeholder.
  return { version: build === null || /unknown/iu.test(build) ? null : build, slots: numberOf(props['total_slots']), props };
};

const capability = (value: unknown): Capability => (typeof value === 'boolean' ? (value ? 'yes' : 'no') : 'unknown');

/** A model's facts completed by what its server tells. `n_ctx` is that of one slot: what a request can use. */
export const withLlamaServerFacts = (model: Model, { props }: LlamaServerFacts): Model => {
  const template = textOf(props['chat_template']);
  const caps = recordOf(props, 'chat_template_caps');
  return {
    ...model,
    quantization: model.quantization ?? quantizationOf(textOf(props['model_path']) ?? ''),
    templateDigest: template === null ? null : digestOf(template),
    contextInForce: numberOf(recordOf(props, 'default_generation_settings')['n_ctx']) ?? numberOf(props['n_ctx']) ?? model.contextInForce,
    capabilities: {
      tools: capability(caps['supports_tools']),
      thinking: template?.includes('enable_thinking') === true ? 'yes' : 'unknown',
      vision: capability(recordOf(props, 'modalities')['vision']),
      system: capability(caps['supports_system_role']),
    },
  };
};
