import type { Receipt } from '@benchloop/spec';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCallRouter } from './call-marks.ts';
import type { ReceiptEnd, ReceiptHead } from './protocol.ts';
import { decode, writeLine } from './receipt.ts';

const head: ReceiptHead = {
  model: 'm',
  promptTokens: 9,
  cachedTokens: 2,
  evaluateAt: 5,
  seed: 1,
  insideReasoning: false,
  callForms: [],
  toolNames: [],
  warnings: [],
};
const withTools: Partial<ReceiptHead> = { callForms: ['tool-call-tag'], toolNames: ['look'] };

/** A receipt of a text cut into tokens of two characters. */
const receiptOf = (text: string, more: Partial<ReceiptHead> = {}, end: ReceiptEnd | null = { end: 'end-token', text: '' }): Receipt => {
  const texts = text.match(/[\s\S]{1,2}/g) ?? [];
  const lines = [
    writeLine({ ...head, ...more }),
    writeLine({ ids: texts.map((_, index) => index), texts, at: texts.map((_, index) => 25 + index * 10) }),
    ...(end === null ? [] : [writeLine(end)]),
  ];
  return { status: null, contentType: 'application/x-ndjson', reads: lines.map((line, index) => ({ at: index, text: line })) };
};

describe('decode', () => {
  it('rebuilds text, counts and times', () => {
    expect(decode(receiptOf('Hello!'))).toEqual({
      text: 'Hello!',
      reasoning: '',
      toolCalls: [],
      leakedToolCalls: [],
      refused: false,
      finish: 'stop',
      finishRaw: 'end-token',
      end: 'engine',
      usage: { promptTokens: 9, completionTokens: 3, cachedTokens: 2, reasoningTokens: null, source: 'engine' },
      serverTimings: { loadMs: null, promptTokens: 7, promptMs: 20, predictedTokens: 3, predictedMs: 20 },
      modelReported: 'm',
      warnings: [],
    });
  });

  it('divides reasoning from the answer', () => {
    expect(decode(receiptOf('<think>Well.</think>Yes.'))).toMatchObject({ reasoning: 'Well.', text: 'Yes.' });
    expect(decode(receiptOf('Well.</think>Yes.', { insideReasoning: true }))).toMatchObject({
      reasoning: 'Well.',
      text: 'Yes.',
      warnings: [],
    });
    expect(decode(receiptOf('still thinking', { insideReasoning: true }, { end: 'max-tokens', text: '' }))).toMatchObject({
      reasoning: 'still thinking',
      text: '',
      finish: 'length',
    });
  });

  it('reads calls in the forms of the template, and only when tools were offered', () => {
    const text = 'I look.<tool_call>{"name": "look", "arguments": {"at": 1}}</tool_call>';
    expect(decode(receiptOf(text, withTools))).toMatchObject({
      text: 'I look.',
      finish: 'tool-calls',
      toolCalls: [{ name: 'look', arguments: { at: 1 } }],
    });
    expect(decode(receiptOf(text))).toMatchObject({ text, finish: 'stop', toolCalls: [], leakedToolCalls: [] });
    expect(decode(receiptOf(text, { ...withTools, toolNames: ['other'] })).toolCalls).toHaveLength(1);
  });

  it('reports a call in a form that is not the template’s as leaked', () => {
    const generation = decode(receiptOf('[TOOL_CALLS][{"name": "look", "arguments": {}}]', withTools));
    expect(generation).toMatchObject({ toolCalls: [], leakedToolCalls: [{ name: 'look' }], finish: 'stop' });
  });

  it('keeps a call that the limit cut off apart from a finished one', () => {
    const cut = decode(receiptOf('<tool_call>{"name": "look", "arguments": {"at', withTools, { end: 'max-tokens', text: '' }));
    expect(cut.finish).toBe('length');
    expect(cut.toolCalls.every((call) => call.arguments === null)).toBe(true);
  });

  it('tells a receipt that broke off', () => {
    expect(decode(receiptOf('Hel', {}, null))).toMatchObject({ text: 'Hel', finish: 'unknown', finishRaw: null });
    expect(decode({ status: null, contentType: null, reads: [] })).toMatchObject({
      text: '',
      usage: null,
      serverTimings: null,
      finish: 'unknown',
    });
  });

  it('does not depend on how the reads were cut', () => {
    const whole = receiptOf('<think>a</think>b<tool_call>{"name": "look", "arguments": {}}</tool_call>', withTools);
    const bytes = whole.reads.map(({ text }) => text).join('');
    fc.assert(
      fc.property(fc.integer({ min: 1, max: bytes.length }), (size) => {
        const reads = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => ({
          at: index,
          text: bytes.slice(index * size, (index + 1) * size),
        }));
        expect(decode({ ...whole, reads })).toEqual(decode(whole));
      }),
    );
  });
});

describe('createCallRouter', () => {
  const route = (pieces: string[], forms: string[]) => {
    const router = createCallRouter(forms);
    return [...pieces.flatMap((piece) => router.push(piece)), ...router.end()];
  };

  it('sends everything from the mark on to the calls', () => {
    expect(route(['I see. <tool', '_call>{"n', '":1}'], ['tool-call-tag'])).toEqual([
      { channel: 'answer', text: 'I see. ' },
      { channel: 'tool-call', text: '<tool_call>{"n' },
      { channel: 'tool-call', text: '":1}' },
    ]);
    expect(route(['{"name"', ': 1}'], ['bare-json']).every(({ channel }) => channel === 'tool-call')).toBe(true);
  });

  it('gives back what was no mark', () => {
    expect(
      route(['a <too', 'l b', ' <t'], ['tool-call-tag'])
        .map(({ text }) => text)
        .join(''),
    ).toBe('a <tool b <t');
    expect(route(['<tool_call>'], [])).toEqual([{ channel: 'answer', text: '<tool_call>' }]);
    expect(route(['Use {"a": 1}'], ['bare-json'])).toEqual([{ channel: 'answer', text: 'Use {"a": 1}' }]);
  });
});
