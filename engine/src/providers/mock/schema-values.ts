type JsonSchema = Record<string, unknown>;

const asSchema = (value: unknown): JsonSchema => (typeof value === 'object' && value !== null ? (value as JsonSchema) : {});

/** Name and schema of each member of an object's JSON Schema. */
export const propertiesOf = (schema: unknown): Record<string, JsonSchema> =>
  Object.fromEntries(Object.entries(asSchema(asSchema(schema)['properties'])).map(([key, value]) => [key, asSchema(value)]));

const typeOf = (schema: JsonSchema): unknown => {
  const type = schema['type'];
  return Array.isArray(type) ? type[0] : type;
};

const alternative = (schema: JsonSchema): JsonSchema | null => {
  const options = schema['anyOf'] ?? schema['oneOf'];
  return Array.isArray(options) ? asSchema(options[0]) : null;
};

const membersOf = (schema: JsonSchema, value: (member: JsonSchema) => unknown): JsonSchema =>
  Object.fromEntries(Object.entries(propertiesOf(schema)).map(([key, member]) => [key, value(member)]));

/** A value that copies a JSON Schema without any knowledge: type names for texts, 0, false, empty lists. */
export const placeholderOfSchema = (given: unknown): unknown => {
  const schema = asSchema(given);
  const other = alternative(schema);
  if (other !== null) return placeholderOfSchema(other);
  const type = typeOf(schema);
  if (type === 'object') return membersOf(schema, placeholderOfSchema);
  if (type === 'array') return [];
  if (type === 'number' || type === 'integer') return 0;
  if (type === 'boolean') return false;
  return type === 'null' ? null : 'string';
};

/** The first value that a JSON Schema offers: first enum option, default, least number, true; `text` for any other text. */
export const firstOfSchema = (given: unknown, text: string): unknown => {
  const schema = asSchema(given);
  const other = alternative(schema);
  if (other !== null) return firstOfSchema(other, text);
  const options = schema['enum'];
  if (Array.isArray(options)) return options[0];
  if ('const' in schema) return schema['const'];
  if ('default' in schema) return schema['default'];
  const type = typeOf(schema);
  if (type === 'object') return membersOf(schema, (member) => firstOfSchema(member, text));
  if (type === 'array') return [firstOfSchema(schema['items'], text)];
  if (type === 'number' || type === 'integer') return typeof schema['minimum'] === 'number' ? schema['minimum'] : 1;
  if (type === 'boolean') return true;
  return type === 'null' ? null : text;
};
