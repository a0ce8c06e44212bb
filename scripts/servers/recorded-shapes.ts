import { anatomyCases } from '../../engine/src/providers/openai/cases/anatomy.ts';
import { errorCases } from '../../engine/src/providers/openai/cases/errors.ts';
import { framingCases } from '../../engine/src/providers/openai/cases/framing.ts';
import { reasoningCases } from '../../engine/src/providers/openai/cases/reasoning.ts';
import { toolCallCases } from '../../engine/src/providers/openai/cases/tool-calls.ts';
import { usageCases } from '../../engine/src/providers/openai/cases/usage.ts';
import type { FeatureId } from './features.ts';

/** A server that does not run here: titles of the conformance cases that hold the shapes in which it was seen to answer. */
export type RecordedServer = { name: string; shapes: Partial<Record<FeatureId, readonly string[]>> };

export const recordedServers: readonly RecordedServer[] = [
  { name: 'DeepSeek', shapes: { thinking: ['reasoning in its own field'], 'tokens-counted': ['counts as text, floats and other names'] } },
  { name: 'Groq', shapes: { 'tokens-counted': ['usage in x_groq'] } },
  { name: 'KoboldCpp', shapes: { streaming: ['empty and "null" finish reasons'], 'tokens-counted': ['no usage at all'] } },
  {
    name: 'LM Studio',
    shapes: {
      streaming: ['an unknown route answered with 200'],
      'tool-call': ['the name on every fragment'],
      thinking: ['reasoning in its own field', 'tags in the content, cut'],
      'tokens-counted': ['usage on the finish chunk', 'no usage at all'],
      'context-window': ['context overflow on 200'],
    },
  },
  { name: 'Mistral', shapes: { streaming: ['content as parts'], thinking: ['thinking as a part'] } },
  {
    name: 'mlx_lm.server',
    shapes: {
      streaming: ['a role in every chunk', 'comments during a long prefill'],
      'parallel-calls': ['two whole calls without index'],
      thinking: ['field reasoning'],
    },
  },
  {
    name: 'OpenRouter',
    shapes: { streaming: ['comments before and between', 'an error object after text'], thinking: ['reasoning_details'] },
  },
  {
    name: 'SGLang',
    shapes: {
      streaming: ['empty and "null" finish reasons', 'the finish chunk twice', 'null fields beside text', 'unknown members'],
      'tool-call': ['the id on every fragment'],
      thinking: ['reasoning in its own field'],
      'tokens-counted': ['cumulative usage in each chunk'],
    },
  },
  {
    name: 'TGI',
    shapes: {
      streaming: ['a role in every chunk', 'an error object and then the end mark'],
      'tool-call': ['TGI: a role per fragment and a lone brace first'],
      'parallel-calls': ['one index for two ids'],
    },
  },
  {
    name: 'vLLM',
    shapes: {
      streaming: ['text in the finish chunk'],
      'tool-call': ['an empty id on the continuation', 'finish stop with a call'],
      'parallel-calls': ['two calls interleaved'],
      thinking: ['reasoning in its own field', 'field reasoning'],
      'tokens-counted': ['cumulative usage in each chunk'],
      'context-window': ['vLLM’s context overflow'],
    },
  },
];

/** Titles of the conformance cases that every change of the provider is tested with. */
export const caseTitles: ReadonlySet<string> = new Set(
  [...framingCases, ...anatomyCases, ...usageCases, ...toolCallCases, ...reasoningCases, ...errorCases].map(({ title }) => title),
);
