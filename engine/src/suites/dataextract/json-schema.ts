import type { Data, Leaf, ObjectShape, Shape } from './shape.ts';

type JsonSchema = Record<string, unknown>;

const scalarSchemaOf = (leaf: Leaf): JsonSchema => {
  switch (leaf.kind) {
    case 'text':
      return { type: 'string' };
    case 'integer':
      return { type: 'integer' };
    case 'decimal':
      return { type: 'number' };
    case 'boolean':
      return { type: 'boolean' };
    case 'date':
      return { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' };
    case 'enum':
      return { enum: [...leaf.options] };
    case 'money':
      return objectOf({ amount: { type: 'number' }, currency: { type: 'string', pattern: '^[A-Z]{3}$' } });
  }
};

const objectOf = (properties: Record<string, JsonSchema>): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

const innerOf = (shape: Shape): JsonSchema => {
  if (shape.kind === 'list') return { type: 'array', items: scalarSchemaOf(shape.of) };
  if (shape.kind === 'rows') return { type: 'array', items: schemaOf(shape.of) };
  if (shape.kind === 'object') return schemaOf(shape.of);
  return shape.nullable ? { anyOf: [scalarSchemaOf(shape), { type: 'null' }] } : scalarSchemaOf(shape);
};

/** The shape as a JSON Schema, for servers that can hold a reply to one. */
export const schemaOf = (shape: ObjectShape): JsonSchema =>
  objectOf(Object.fromEntries(Object.entries(shape).map(([key, inner]) => [key, innerOf(inner)])));

const copyOf = (shape: Shape): Data => {
  if (shape.kind === 'list') return [shape.of.kind];
  if (shape.kind === 'rows') return [copyOfSchema(shape.of)];
  if (shape.kind === 'object') return copyOfSchema(shape.of);
  return shape.kind === 'enum' ? shape.options.join(' | ') : shape.kind;
};

/** What a model writes that copies the keys with their types instead of values. */
export const copyOfSchema = (shape: ObjectShape): { [key: string]: Data } =>
  Object.fromEntries(Object.entries(shape).map(([key, inner]) => [key, copyOf(inner)]));
