import type { ToolDefinition } from '@benchloop/spec';

export type Schema = Record<string, unknown>;
type Members = Record<string, Schema>;

export const text = (description: string): Schema => ({ type: 'string', description });
export const whole = (description: string): Schema => ({ type: 'integer', description });
export const decimal = (description: string): Schema => ({ type: 'number', description });
export const flag = (description: string): Schema => ({ type: 'boolean', description });
export const choice = (values: readonly string[], description: string): Schema => ({ type: 'string', enum: values, description });
export const listOf = (items: Schema, description: string): Schema => ({ type: 'array', items, description });
export const day = (description: string): Schema => text(`${description}, as YYYY-MM-DD`);
export const clock = (description: string): Schema => text(`${description}, 24-hour HH:MM`);

/** An optional argument's schema with the value that holds when it is left out, also told in its description. */
export const standard = (schema: Schema, value: string | number | boolean): Schema => ({
  ...schema,
  description: `${String(schema['description'])}. Default: ${String(value)}`,
  default: value,
});

export const record = (required: Members, description: string, optional: Members = {}): Schema => ({
  type: 'object',
  description,
  properties: { ...required, ...optional },
  required: Object.keys(required),
});

/** A tool with its required and its optional arguments. */
export const tool = (name: string, description: string, required: Members, optional: Members = {}): ToolDefinition => ({
  name,
  description,
  parameters: { type: 'object', properties: { ...required, ...optional }, required: Object.keys(required) },
});
