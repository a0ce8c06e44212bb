import { z } from 'zod';

/** How a text is compared: letter by letter; whatever its quote signs and spaces; or these and whatever its case. */
export const textMatchSchema = z.enum(['exact', 'text', 'folded']);
export type TextMatch = z.infer<typeof textMatchSchema>;

const scalarOptions = [
  z.strictObject({ kind: z.literal('text'), value: z.string().min(1), match: textMatchSchema }),
  z.strictObject({ kind: z.literal('integer'), value: z.number().int() }),
  /** A number at most `tolerance` away; left out = the number itself. */
  z.strictObject({ kind: z.literal('decimal'), value: z.number(), tolerance: z.number().nonnegative().optional() }),
  /** `{"amount": 12.5, "currency": "EUR"}`, right as a whole or not at all. */
  z.strictObject({ kind: z.literal('money'), amount: z.number(), currency: z.string().regex(/^[A-Z]{3}$/) }),
  /** A day as YYYY-MM-DD. */
  z.strictObject({ kind: z.literal('date'), value: z.iso.date() }),
  z.strictObject({ kind: z.literal('boolean'), value: z.boolean() }),
  z
    .strictObject({ kind: z.literal('enum'), value: z.string(), options: z.array(z.string()).min(2) })
    .refine(({ value, options }) => options.includes(value), 'the value of an enum is one of its options'),
] as const;
/** One value that counts as one field. Types are strict: `"5"` is no number. */
export const scalarSchema = z.discriminatedUnion('kind', scalarOptions);
export type Scalar = z.infer<typeof scalarSchema>;
export type ScalarKind = Scalar['kind'];

/** Objects and lists of any depth over scalars; `absent` = the source gives no value, so null is due. */
export type Expected =
  | Scalar
  | { kind: 'absent' }
  | { kind: 'list'; order: 'set' | 'sequence'; items: Scalar[] }
  | { kind: 'rows'; items: ExpectedObject[] }
  | ExpectedObject;
export type ExpectedObject = { kind: 'object'; fields: Record<string, Expected> };

export const expectedSchema: z.ZodType<Expected> = z.lazy(() =>
  z.discriminatedUnion('kind', [
    ...scalarOptions,
    z.strictObject({ kind: z.literal('absent') }),
    /** Scalars in any order (`set`), or in the order of the source (`sequence`). A repeated item counts each time. */
    z.strictObject({ kind: z.literal('list'), order: z.enum(['set', 'sequence']), items: z.array(scalarSchema) }),
    /** Objects in any order. */
    z.strictObject({ kind: z.literal('rows'), items: z.array(objectSchema) }),
    objectSchema,
  ]),
);

const objectSchema = z.strictObject({ kind: z.literal('object'), fields: z.record(z.string(), expectedSchema) });

/** Number of values that a flawless reply holds: every scalar, each item of a list for itself; null counts nothing. */
export const countOf = (expected: Expected): number => {
  if (expected.kind === 'absent') return 0;
  if (expected.kind === 'list') return expected.items.length;
  if (expected.kind === 'rows') return expected.items.reduce((sum, item) => sum + countOf(item), 0);
  if (expected.kind === 'object') return Object.values(expected.fields).reduce((sum, field) => sum + countOf(field), 0);
  return 1;
};

/** The tree of fields that a reply's JSON object must hold. */
export const fieldExtractionExpectSchema = z
  .strictObject({ root: objectSchema })
  .refine(({ root }) => countOf(root) > 0, 'at least one field has a value');
export type FieldExtractionExpect = z.infer<typeof fieldExtractionExpectSchema>;
