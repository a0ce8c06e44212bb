import { expect, test } from 'vitest';
import { endpointBases } from './endpoint.ts';

const target = 'http://127.0.0.1:8080/v1';

test.each([
  '127.0.0.1:8080',
  'http://127.0.0.1:8080',
  'http://127.0.0.1:8080/',
  'http://127.0.0.1:8080/v1',
  'http://127.0.0.1:8080/v1/',
  'http://127.0.0.1:8080/v1/chat/completions',
  ' http://127.0.0.1:8080/v1/models/ ',
])('%j leads to /v1', (typed) =>
  expect(endpointBases(typed)).toMatchObject({
    ok: true,
    origin: 'http://127.0.0.1:8080',
    bases: [target, ...(/v1/u.test(typed) ? [] : ['http://127.0.0.1:8080'])],
  }),
);

test('path prefixes of proxies stay', () => {
  expect(endpointBases('https://host.example/llm/v1/chat/completions')).toMatchObject({ bases: ['https://host.example/llm/v1'] });
  expect(endpointBases('http://localhost:12434/engines/v1')).toMatchObject({ bases: ['http://localhost:12434/engines/v1'] });
  expect(endpointBases('http://localhost:1/proxy/')).toMatchObject({ bases: ['http://localhost:1/proxy/v1', 'http://localhost:1/proxy'] });
});

test('without a scheme, public hosts get https and local ones http', () => {
  expect(endpointBases('api.example.com')).toMatchObject({ origin: 'https://api.example.com' });
  expect(endpointBases('localhost:1234')).toMatchObject({ origin: 'http://localhost:1234' });
  expect(endpointBases('nas.local:8000/v1')).toMatchObject({ origin: 'http://nas.local:8000' });
});

test.each(['', 'http://', 'ftp://host/v1', 'http://user:secret@host/v1', 'http://a b/'])('%j is refused', (typed) =>
  expect(endpointBases(typed).ok).toBe(false),
);

test.each(['http://user:hidden@', 'user:hidden@ho st', 'ftp://user:hidden@host', 'http://a:hidden@host/v1'])(
  'the refusal of %j does not repeat its password',
  (typed) => expect(endpointBases(typed)).toEqual({ ok: false, message: expect.not.stringContaining('hidden') as string }),
);
