import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { replyText } from './prompt.ts';
import { readCalls } from './read-calls.ts';

const call = '<tool_call>{"name": "f", "arguments": {"a": 1}}</tool_call>';
const f = { name: 'f', arguments: { a: 1 } };

const shortOf = (text: string) => {
  const read = readCalls(text, 0);
  return {
    text: read.text,
    calls: read.calls.map(({ name, arguments: given }) => ({ name, arguments: given })),
    repairs: read.calls.flatMap(({ repairs }) => repairs),
  };
};

describe('texts with calls', () => {
  test.each<[string, string, { name: string; arguments: unknown }[], string, string[]]>([
    ['one block', call, [f], '', []],
    ['line breaks inside', `<tool_call>\n{"name": "f",\n "arguments": {"a": 1}}\n</tool_call>`, [f], '', []],
    ['prose before', `I will look.\n${call}`, [f], 'I will look.', []],
    ['prose after', `${call}\nDone soon.`, [f], 'Done soon.', []],
    ['two blocks', `${call}\n<tool_call>{"name":"g","arguments":{}}</tool_call>`, [f, { name: 'g', arguments: {} }], '', []],
    ['closing tag missing at the end', '<tool_call>\n{"name": "f", "arguments": {"a": 1}}', [f], '', ['closing-tag-missing']],
    [
      'closing tag missing, prose after',
      '<tool_call>{"name": "f", "arguments": {"a": 1}}\nWaiting.',
      [f],
      'Waiting.',
      ['closing-tag-missing'],
    ],
    [
      'closing tag missing between two',
      `<tool_call>{"name": "g", "arguments": {}}\n${call}`,
      [{ name: 'g', arguments: {} }, f],
      '',
      ['closing-tag-missing'],
    ],
    [
      'an opening tag where the closing one belongs',
      '<tool_call>{"name": "f", "arguments": {"a": 1}}<tool_call>',
      [f],
      '',
      ['closing-tag-missing'],
    ],
    ['in a code fence', `\`\`\`\n${call}\n\`\`\``, [f], '', ['code-fence']],
    ['in a code fence with a language, prose before', `Here:\n\`\`\`json\n${call}\n\`\`\`\n`, [f], 'Here:', ['code-fence']],
    ['in a code fence on one line', `\`\`\`${call}\`\`\``, [f], '', ['code-fence']],
    ['two calls in one code fence', `~~~xml\n${call}\n${call}\n~~~`, [f, f], '', ['code-fence', 'code-fence']],
    [
      'a code fence inside the block',
      `<tool_call>\n\`\`\`json\n{"name": "f", "arguments": {"a": 1}}\n\`\`\`\n</tool_call>`,
      [f],
      '',
      ['code-fence'],
    ],
    ['a code fence that is never closed', `\`\`\`\n${call}`, [f], '```', []],
    [
      'single quotes and Python words',
      `<tool_call>{'name': 'f', 'arguments': {'a': True}}</tool_call>`,
      [{ name: 'f', arguments: { a: true } }],
      '',
      ['json-repaired'],
    ],
    ['trailing comma', '<tool_call>{"name": "f", "arguments": {"a": 1,}}</tool_call>', [f], '', ['json-repaired']],
    ['last brace missing', '<tool_call>{"name": "f", "arguments": {"a": 1}</tool_call>', [f], '', ['json-repaired']],
    [
      'last brace and closing tag missing',
      '<tool_call>{"name": "f", "arguments": {"a": 1}',
      [f],
      '',
      ['closing-tag-missing', 'json-repaired'],
    ],
    [
      'arguments as a string of JSON',
      '<tool_call>{"name": "f", "arguments": "{\\"a\\": 1}"}</tool_call>',
      [f],
      '',
      ['arguments-double-encoded'],
    ],
    ['arguments absent', '<tool_call>{"name": "f"}</tool_call>', [{ name: 'f', arguments: {} }], '', ['arguments-missing']],
    [
      'arguments null',
      '<tool_call>{"name": "f", "arguments": null}</tool_call>',
      [{ name: 'f', arguments: {} }],
      '',
      ['arguments-missing'],
    ],
    ['parameters for arguments', '<tool_call>{"name": "f", "parameters": {"a": 1}}</tool_call>', [f], '', ['parameters-for-arguments']],
    [
      'several in one tag, one per line',
      `<tool_call>\n{"name": "f", "arguments": {"a": 1}}\n{"name": "g", "arguments": {}}\n</tool_call>`,
      [f, { name: 'g', arguments: {} }],
      '',
      ['several-calls-in-one-tag', 'several-calls-in-one-tag'],
    ],
    ['an array in one tag', '<tool_call>[{"name": "f", "arguments": {"a": 1}}]</tool_call>', [f], '', ['several-calls-in-one-tag']],
    [
      'the closing tag inside an argument',
      '<tool_call>{"name": "f", "arguments": {"a": "</tool_call>"}}</tool_call>',
      [{ name: 'f', arguments: { a: '</tool_call>' } }],
      '',
      [],
    ],
    ['arguments beyond repair', '<tool_call>{"name": "f", "arguments": [1, 2]}</tool_call>', [{ name: 'f', arguments: null }], '', []],
    ['arguments as plain prose', '<tool_call>{"name": "f", "arguments": "a is one"}</tool_call>', [{ name: 'f', arguments: null }], '', []],
    [
      'a real call beside an example in a fence',
      `Form:\n\`\`\`\n<tool_call>{"name": "x", "arguments": {}}</tool_call>\n\`\`\`\n${call}`,
      [f],
      'Form:\n```\n<tool_call>{"name": "x", "arguments": {}}</tool_call>\n```',
      [],
    ],
  ])('%s', (_name, text, ...expected) => {
    const [calls, rest, repairs] = expected;
    expect(shortOf(text)).toEqual({ text: rest, calls, repairs });
  });

  test('ids are nine letters and digits and tell the calls of all turns apart', () => {
    const ids = [...readCalls(call + call, 0).calls, ...readCalls(call, 1).calls].map(({ id }) => id);
    expect(new Set(ids).size).toBe(3);
    for (const id of ids) expect(id).toMatch(/^[a-zA-Z0-9]{9}$/);
  });

  test('a malformed call is named among the problems', () => {
    expect(readCalls('<tool_call>{"name": "f", "arguments": 7}</tool_call>', 0).problems).toEqual([
      'the arguments of f are no JSON object',
    ]);
  });
});

