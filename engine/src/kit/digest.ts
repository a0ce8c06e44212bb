import { createHash } from 'node:crypto';
import { canonicalJson } from './canonical-json.ts';

/** SHA-256 of text or bytes, as `sha256:` and hexadecimal digits. */
export const digestOf = (content: string | Uint8Array): string => `sha256:${createHash('sha256').update(content).digest('hex')}`;

/** SHA-256 of data in canonical JSON. */
export const digestOfData = (data: unknown): string => digestOf(canonicalJson(data));
