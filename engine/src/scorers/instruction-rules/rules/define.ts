import { z } from 'zod';
import type { Reading } from '../reading.ts';

/** What is wrong, with the count found, or null when the rule holds. */
export type Fault = string | null;

/** Members of every rule beside its own parameters. */
const common = {
  /** Share in the score, relative to the other rules of the task. */
  weight: z.number().positive().default(1),
  /** True: the score is 0 when this rule is broken, such as one against obeying an injected instruction. */
  vital: z.boolean().default(false),
};

type Kind<K extends string, P extends z.ZodRawShape> = {
  kind: K;
  /** Whether a rule only forbids or limits: such rules earn nothing unless a rule that asks for something holds too. */
  restrains: (rule: z.infer<z.ZodObject<P>>) => boolean;
  schema: z.ZodObject<{ kind: z.ZodLiteral<K> } & typeof common & P>;
  check: (rule: z.infer<z.ZodObject<P>>, reading: Reading) => Fault;
};

type Definition<P extends z.ZodRawShape> = {
  parameters: P;
  restrains?: (rule: z.infer<z.ZodObject<P>>) => boolean;
  check: (rule: z.infer<z.ZodObject<P>>, reading: Reading) => Fault;
};

export const defineRule = <const K extends string, P extends z.ZodRawShape>(kind: K, definition: Definition<P>): Kind<K, P> => ({
  kind,
  restrains: definition.restrains ?? (() => false),
  schema: z.strictObject({ kind: z.literal(kind), ...common, ...definition.parameters }) as unknown as Kind<K, P>['schema'],
  check: definition.check,
});

/** Bounds of a count, both included; equal bounds = exactly. At least one of them is given. */
export const range = { min: z.number().int().nonnegative().optional(), max: z.number().int().nonnegative().optional() };
export type Range = { min?: number | undefined; max?: number | undefined };

export const onlyLimits = ({ min = 0 }: Range): boolean => min === 0;

export const askedFor = ({ min, max }: Range): string => {
  if (min === max) return `exactly ${min}`;
  if (min === undefined) return `at most ${max}`;
  return max === undefined ? `at least ${min}` : `${min} to ${max}`;
};

export const outside = (count: number, { min = 0, max = Number.POSITIVE_INFINITY }: Range): boolean => count < min || count > max;

/** `noun` in the plural, such as `words`. */
export const rangeFault = (count: number, noun: string, bounds: Range): Fault =>
  outside(count, bounds) ? `found ${count} ${noun}, asked for ${askedFor(bounds)}` : null;

export const exactly = (count: number): Range => ({ min: count, max: count });

/** Text for a message, cut where it is long. */
export const shown = (text: string | undefined): string => {
  const plain = (text ?? '').replaceAll('\n', ' ');
  return `"${plain.length > 60 ? `${plain.slice(0, 57)}…` : plain}"`;
};
