import { z } from 'zod';

const perMillion = z.number().nonnegative();

const entrySchema = z.strictObject({
  provider: z.string().min(1),
  /** Name of the model without the date at its end; dated names of it have the same price. */
  model: z.string().min(1),
  /** The host that asks this price; left out = any, such as a gateway. */
  host: z.string().min(1).optional(),
  /** Prices per million tokens. */
  input: perMillion,
  output: perMillion,
  /** Input read from a cache; left out = not known. */
  cachedInput: perMillion.optional(),
  /** Longer prompts cost something else. */
  mostPromptTokens: z.number().int().positive().optional(),
});

/** A list of prices and the day on which they were seen. */
export const pricesSchema = z.strictObject({
  dated: z.iso.date(),
  currency: z.string().regex(/^[A-Z]{3}$/u),
  prices: z.array(entrySchema),
});
export type Prices = z.infer<typeof pricesSchema>;
export type Price = z.infer<typeof entrySchema>;
