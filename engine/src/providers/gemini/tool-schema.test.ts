import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parametersOnWire, toolSchema } from './tool-schema.ts';

const object = (properties: Record<string, unknown>, more: Record<string, unknown> = {}) => ({ type: 'object', properties, ...more });
const ofProperty = (schema: Record<string, unknown>, root: Record<string, unknown> = {}) =>
  (toolSchema(object({ p: schema }, root))['properties'] as Record<string, unknown>)['p'];

describe('a schema of a tool', () => {
  test.each([
    [
      'keeps what the API knows',
      { type: 'string', description: 'd', minLength: 1, pattern: 'a' },
      { type: 'string', description: 'd', minLength: 1, pattern: 'a' },
    ],
    ['keeps a known format and drops another', { type: 'string', format: 'email' }, { type: 'string' }],
    ['keeps date-time', { type: 'string', format: 'date-time' }, { type: 'string', format: 'date-time' }],
    ['turns null into nullable', { type: ['string', 'null'] }, { type: 'string', nullable: true }],
    ['turns several types into choices', { type: ['string', 'number'] }, { anyOf: [{ type: 'string' }, { type: 'number' }] }],
    ['turns const into an enumeration', { const: 'x' }, { type: 'string', enum: ['x'] }],
    ['keeps an enumeration of texts', { type: 'string', enum: ['a', 'b'] }, { type: 'string', enum: ['a', 'b'] }],
    [
      'says an enumeration of numbers',
      { type: 'integer', enum: [1, 2], description: 'A number.' },
      { type: 'integer', description: 'A number. One of: 1, 2.' },
    ],
    ['turns oneOf into anyOf', { oneOf: [{ type: 'string' }, { type: 'integer' }] }, { anyOf: [{ type: 'string' }, { type: 'integer' }] }],
    [
      'takes the one choice beside null',
      { anyOf: [{ type: 'integer', minimum: 1 }, { type: 'null' }] },
      { type: 'integer', minimum: 1, nullable: true },
    ],
    [
      'puts allOf together',
      { allOf: [object({ a: { type: 'string' } }, { required: ['a'] }), object({ b: { type: 'string' } }, { required: ['b'] })] },
      object({ a: { type: 'string' }, b: { type: 'string' } }, { required: ['a', 'b'] }),
    ],
    [
      'drops the rest',
      { type: 'object', properties: {}, additionalProperties: false, $comment: 'x', exclusiveMinimum: 1, not: {}, if: {} },
      { type: 'object', properties: {} },
    ],
    ['gives an array items', { type: 'array', uniqueItems: true }, { type: 'array', items: {} }],
    ['goes into items', { type: 'array', items: { const: 'x' } }, { type: 'array', items: { type: 'string', enum: ['x'] } }],
    [
      'requires only what there is',
      object({ a: { type: 'string' } }, { required: ['a', 'b', 'a'] }),
      object({ a: { type: 'string' } }, { required: ['a'] }),
    ],
  ])('%s', (_title, given, expected) => {
    const translated = ofProperty(given) as Record<string, unknown>;
    const sorted = (value: Record<string, unknown>) => ({
      ...value,
      ...(Array.isArray(value['required']) ? { required: [...(value['required'] as string[])].sort() } : {}),
    });
    expect(sorted(translated)).toEqual(expected);
  });

  test('puts references in place, also in themselves up to an end', () => {
    const root = { $defs: { City: object({ name: { type: 'string' }, twin: { $ref: '#/$defs/City' } }) } };
    const city = ofProperty({ $ref: '#/$defs/City', description: 'Where.' }, root) as Record<string, unknown>;
    expect(city).toMatchObject({
      type: 'object',
      description: 'Where.',
      properties: { name: { type: 'string' }, twin: { type: 'object' } },
    });
    expect(JSON.stringify(city)).not.toContain('$ref');
  });

  test('without properties is left out', () => {
    expect(parametersOnWire({ type: 'object', properties: {} })).toEqual({});
    expect(parametersOnWire(object({ a: { type: 'string' } }))).toHaveProperty('parameters');
  });

  test('holds no keyword that the API rejects, whatever it was given', () => {
    const rejected =
      /"(?:\$ref|\$defs|\$schema|definitions|additionalProperties|const|oneOf|allOf|not|if|then|else|exclusiveMinimum|exclusiveMaximum|multipleOf|patternProperties|uniqueItems|prefixItems|examples)":/u;
    const leaf = fc.constantFrom<Record<string, unknown>>(
      { type: 'string', const: 'a' },
      { $ref: '#/$defs/x' },
      { type: 'number', exclusiveMinimum: 1, multipleOf: 2 },
      { type: ['null', 'boolean'] },
    );
    const { schema } = fc.letrec<{ schema: Record<string, unknown> }>((tie) => ({
      schema: fc.oneof(
        { maxDepth: 3 },
        leaf,
        fc.record({ type: fc.constant('array'), items: tie('schema'), uniqueItems: fc.constant(true) }),
        fc.record({
          type: fc.constant('object'),
          properties: fc.record({ a: tie('schema'), b: tie('schema') }),
          additionalProperties: fc.constant(false),
        }),
        fc.record({ oneOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
        fc.record({ allOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
      ),
    }));
    fc.assert(
      fc.property(schema, (value) => {
        const text = JSON.stringify(toolSchema({ ...object({ p: value }), $defs: { x: { type: 'string', examples: ['a'] } } }));
        expect(text).not.toMatch(rejected);
      }),
      { numRuns: 200 },
    );
  });
});
