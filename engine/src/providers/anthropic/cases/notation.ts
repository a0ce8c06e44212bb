/** An event of the stream, with its type in both places as the API has it. */
export const E = (type: string, value: Record<string, unknown> = {}): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...value })}\n\n`;

export const START = E('message_start', {
  message: {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'claude-test',
    content: [],
    stop_reason: null,
    usage: { input_tokens: 9, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 1 },
  },
});
export const PING = E('ping');
export const open = (index: number, block: Record<string, unknown>): string => E('content_block_start', { index, content_block: block });
export const delta = (index: number, value: Record<string, unknown>): string => E('content_block_delta', { index, delta: value });
export const close = (index: number): string => E('content_block_stop', { index });
export const textOpen = (index: number): string => open(index, { type: 'text', text: '' });
export const T = (index: number, text: string): string => delta(index, { type: 'text_delta', text });
export const thinkOpen = (index: number): string => open(index, { type: 'thinking', thinking: '', signature: '' });
export const R = (index: number, thinking: string): string => delta(index, { type: 'thinking_delta', thinking });
export const callOpen = (index: number, id: string, name: string): string => open(index, { type: 'tool_use', id, name, input: {} });
export const A = (index: number, partial: string): string => delta(index, { type: 'input_json_delta', partial_json: partial });
export const STOP = (reason: string, usage: Record<string, unknown> = { output_tokens: 3 }): string =>
  E('message_delta', { delta: { stop_reason: reason, stop_sequence: null }, usage }) + E('message_stop');
