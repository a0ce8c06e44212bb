import type { ToolDefinition } from '@benchloop/spec';

type Schema = Record<string, unknown>;

/**
 * Bounds of what a tool's own schema leaves open. Without them a small model fills its whole reply with one string or
 * list. A string may hold a page; llama.cpp's grammars take at most 1000 repetitions in the embedded engine.
 */
const longestText = 1000;
const longestNote = 300;
const mostItems = 32;
/** Calls of one reply; more go into the next one. */
export const mostCalls = 16;

const isSchema = (value: unknown): value is Schema => value !== null && typeof value === 'object' && !Array.isArray(value);
const schemaAt = (index: number) => ({ $ref: `#/$defs/call-${index}` });
const text = { $ref: '#/$defs/text' };
const object = (properties: Schema): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

/** Words for people, which are in the prompt already. */
const unread = new Set(['description', 'title', 'default', 'examples', '$comment', '$schema', '$id']);
/** Keywords that hold one schema, a list of schemas, or schemas by name. */
const single = new Set(['items', 'additionalProperties', 'contains', 'not']);
const several = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems']);
const named = new Set(['properties', '$defs', 'definitions']);

const mapValues = (value: Schema, change: (member: unknown) => unknown): Schema =>
  Object.fromEntries(Object.entries(value).map(([name, member]) => [name, change(member)]));

const isOpenText = (schema: Schema): boolean =>
  schema['type'] === 'string' && !['enum', 'const', 'format', 'pattern', 'maxLength'].some((keyword) => keyword in schema);

/** llama.cpp refuses a pattern that is not anchored at both ends. */
const isUsable = (keyword: string, value: unknown): boolean =>
  !unread.has(keyword) && !(keyword === 'pattern' && !/^\^[\s\S]*\$$/u.test(String(value)));

/** Definitions of a tool stand under its own number, so that its references are moved there. */
const bounded = (value: unknown, definitions: string): unknown => {
  if (!isSchema(value)) return value;
  if (isOpenText(value)) return 'minLength' in value ? { type: 'string', minLength: value['minLength'], maxLength: longestText } : text;
  const inner = (member: unknown) => bounded(member, definitions);
  const kept = Object.entries(value)
    .filter(([keyword, member]) => isUsable(keyword, member))
    .map(([keyword, member]) => {
      if (keyword === '$ref' && typeof member === 'string') return [keyword, member.replace(/^#/u, definitions)];
      if (single.has(keyword)) return [keyword, inner(member)];
      if (several.has(keyword) && Array.isArray(member)) return [keyword, member.map(inner)];
      if (named.has(keyword) && isSchema(member)) return [keyword, mapValues(member, inner)];
      return [keyword, member];
    });
  return {
    ...(Object.fromEntries(kept) as Schema),
    ...('properties' in value && !('additionalProperties' in value) ? { additionalProperties: false } : {}),
    ...(value['type'] === 'array' && !('maxItems' in value) ? { maxItems: Math.max(mostItems, Number(value['minItems'] ?? 0)) } : {}),
  };
};

const callSchema = ({ name, parameters }: ToolDefinition, index: number): Schema => {
  const place = `#/$defs/call-${index}/properties/arguments`;
  const given = bounded({ type: 'object', properties: {}, ...parameters }, place);
  return object({ tool: { const: name }, arguments: given });
};

/**
 * JSON Schema (draft 2020-12) of one step: a call of an offered tool with arguments that fit its schema, several such
 * calls, or the final answer. Objects list their members in order and have no others; open strings and lists are bounded.
 */
export const stepSchema = (tools: readonly ToolDefinition[]): Schema => {
  const calls = (least: number) => ({ type: 'array', items: { $ref: '#/$defs/call' }, minItems: least, maxItems: mostCalls });
  return {
    anyOf: [
      { $ref: '#/$defs/call' },
      object({ answer: { type: 'string' } }),
      object({ calls: calls(2) }),
      object({ note: { type: 'string', maxLength: longestNote }, calls: calls(1) }),
    ],
    $defs: {
      text: { type: 'string', maxLength: longestText },
      call: { anyOf: tools.map((_tool, index) => schemaAt(index)) },
      ...Object.fromEntries(tools.map((tool, index) => [`call-${index}`, callSchema(tool, index)])),
    },
  };
};