describe('texts without calls', () => {
  test.each([
    ['nothing', ''],
    ['prose', 'The result is 4.'],
    ['a tag that is talked about', 'Put the JSON between <tool_call> and </tool_call> tags.'],
    ['inline code', 'Write `<tool_call>{"name": "f", "arguments": {}}</tool_call>` to call f.'],
    ['an example in a fence with prose after it', `The form is:\n\`\`\`\n${call}\n\`\`\`\nYou can send it as it stands.`],
    ['an example in a fence beside other code', `\`\`\`\n# a call\n${call}\n\`\`\``],
    ['JSON without a tag', '{"name": "f", "arguments": {"a": 1}}'],
    ['an empty block', '<tool_call></tool_call>'],
    ['JSON without a name', '<tool_call>{"arguments": {"a": 1}}</tool_call>'],
    ['a function in another notation', '<tool_call>f(a=1)</tool_call>'],
  ])('%s', (_name, text) => {
    const read = readCalls(text, 0);
    expect(read.calls).toEqual([]);
    expect(read.text).toBe(text.trim());
  });

  test('a block that cannot be read is a problem', () => {
    expect(readCalls('<tool_call>f(a=1)</tool_call>', 0).problems).toEqual(['1 <tool_call> without a readable call']);
  });
});

describe('laws', () => {
  const name = fc.stringMatching(/^[a-z][a-z0-9_.-]{0,20}$/);
  const given = fc.dictionary(fc.string(), fc.jsonValue()).map((value) => JSON.parse(JSON.stringify(value)) as Record<string, unknown>);
  const calls = fc.array(fc.record({ name, arguments: given }), { minLength: 1, maxLength: 4 });
  const prose = fc.string({ unit: 'binary' }).filter((text) => !/tool_call|```|~~~|`$/.test(text));

  test('calls written by the harness are read back unchanged, whatever text stands before them', () => {
    fc.assert(
      fc.property(prose, calls, (text, written) => {
        const read = readCalls(replyText(text, written), 0);
        expect(read.calls.map((call) => ({ name: call.name, arguments: call.arguments }))).toEqual(written);
        expect(read.calls.flatMap(({ repairs }) => repairs)).toEqual([]);
        expect(read.text).toBe(text.trim());
      }),
    );
  });

  test('no text makes it throw, and only text of the reply is left', () => {
    const pieces = fc.constantFrom(
      '<tool_call>',
      '</tool_call>',
      '```',
      '~~~',
      '\n',
      '{',
      '}',
      '"',
      '[',
      ']',
      '"name"',
      ':',
      '"f"',
      ',',
      '"arguments"',
      '\\',
      '`',
      ' ',
      'x',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join('')),
        ),
        (text) => {
          const read = readCalls(text, 0);
          expect(read.text.length).toBeLessThanOrEqual(text.length);
          for (const { arguments: value } of read.calls) expect(value === null || typeof value === 'object').toBe(true);
        },
      ),
      { numRuns: 500 },
    );
  });

  test('a very long hostile text is read without trouble', () => {
    expect(readCalls('<tool_call>{"name":'.repeat(2_000), 0).calls.length).toBeLessThanOrEqual(2_000);
    expect(readCalls(`<tool_call>${'['.repeat(50_000)}`, 0).calls).toEqual([]);
  });
});
