import { decodeWith } from '../../kit/wire/call-over-http.ts';
import { createChatStream } from './chat-stream.ts';

/** Reads a stored reply again: the same bytes give the same generation. */
export const decodeReceipt = decodeWith(createChatStream);
