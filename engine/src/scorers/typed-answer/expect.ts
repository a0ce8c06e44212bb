import { z } from 'zod';
import { currencyIds } from './currencies.ts';
import { unitIds } from './units.ts';

const wholeText = z.string().regex(/^-?\d+$/);
const numberText = z.string().regex(/^-?\d+(\.\d+)?$/);

/** `decimals`: the reply must be rounded to that many places. `tolerance`: largest absolute difference. Neither: exact. */
const precision = { decimals: z.number().int().min(0).max(12).optional(), tolerance: numberText.optional() };

/** Numbers are decimal text, so that no digit is lost to floating point. */
export const typedAnswerSchema = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('integer'), value: wholeText }),
    z.strictObject({ type: z.literal('decimal'), value: numberText, ...precision }),
    /** `unitRequired` false: the prompt fixes the unit, so that the bare number means `unit`. */
    z.strictObject({ type: z.literal('quantity'), value: numberText, unit: z.enum(unitIds), unitRequired: z.boolean(), ...precision }),
    z.strictObject({ type: z.literal('fraction'), value: z.string().regex(/^-?\d+\/[1-9]\d*$/), lowestTerms: z.boolean() }),
    /** `value` counts percent: 12.5 is 12.5 %. */
    z.strictObject({ type: z.literal('percentage'), value: numberText, ...precision }),
    z.strictObject({ type: z.literal('money'), value: numberText, currency: z.enum(currencyIds), currencyRequired: z.boolean() }),
    z.strictObject({
      type: z.literal('choice'),
      options: z.array(z.strictObject({ label: z.string().regex(/^[A-Z]$/), text: z.string().min(1) })).min(2),
      correct: z.string(),
    }),
    /** `universe` lists every item that can stand in an answer; without it, items are taken as written. */
    z.strictObject({ type: z.literal('set'), items: z.array(z.string().min(1)).min(1), universe: z.array(z.string()).optional() }),
    z.strictObject({ type: z.literal('sequence'), items: z.array(z.string().min(1)).min(2), universe: z.array(z.string()).optional() }),
    z.strictObject({ type: z.literal('date'), value: z.iso.date() }),
    /** Time of day on the 24-hour clock. */
    z.strictObject({ type: z.literal('time'), value: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/) }),
    /** The question has no answer in the given facts; the reply must say "not determined". */
    z.strictObject({ type: z.literal('undetermined') }),
  ])
  .refine((expect) => !('decimals' in expect && 'tolerance' in expect && expect.decimals !== undefined && expect.tolerance !== undefined), {
    message: 'give decimals or tolerance, not both',
  })
  .refine((expect) => expect.type !== 'decimal' || expect.decimals !== undefined || expect.tolerance !== undefined, {
    message: 'a decimal needs decimals or tolerance',
  })
  .refine((expect) => expect.type !== 'choice' || expect.options.some(({ label }) => label === expect.correct), {
    message: 'the correct label is none of the options',
  });

/** What an answer must be, by type. */
export type TypedAnswer = z.infer<typeof typedAnswerSchema>;
export type AnswerOf<Type extends TypedAnswer['type']> = Extract<TypedAnswer, { type: Type }>;

/** How one stated answer compares with the key. `unreadable` = not a value of the type at all. */
export type Match = { kind: 'right' } | { kind: 'wrong'; reason: string } | { kind: 'unreadable'; reason: string };

export const right: Match = { kind: 'right' };
export const wrong = (reason: string): Match => ({ kind: 'wrong', reason });
export const unreadable = (reason: string): Match => ({ kind: 'unreadable', reason });
