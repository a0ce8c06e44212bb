/** An event of the stream; its type stands in both places. */
export const E = (type: string, value: Record<string, unknown> = {}): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...value })}\n\n`;

const response = { id: 'resp_1', object: 'response', model: 'test-model', status: 'in_progress', output: [], usage: null, error: null };
export const START = E('response.created', { response }) + E('response.in_progress', { response });

const usage = {
  input_tokens: 9,
  input_tokens_details: { cached_tokens: 4 },
  output_tokens: 3,
  output_tokens_details: { reasoning_tokens: 1 },
  total_tokens: 12,
};
export const END = (more: Record<string, unknown> = {}): string =>
  E('response.completed', { response: { ...response, status: 'completed', usage, ...more } });
export const CUT = (reason: string): string =>
  E('response.incomplete', { response: { ...response, status: 'incomplete', usage, incomplete_details: { reason } } });

export const T = (delta: string, index = 0): string =>
  E('response.output_text.delta', { item_id: `msg_${index}`, output_index: index, content_index: 0, delta });
export const textDone = (text: string, index = 0): string =>
  E('response.output_text.done', { item_id: `msg_${index}`, output_index: index, content_index: 0, text });
/** Reasoning as a summary, which is all that the service shows. */
export const S = (delta: string, index = 0): string =>
  E('response.reasoning_summary_text.delta', { item_id: `rs_${index}`, output_index: index, summary_index: 0, delta });
/** Reasoning itself, as local servers show it. */
export const R = (delta: string, index = 0): string =>
  E('response.reasoning_text.delta', { item_id: `rs_${index}`, output_index: index, content_index: 0, delta });
const callItem = (index: number, name: string, args: string) => ({
  type: 'function_call',
  id: `fc_${index}`,
  call_id: `call_${index}`,
  name,
  arguments: args,
});
export const callOpen = (index: number, name: string): string =>
  E('response.output_item.added', { output_index: index, item: callItem(index, name, '') });
export const A = (index: number, delta: string): string =>
  E('response.function_call_arguments.delta', { item_id: `fc_${index}`, output_index: index, delta });
export const callDone = (index: number, args: string): string =>
  E('response.function_call_arguments.done', { item_id: `fc_${index}`, output_index: index, arguments: args });
export const itemDone = (index: number, name: string, args: string): string =>
  E('response.output_item.done', { output_index: index, item: callItem(index, name, args) });
