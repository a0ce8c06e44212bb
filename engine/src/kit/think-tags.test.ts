import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createThinkSplitter, splitThinking, type ThinkPiece } from './think-tags.ts';

const cases: [name: string, text: string, reasoning: string, answer: string, flags?: { openerMissing?: boolean; unclosed?: boolean }][] = [
  ['plain answer', 'The answer is 4.', '', 'The answer is 4.'],
  ['leading space of an answer stays', '  4\n', '', '  4\n'],
  ['tags', '<think>a</think>b', 'a', 'b'],
  ['blank lines before the opener', '\n\n<think>\na b\n</think>\n\nb', 'a b', 'b'],
  ['opener missing', 'a\n</think>\n\nb', 'a', 'b', { openerMissing: true }],
  ['unclosed', '<think>a', 'a', '', { unclosed: true }],
  ['unclosed and cut in the closing tag', '<think>a</thi', 'a</thi', '', { unclosed: true }],
  ['empty block', '<think>\n\n</think>\n\nb', '', 'b'],
  ['tags in code after visible text', 'x\n```\n<think>a</think>\n```', '', 'x\n```\n<think>a</think>\n```'],
  ['closing tag in code', 'Write `</think>` to close it.', '', 'Write `</think>` to close it.'],
  ['split at the first closer only', '<think>say "</think>" now</think>b', 'say "', '" now</think>b'],
  ['two blocks', '<think>a</think>\n<think>c</think>b', 'ac', 'b'],
  ['thinking', '<thinking>a</thinking>b', 'a', 'b'],
  ['Magistral', '[THINK]a[/THINK]b', 'a', 'b'],
  ['Kimi', '◁think▷a◁/think▷b', 'a', 'b'],
  ['gpt-oss', '<|channel|>analysis<|message|>a<|end|><|start|>assistant<|channel|>final<|message|>b', 'a', 'b'],
  ['gpt-oss without analysis', '<|channel|>final<|message|>b', '', 'b'],
  [
    'gpt-oss with a call',
    '<|channel|>analysis<|message|>a<|end|><|start|>assistant<|channel|>commentary to=functions.f<|message|>{}<|call|>',
    'a',
    '<|start|>assistant<|channel|>commentary to=functions.f<|message|>{}<|call|>',
  ],
  ['a lone opening bracket', '<', '', '<'],
  ['other tags', '<b>x</b>', '', '<b>x</b>'],
  ['empty', '', '', ''],
];

test.each(cases)('%s', (...[, text, reasoning, answer, flags]) => {
  expect(splitThinking(text)).toEqual({ reasoning, answer, openerMissing: false, unclosed: false, ...flags });
});

test('a prompt that ends inside reasoning needs no opener', () => {
  expect(splitThinking('a</think>b', { insideReasoning: true })).toEqual({
    reasoning: 'a',
    answer: 'b',
    openerMissing: false,
    unclosed: false,
  });
  expect(splitThinking('a', { insideReasoning: true })).toMatchObject({ reasoning: 'a', answer: '', unclosed: true });
});

test('any split of the text gives the same result, and the pieces add up to it', () => {
  const text = fc.oneof(
    fc.constantFrom(...cases.map((row) => row[1])),
    fc
      .array(
        fc.constantFrom(
          '<think>',
          '</think>',
          '<',
          'th',
          'ink>',
          ' ',
          '\n',
          'a',
          '`',
          '[THINK]',
          '[/THINK]',
          '<|end|>',
          '<|channel|>analysis<|message|>',
        ),
      )
      .map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(text, fc.array(fc.nat(40)), (whole, sizes) => {
      const splitter = createThinkSplitter();
      const pieces: ThinkPiece[] = [];
      let at = 0;
      for (const size of sizes) {
        pieces.push(...splitter.push(whole.slice(at, at + size)));
        at += size;
      }
      pieces.push(...splitter.push(whole.slice(at)), ...splitter.end());
      const result = splitter.result();
      expect(result).toEqual(splitThinking(whole));
      if (pieces.some((piece) => piece.answerSoFarWasReasoning === true)) return;
      const joined = (channel: string) =>
        pieces
          .filter((piece) => piece.channel === channel)
          .map((piece) => piece.text)
          .join('');
      expect({ reasoning: joined('reasoning'), answer: joined('answer') }).toEqual({ reasoning: result.reasoning, answer: result.answer });
    }),
    { numRuns: 500 },
  );
});

test('reasoning and answer come out as soon as they are certain', () => {
  const splitter = createThinkSplitter();
  expect(splitter.push('<th')).toEqual([]);
  expect(splitter.push('ink>We')).toEqual([{ channel: 'reasoning', text: 'We' }]);
  expect(splitter.push(' see </think')).toEqual([{ channel: 'reasoning', text: ' see' }]);
  expect(splitter.push('>4')).toEqual([{ channel: 'answer', text: '4' }]);
});
