import { fail } from './failures.ts';

export type SchemaGrammar = {
  /** GBNF, the grammar language of llama.cpp; the root rule is `root`. */
  gbnf: string;
  /** Keywords of the schema that the grammar does not enforce. */
  notEnforced: string[];
};

type Schema = Record<string, unknown>;

/** Whitespace is short, or a small model fills its whole reply with it. */
const basicRules: Record<string, string> = {
  ws: String.raw`| " " | "\n" [ \t]{0,20}`,
  character: String.raw`[^"\\\x7F\x00-\x1F] | [\\] (["\\/bfnrt] | "u" [0-9a-fA-F]{4})`,
  string: String.raw`"\"" character* "\""`,
  integer: String.raw`"-"? (("0") | [1-9] [0-9]{0,15})`,
  number: String.raw`integer ("." [0-9]{1,16})? ([eE] [-+]? [0-9]{1,3})?`,
  boolean: '"true" | "false"',
  null: '"null"',
  value: 'object | array | string | number | boolean | null',
  object: String.raw`"{" ws (string ws ":" ws value ws ("," ws string ws ":" ws value ws)*)? "}"`,
  array: '"[" ws (value ws ("," ws value ws)*)? "]"',
  date: '[0-9]{4} "-" ("0" [1-9] | "1" [0-2]) "-" ("0" [1-9] | [12] [0-9] | "3" [01])',
  time: String.raw`([01] [0-9] | "2" [0-3]) ":" [0-5] [0-9] ":" [0-5] [0-9] ("." [0-9]{3})? ("Z" | [+-] ([01] [0-9] | "2" [0-3]) ":" [0-5] [0-9])`,
};

const formats: Record<string, string> = { date: 'date', time: 'time', 'date-time': '(date "T" time)' };

/** llama.cpp refuses longer repetitions. */
const mostRepeats = 1000;
/** Whole numbers in a range up to this size are listed one by one. */
const mostListed = 256;

/** Keywords that say nothing about what is valid. */
const silent = new Set([
  '$schema',
  '$id',
  '$comment',
  '$defs',
  'definitions',
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
]);
const enforced: Record<string, readonly string[]> = {
  object: ['properties', 'required', 'additionalProperties'],
  array: ['items', 'prefixItems', 'minItems', 'maxItems'],
  string: ['minLength', 'maxLength', 'format'],
  integer: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
  number: [],
  boolean: [],
  null: [],
};
const general = ['type', 'enum', 'const', 'anyOf', 'oneOf', 'allOf', '$ref', 'nullable'];

const isSchema = (value: unknown): value is Schema => value !== null && typeof value === 'object' && !Array.isArray(value);
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const countOf = (value: unknown): number | null => (typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : null);

