import { asRecord, numberOf, recordOf, textOf, type JsonRecord } from '../../kit/wire/members.ts';

/** Keywords that a declaration of a function takes with the meaning that JSON Schema gives them. */
const kept = [
  'title',
  'description',
  'default',
  'pattern',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
  'required',
] as const;

/** Formats that the API knows; it rejects a schema with any other. */
const formats = new Set(['date-time', 'enum', 'int32', 'int64', 'float', 'double']);

const maxDepth = 24;

type Root = { definitions: JsonRecord; depth: number };

const resolve = (schema: JsonRecord, root: Root): JsonRecord => {
  const name = /^#\/(?:\$defs|definitions)\/([^/]+)$/u.exec(textOf(schema['$ref']) ?? '')?.[1];
  if (name === undefined) return schema;
  const { $ref: _reference, ...beside } = schema;
  return { ...asRecord(root.definitions[decodeURIComponent(name.replaceAll('~1', '/').replaceAll('~0', '~'))]), ...beside };
};

/** All parts of an `allOf` must hold, so their members are put together. */
const mergeAll = (schema: JsonRecord, root: Root): JsonRecord => {
  const parts = Array.isArray(schema['allOf']) ? schema['allOf'].map(asRecord).filter((part) => part !== null) : [];
  return parts
    .map((part) => resolve(part, root))
    .reduce<JsonRecord>(
      (merged, part) => ({
        ...part,
        ...merged,
        ...('properties' in merged || 'properties' in part
          ? { properties: { ...recordOf(part, 'properties'), ...recordOf(merged, 'properties') } }
          : {}),
        ...('required' in merged || 'required' in part ? { required: [...listOf(merged['required']), ...listOf(part['required'])] } : {}),
      }),
      schema,
    );
};

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const typeOf = (schema: JsonRecord): { type?: string; nullable?: true; anyOf?: JsonRecord[] } => {
  const types = listOf(schema['type']).filter((type) => typeof type === 'string');
  if (types.length === 0) return typeof schema['type'] === 'string' ? { type: schema['type'] } : {};
  const [first, ...others] = types.filter((type) => type !== 'null');
  const nullable = types.includes('null') ? { nullable: true as const } : {};
  if (first === undefined) return nullable;
  return others.length === 0 ? { type: first, ...nullable } : { anyOf: [first, ...others].map((type) => ({ type })), ...nullable };
};

/** Only texts can be enumerated; other values are named in the description instead. */
const enumOf = (schema: JsonRecord): JsonRecord => {
  const values = 'const' in schema ? [schema['const']] : listOf(schema['enum']);
  if (values.length === 0) return {};
  const texts = values.filter((value) => typeof value === 'string');
  const onlyTexts = values.every((value) => typeof value === 'string' || value === null);
  if (onlyTexts && texts.length > 0) return { type: 'string', enum: texts, ...(texts.length < values.length ? { nullable: true } : {}) };
  const said = `One of: ${values.map((value) => JSON.stringify(value)).join(', ')}.`;
  return { description: [textOf(schema['description']), said].filter((text) => text !== null).join(' ') };
};

const alternativesOf = (schema: JsonRecord, root: Root): JsonRecord => {
  const options = [...listOf(schema['anyOf']), ...listOf(schema['oneOf'])].map(asRecord).filter((option) => option !== null);
  if (options.length === 0) return {};
  const some = options.filter((option) => option['type'] !== 'null').map((option) => translate(option, root));
  const nullable = some.length < options.length ? { nullable: true } : {};
  // One choice beside null is that choice.
  return some.length === 1 ? { ...some[0], ...nullable } : { anyOf: some, ...nullable };
};

const itemsOf = (schema: JsonRecord, root: Root): JsonRecord => {
  const items = asRecord(schema['items']) ?? asRecord(listOf(schema['prefixItems'])[0]);
  if (items !== null) return { items: translate(items, root) };
  return schema['type'] === 'array' ? { items: {} } : {};
};

const translate = (given: JsonRecord, parent: Root): JsonRecord => {
  const root = { ...parent, depth: parent.depth + 1 };
  // A schema that holds itself has no end in a notation without references.
  if (root.depth > maxDepth) return { type: 'object' };
  const schema = mergeAll(resolve(given, root), root);
  const properties = asRecord(schema['properties']);
  const format = textOf(schema['format']);
  const exact = Object.fromEntries(kept.filter((name) => schema[name] !== undefined).map((name) => [name, schema[name]]));
  const names = properties === null ? [] : Object.keys(properties);
  return {
    ...exact,
    ...typeOf(schema),
    ...alternativesOf(schema, root),
    ...(format !== null && formats.has(format) ? { format } : {}),
    ...enumOf(schema),
    ...(properties === null
      ? {}
      : { properties: Object.fromEntries(names.map((name) => [name, translate(asRecord(properties[name]) ?? {}, root)])) }),
    ...('required' in exact ? { required: [...new Set(listOf(exact['required']))].filter((name) => names.includes(String(name))) } : {}),
    ...itemsOf(schema, root),
  };
};

/**
 * A JSON Schema as a declaration of a function takes it: a subset of OpenAPI 3.0. References are put in place, `const`
 * becomes an enumeration, types with null become nullable; keywords that the API rejects are left out.
 */
export const toolSchema = (schema: JsonRecord): JsonRecord => {
  const translated = translate(schema, { definitions: { ...recordOf(schema, 'definitions'), ...recordOf(schema, '$defs') }, depth: 0 });
  return { ...translated, type: textOf(translated['type']) ?? 'object' };
};

/** An object without properties is rejected, and a function without parameters needs none. */
export const parametersOnWire = (schema: JsonRecord): JsonRecord =>
  Object.keys(recordOf(schema, 'properties')).length === 0 &&
  (numberOf(schema['minProperties']) ?? 0) === 0 &&
  schema['$ref'] === undefined &&
  schema['allOf'] === undefined
    ? {}
    : { parameters: toolSchema(schema) };
