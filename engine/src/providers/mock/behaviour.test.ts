import fc from 'fast-check';
import { UserError } from '@benchloop/spec';
import { expect, test } from 'vitest';
import { parseBehaviour } from './behaviour.ts';

test.each(['spray', 'garbage-code', 'oracle-3'])('the client %s is taken by its name', (id) => {
  expect(parseBehaviour(id).answer).toEqual({ kind: 'client', id });
});

test('settings add up', () => {
  expect(parseBehaviour('say=a=b;think=hm;ttft=50;itl=2.5;token=1;fail=server@3x2')).toEqual({
    answer: { kind: 'say', text: 'a=b' },
    shownName: null,
    quantization: null,
    reasoning: 'hm',
    ttftMs: 50,
    itlMs: 2.5,
    tokenLength: 1,
    fail: { kind: 'server', afterTokens: 3, times: 2 },
  });
});

test('a call may have arguments', () => {
  expect(parseBehaviour('call=get_weather{"city":"Bern"}').answer).toEqual({
    kind: 'call',
    name: 'get_weather',
    argumentsText: '{"city":"Bern"}',
  });
});

test('the control error fails for good', () => {
  expect(parseBehaviour('error').fail).toEqual({ kind: 'server', afterTokens: 0, times: Infinity });
});

test('a made-up model has a strength and a name', () => {
  expect(parseBehaviour('skill=62.5;as=demo-heron;quant=Q8_0')).toMatchObject({
    answer: { kind: 'skill', share: 0.625 },
    shownName: 'demo-heron',
    quantization: 'Q8_0',
  });
});

test.each([
  'nonsense',
  'skill=101',
  'skill=',
  'as=',
  'oracle-6',
  'oracle-1',
  'ttft=fast',
  'ttft=-1',
  'itl=',
  'fail=boom',
  'fail=server@x',
  'call={}',
  'call=two words',
])('%s is refused with the list of settings', (name) => {
  expect(() => parseBehaviour(name)).toThrow(UserError);
});

test('any text is either a behaviour or one clear error', () => {
  fc.assert(
    fc.property(fc.string(), (name) => {
      const read = () => {
        try {
          return parseBehaviour(name);
        } catch (error) {
          return error;
        }
      };
      const result = read();
      expect(result instanceof UserError || !(result instanceof Error)).toBe(true);
    }),
  );
});
