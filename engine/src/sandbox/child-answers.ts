import { codeRunSchema, type CodeRequest } from '@benchloop/spec';
import { z } from 'zod';
import type { ChildRun, FromChild } from './child/messages.ts';

const fromChildSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready'), cpuScale: z.number().positive().max(1000), escapes: z.record(z.string(), z.string()) }),
  z.object({ type: z.literal('alive'), rssBytes: z.number().nonnegative() }),
  z.object({ type: z.literal('result'), id: z.number().int(), run: codeRunSchema.omit({ level: true }) }),
  z.object({ type: z.literal('failed'), id: z.number().int(), reason: z.string() }),
]);

/** A message of the child, checked; throws on any other form, however deep or odd it is. */
export const readChildMessage = (raw: unknown): FromChild => fromChildSchema.parse(raw);

/** True where a result has exactly the calls that were asked for, in their order. */
export const fitsRequest = (run: ChildRun, request: CodeRequest): boolean =>
  run.calls.length === request.calls.length && run.calls.every(({ id }, index) => id === request.calls[index]?.id);
