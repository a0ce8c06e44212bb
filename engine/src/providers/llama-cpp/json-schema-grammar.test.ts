import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchesGbnf } from './fixtures/gbnf-match.ts';
import { grammarOfSchema } from './json-schema-grammar.ts';

type Schema = Record<string, unknown>;

const matches = (schema: Schema, text: string): boolean => matchesGbnf(grammarOfSchema(schema).gbnf, text);

const person = {
  type: 'object',
  properties: { name: { type: 'string' }, age: { type: 'integer' }, tags: { type: 'array', items: { enum: ['a', 'b'] } } },
  required: ['age'],
};

describe('grammarOfSchema', () => {
  it('takes required and optional members in their order', () => {
    for (const text of [
      '{"age":3}',
      '{"name":"x","age":3}',
      '{"age":3,"tags":[]}',
      '{ "name": "x",\n  "age": -3,\n  "tags": ["a", "b"]\n}',
    ])
      expect(matches(person, text), text).toBe(true);
    for (const text of [
      '{}',
      '{"name":"x"}',
      '{"age":"3"}',
      '{"age":3,"other":1}',
      '{"age":3,}',
      '{"age":3,"tags":["c"]}',
      '{"age":3}}',
      '[]',
      '',
    ])
      expect(matches(person, text), text).toBe(false);
  });

  it('takes an object without required members empty, and any subset of them', () => {
    const schema = { type: 'object', properties: { a: { type: 'integer' }, b: { type: 'integer' }, c: { type: 'integer' } } };
    for (const text of ['{}', '{"a":1}', '{"b":1}', '{"c":1}', '{"a":1,"c":2}', '{"a":1,"b":2,"c":3}'])
      expect(matches(schema, text), text).toBe(true);
    for (const text of ['{,}', '{"b":1,"a":1}', '{"a":1"b":1}']) expect(matches(schema, text), text).toBe(false);
  });

  it('takes other members only where the schema says so', () => {
    const open = { type: 'object', properties: { a: { type: 'integer' } }, required: ['a'], additionalProperties: { type: 'boolean' } };
    expect(matches(open, '{"a":1,"x":true,"y":false}')).toBe(true);
    expect(matches(open, '{"a":1,"x":1}')).toBe(false);
    expect(matches({ type: 'object', additionalProperties: { type: 'number' } }, '{"x":1.5}')).toBe(true);
    expect(matches({ type: 'object' }, '{"x":{"y":[1,null]}}')).toBe(true);
    expect(matches({ type: 'object', additionalProperties: false }, '{"x":1}')).toBe(false);
  });

  it('takes each kind of choice', () => {
    const choice = { anyOf: [{ type: 'integer' }, { type: 'object', properties: { k: { const: 'v' } }, required: ['k'] }] };
    expect([matches(choice, '7'), matches(choice, '{"k":"v"}'), matches(choice, 'null'), matches(choice, '"7"')]).toEqual([
      true,
      true,
      false,
      false,
    ]);
    const nullable = { type: ['string', 'null'] };
    expect([matches(nullable, 'null'), matches(nullable, '"x"'), matches(nullable, '1')]).toEqual([true, true, false]);
    const mixed = { enum: ['a "quoted" \\ word', 2, null, { x: [1] }] };
    for (const value of mixed.enum) expect(matches(mixed, JSON.stringify(value))).toBe(true);
    expect(matches(mixed, '"b"')).toBe(false);
    expect(matches({}, '{"any":[1,"x",true]}')).toBe(true);
  });

  it('follows references, also to itself', () => {
    const tree = {
      $ref: '#/$defs/node',
      $defs: {
        node: {
          type: 'object',
          properties: { value: { type: 'integer' }, next: { anyOf: [{ $ref: '#/$defs/node' }, { type: 'null' }] } },
          required: ['value', 'next'],
        },
      },
    };
    expect(matches(tree, '{"value":1,"next":{"value":2,"next":null}}')).toBe(true);
    expect(matches(tree, '{"value":1,"next":{"value":2}}')).toBe(false);
    expect(() => grammarOfSchema({ $ref: '#/$defs/nothing' })).toThrow(/not in it/);
    expect(() => grammarOfSchema({ $ref: 'https://example.org/x.json' })).toThrow(/not in it/);
  });

  it('joins allOf', () => {
    const joined = {
      allOf: [
        { type: 'object', properties: { a: { type: 'integer' } }, required: ['a'] },
        { properties: { b: { type: 'boolean' } }, required: ['b'] },
      ],
    };
    expect([matches(joined, '{"a":1,"b":true}'), matches(joined, '{"a":1}')]).toEqual([true, false]);
  });

  it('keeps the sizes of arrays, texts and small ranges', () => {
    const list = { type: 'array', items: { type: 'integer' }, minItems: 2, maxItems: 3 };
    expect(['[]', '[1]', '[1,2]', '[1, 2, 3]', '[1,2,3,4]'].map((text) => matches(list, text))).toEqual([false, false, true, true, false]);
    const pair = { type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }], items: false };
    expect(['["x",1]', '["x"]', '["x",1,2]'].map((text) => matches(pair, text))).toEqual([true, false, false]);
    expect(['[]', '[1]'].map((text) => matches({ type: 'array', maxItems: 0 }, text))).toEqual([true, false]);
    const short = { type: 'string', minLength: 1, maxLength: 2 };
    expect(['""', '"é"', '"ab"', '"abc"', '"\\n"'].map((text) => matches(short, text))).toEqual([false, true, true, false, true]);
    const dice = { type: 'integer', minimum: 1, maximum: 6 };
    expect(['0', '1', '6', '7', '-1', '1.0'].map((text) => matches(dice, text))).toEqual([false, true, true, false, false, false]);
    const page = { type: 'integer', minimum: 1 };
    expect(['0', '1', '20', '-1', '01'].map((text) => matches(page, text))).toEqual([false, true, true, false, false]);
    const quantity = { type: 'integer', minimum: 0, maximum: 999 };
    expect(['0', '999', '1000', '-1', '00'].map((text) => matches(quantity, text))).toEqual([true, true, false, false, false]);
    expect(matches({ type: 'string', format: 'date' }, '"2024-05-31"')).toBe(true);
    expect(matches({ type: 'string', format: 'date' }, '"31 May"')).toBe(false);
    expect(matches({ type: 'string', format: 'date-time' }, '"2024-05-31T10:00:00Z"')).toBe(true);
  });

  it('says what it does not enforce', () => {
    expect(grammarOfSchema(person).notEnforced).toEqual([]);
    expect(
      grammarOfSchema({
        type: 'object',
        description: 'x',
        properties: { a: { type: 'string', pattern: '^a', format: 'email' }, b: { type: 'integer', minimum: 5 } },
        minProperties: 1,
      }).notEnforced,
    ).toEqual(['format', 'minProperties', 'minimum', 'pattern']);
  });

  it('refuses what is no schema', () => {
    expect(() => grammarOfSchema({ type: 'text' })).toThrow(/type "text"/);
    expect(() => grammarOfSchema({ type: 'object', properties: { a: 3 } })).toThrow(/where a schema is needed/);
  });

  it('agrees with a validator on any text of JSON', () => {
    const leaf = fc.constantFrom<Schema>(
      { type: 'integer' },
      { type: 'boolean' },
      { type: 'string', maxLength: 2 },
      { enum: ['a', 1] },
      { type: ['null', 'number'] },
    );
    const schema = fc
      .record({ a: leaf, b: leaf, required: fc.subarray(['a', 'b']), list: leaf, least: fc.integer({ min: 0, max: 2 }) })
      .map(({ a, b, required, list, least }): Schema => ({
        type: 'object',
        properties: { a, b, c: { type: 'array', items: list, minItems: least, maxItems: 2 } },
        required,
        additionalProperties: false,
      }));
    const leafValue = fc.constantFrom<unknown>(1, -2, true, null, 'a', 'abc', '', 1.5);
    const value = fc.record(
      { a: leafValue, b: leafValue, c: fc.oneof(fc.array(leafValue, { maxLength: 3 }), leafValue) },
      { requiredKeys: [] },
    );
    const ajv = new Ajv2020({ allowUnionTypes: true });
    fc.assert(
      fc.property(schema, value, fc.constantFrom(undefined, 1, 2), (asked, document, indent) => {
        const { a, b, c } = document;
        const ordered = Object.fromEntries(Object.entries({ a, b, c }).filter(([, member]) => member !== undefined));
        expect(matches(asked, JSON.stringify(ordered, null, indent))).toBe(ajv.validate(asked, ordered));
      }),
      { numRuns: 60 },
    );
  });
});
