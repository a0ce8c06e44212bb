import { z } from 'zod';
import { isSafePattern } from './pattern.ts';

/** Text or number that must stand in a text; a list of them = any one of the list. */
export const entitySchema = z.union([z.string().min(1), z.number(), z.array(z.union([z.string().min(1), z.number()])).min(1)]);
export type Entity = z.infer<typeof entitySchema>;

/** How one argument is judged. Types are strict: `"5"` is no number unless a matcher says `lenient`. */
export type Matcher =
  | { kind: 'exact'; value: unknown }
  | { kind: 'number'; value: number; tolerance?: number; lenient?: boolean }
  | { kind: 'text'; value: string; keepCase?: boolean }
  | { kind: 'date'; value: string; iso?: boolean }
  | { kind: 'pattern'; pattern: string }
  | { kind: 'mentions'; all: Entity[]; none?: Entity[] }
  | { kind: 'one-of'; options: Matcher[] }
  | { kind: 'list'; items: Matcher[] }
  | { kind: 'set'; items: Matcher[] }
  | { kind: 'object'; entries: Record<string, Matcher> }
  | { kind: 'optional'; matcher: Matcher }
  | { kind: 'absent' };

export const matcherSchema: z.ZodType<Matcher> = z.lazy(() =>
  z.discriminatedUnion('kind', [
    /** The same JSON data; key order does not count. */
    z.strictObject({ kind: z.literal('exact'), value: z.unknown().refine((value) => value !== undefined) }),
    /** A number at most `tolerance` away. `lenient` also takes it as text. */
    z.strictObject({
      kind: z.literal('number'),
      value: z.number(),
      tolerance: z.number().nonnegative().optional(),
      lenient: z.boolean().optional(),
    }),
    /** The same text, whatever its quote signs and spaces, and its case unless `keepCase`. */
    z.strictObject({ kind: z.literal('text'), value: z.string(), keepCase: z.boolean().optional() }),
    /** The same day. `iso` takes YYYY-MM-DD only; otherwise any form that can mean only that day. */
    z.strictObject({ kind: z.literal('date'), value: z.iso.date(), iso: z.boolean().optional() }),
    /** Text that matches from its first to its last letter. */
    z.strictObject({
      kind: z.literal('pattern'),
      pattern: z.string().refine(isSafePattern, 'a pattern that could run for very long, or is none'),
    }),
    /** Free text that holds every entity of `all` and none of `none`. */
    z.strictObject({ kind: z.literal('mentions'), all: z.array(entitySchema), none: z.array(entitySchema).optional() }),
    z.strictObject({ kind: z.literal('one-of'), options: z.array(matcherSchema).min(1) }),
    /** An array in this order. */
    z.strictObject({ kind: z.literal('list'), items: z.array(matcherSchema) }),
    /** An array in any order. */
    z.strictObject({ kind: z.literal('set'), items: z.array(matcherSchema) }),
    /** An object with these members and no others. */
    z.strictObject({ kind: z.literal('object'), entries: z.record(z.string(), matcherSchema) }),
    /** May be left out; if given it must match. */
    z.strictObject({ kind: z.literal('optional'), matcher: matcherSchema }),
    /** Must not be given. */
    z.strictObject({ kind: z.literal('absent') }),
  ]),
);

export const expectedCallSchema = z.strictObject({ tool: z.string().min(1), arguments: z.record(z.string(), matcherSchema) });
export type ExpectedCall = z.infer<typeof expectedCallSchema>;

export const finalTextSchema = z.strictObject({ all: z.array(entitySchema), none: z.array(entitySchema).optional() });
export type FinalText = z.infer<typeof finalTextSchema>;

/**
 * What a transcript must hold.
 * `groups` follow each other: a call of a later group counts only in a turn after all calls of the earlier ones.
 * Within a group any order is right. No group at all = no call may be made, and there must be an answer.
 * `final` judges the text of the last reply.
 */
export const toolCallsExpectSchema = z
  .strictObject({ groups: z.array(z.array(expectedCallSchema).min(1)), final: finalTextSchema.optional() })
  .refine(({ groups }) => groups.flat().length <= 12, 'at most 12 expected calls');
export type ToolCallsExpect = z.infer<typeof toolCallsExpectSchema>;