/** A text as a GBNF literal. JSON leaves no control characters to be written. */
const literal = (json: string): string => `"${json.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;

const constant = (value: unknown): string => literal(JSON.stringify(value));
const either = (alternatives: readonly string[]): string =>
  alternatives.length === 1 ? (alternatives[0] as string) : `(${alternatives.join(' | ')})`;

/** Between `least` and `most` times; bounds beyond what llama.cpp takes are left to the model. */
const repeat = (least: number, most: number | null): string =>
  most === null || most > mostRepeats ? `{${Math.min(least, mostRepeats)},}` : `{${Math.min(least, most)},${most}}`;

/** `allOf` as one schema: what it adds to properties and required names is joined, all else is taken over. */
const flatten = (schema: Schema): Schema => {
  const { allOf, ...own } = schema;
  return listOf(allOf)
    .filter(isSchema)
    .map(flatten)
    .reduce<Schema>(
      (joined, part) => ({
        ...joined,
        ...part,
        ...(isSchema(joined['properties']) || isSchema(part['properties'])
          ? { properties: { ...(joined['properties'] as Schema), ...(part['properties'] as Schema) } }
          : {}),
        ...(joined['required'] || part['required'] ? { required: [...listOf(joined['required']), ...listOf(part['required'])] } : {}),
      }),
      own,
    );
};

/** The value that a local reference such as `#/$defs/item` points to. */
const resolve = (root: Schema, reference: string): Schema => {
  const path = reference.startsWith('#')
    ? reference
        .slice(1)
        .split('/')
        .filter((part) => part !== '')
    : null;
  const found = path?.reduce<unknown>(
    (value, part) => (isSchema(value) ? value[decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')] : undefined),
    root,
  );
  return isSchema(found)
    ? found
    : fail(
        'bad-request',
        `The schema refers to "${reference}", which is not in it.`,
        'Give a schema that contains all of its definitions.',
      );
};

const typesOf = (schema: Schema): string[] => {
  const { type } = schema;
  if (typeof type === 'string') return [type];
  if (Array.isArray(type)) return type.map(String);
  if ('properties' in schema || 'required' in schema || 'additionalProperties' in schema) return ['object'];
  if ('items' in schema || 'prefixItems' in schema) return ['array'];
  if ('minLength' in schema || 'maxLength' in schema || 'pattern' in schema || 'format' in schema) return ['string'];
  return [];
};

const createWriter = (root: Schema) => {
  const rules = new Map<string, string>(Object.entries(basicRules));
  const references = new Map<string, string>();
  const notEnforced = new Set<string>();
  const add = (body: string): string => {
    const name = `rule-${rules.size}`;
    rules.set(name, body);
    return name;
  };

  const noteKeywords = (schema: Schema, types: readonly string[]): void => {
    const known = new Set([...general, ...types.flatMap((type) => enforced[type] ?? [])]);
    for (const keyword of Object.keys(schema)) if (!known.has(keyword) && !silent.has(keyword)) notEnforced.add(keyword);
  };

  /** Members in their order: required ones always, optional ones or not, then any others that the schema allows. */
  const writeObject = (schema: Schema): string => {
    const properties = Object.entries(isSchema(schema['properties']) ? schema['properties'] : {});
    const required = new Set(listOf(schema['required']));
    const more = schema['additionalProperties'];
    const open = more === undefined ? properties.length === 0 : more !== false;
    for (const name of required) if (!properties.some(([known]) => known === name)) properties.push([String(name), {}]);
    const extra = open ? add(`string ws ":" ws ${write(isSchema(more) ? more : {})} ws`) : null;
    let tail = extra === null ? '' : add(`("," ws ${extra})*`);
    let head = extra === null ? '' : add(`(${extra} ${tail})?`);
    for (const [name, member] of properties.reverse()) {
      const pair = add(`${constant(name)} ws ":" ws ${write(member)} ws`);
      const [nextHead, nextTail] = required.has(name) ? [null, null] : [head === '' ? '""' : head, tail === '' ? '""' : tail];
      head = add(nextHead === null ? `${pair} ${tail}` : `${pair} ${tail} | ${nextHead}`);
      tail = add(nextTail === null ? `"," ws ${pair} ${tail}` : `"," ws ${pair} ${tail} | ${nextTail}`);
    }
    return add(`"{" ws ${head} "}"`);
  };

  const writeArray = (schema: Schema): string => {
    const first = listOf(schema['prefixItems']).map((item) => `${write(item)} ws`);
    const least = Math.max(0, (countOf(schema['minItems']) ?? 0) - first.length);
    const most = countOf(schema['maxItems']);
    const rest = schema['items'] === false || (most !== null && most <= first.length) ? null : add(`${write(schema['items'] ?? {})} ws`);
    if (first.length > 0)
      return add(
        `"[" ws ${first.join(' "," ws ')} ${rest === null ? '' : `("," ws ${rest})${repeat(least, most === null ? null : most - first.length)}`} "]"`,
      );
    if (rest === null) return add('"[" ws "]"');
    const filled = `${rest} ("," ws ${rest})${repeat(Math.max(0, least - 1), most === null ? null : most - 1)}`;
    return add(least > 0 ? `"[" ws ${filled} "]"` : `"[" ws (${filled})? "]"`);
  };

  const writeString = (schema: Schema): string => {
    const format = typeof schema['format'] === 'string' ? schema['format'] : null;
    if (format !== null && formats[format] !== undefined) return `("\\"" ${formats[format]} "\\"")`;
    if (format !== null) notEnforced.add('format');
    const [least, most] = [countOf(schema['minLength']), countOf(schema['maxLength'])];
    return least === null && most === null ? 'string' : add(`"\\"" character${repeat(least ?? 0, most)} "\\""`);
  };

  const writeInteger = (schema: Schema): string => {
    const { minimum, maximum } = schema;
    if (
      Number.isInteger(minimum) &&
      Number.isInteger(maximum) &&
      Number(maximum) - Number(minimum) < mostListed &&
      Number(maximum) >= Number(minimum)
    ) {
      return add(either(Array.from({ length: Number(maximum) - Number(minimum) + 1 }, (_, index) => constant(Number(minimum) + index))));
    }
    const exclusive = ['exclusiveMinimum', 'exclusiveMaximum'].some((keyword) => keyword in schema);
    // From 0 or 1 up to a limit of nines, or without one, is a matter of digits.
    const limit = typeof maximum === 'number' ? String(maximum) : null;
    if (!exclusive && (minimum === 0 || minimum === 1) && (maximum === undefined || (limit !== null && /^9{1,15}$/u.test(limit)))) {
      const digits = `[1-9] [0-9]{0,${limit === null ? 15 : limit.length - 1}}`;
      return add(minimum === 0 ? `"0" | ${digits}` : digits);
    }
    for (const keyword of ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum']) if (keyword in schema) notEnforced.add(keyword);
    return 'integer';
  };

  const writers: Record<string, (schema: Schema) => string> = {
    object: (schema) =>
      'properties' in schema || 'required' in schema || 'additionalProperties' in schema ? writeObject(schema) : 'object',
    array: (schema) =>
      ['items', 'prefixItems', 'minItems', 'maxItems'].some((keyword) => keyword in schema) ? writeArray(schema) : 'array',
    string: writeString,
    integer: writeInteger,
    number: () => 'number',
    boolean: () => 'boolean',
    null: () => 'null',
  };

  const writeReference = (reference: string): string => {
    const known = references.get(reference);
    if (known !== undefined) return known;
    const name = `reference-${references.size}`;
    references.set(reference, name);
    rules.set(name, write(resolve(root, reference)));
    return name;
  };

  const writeTypes = (schema: Schema): string => {
    const types = typesOf(schema);
    noteKeywords(schema, types);
    const written = types.map(
      (type) =>
        writers[type]?.(schema) ??
        fail(
          'bad-request',
          `The schema names the type "${type}", which JSON does not have.`,
          'Use object, array, string, number, integer, boolean or null.',
        ),
    );
    return written.length === 0 ? 'value' : either(schema['nullable'] === true ? [...written, 'null'] : written);
  };

  const write = (value: unknown): string => {
    if (value === true) return 'value';
    if (!isSchema(value))
      return fail('bad-request', `The schema holds ${JSON.stringify(value)} where a schema is needed.`, 'Correct the schema.');
    const schema = flatten(value);
    if (typeof schema['$ref'] === 'string') return writeReference(schema['$ref']);
    if ('const' in schema) return constant(schema['const']);
    if (Array.isArray(schema['enum']) && schema['enum'].length > 0) return either(schema['enum'].map(constant));
    const choices = listOf(schema['anyOf'] ?? schema['oneOf']);
    if (choices.length === 0) return writeTypes(schema);
    const { anyOf: _any, oneOf: _one, ...shared } = schema;
    return either(choices.map((choice) => write(isSchema(choice) ? { ...shared, ...choice } : choice)));
  };

  return { write, rules, notEnforced };
};

/**
 * A JSON Schema (draft 2020-12, local references) as a grammar that llama.cpp follows while it samples.
 * Optional properties stay optional and keep their order; an object that lists properties allows others only where it
 * says so. What the grammar can't hold is told, never silently changed.
 */
export const grammarOfSchema = (schema: Schema): SchemaGrammar => {
  const { write, rules, notEnforced } = createWriter(schema);
  const root = write(schema);
  const lines = [...rules].map(([name, body]) => `${name} ::= ${body}`);
  return { gbnf: [`root ::= ${root}`, ...lines].join('\n'), notEnforced: [...notEnforced].sort() };
};
