import { expect, test } from 'vitest';
import { errorOfReply } from './wire-error.ts';

const messageFor = (retryAfterMs: number | null): string =>
  errorOfReply({ status: 429, body: '{"error":{"message":"slow down"}}', retryAfterMs }).message;

test.each([
  [1, 'The server says: slow down. It asks to wait 1 s.'],
  [20_000, 'The server says: slow down. It asks to wait 20 s.'],
  [3_600_000, 'The server says: slow down. It asks to wait 60 min.'],
])('a wait of %s ms that a server asks for is told', (retryAfterMs, told) => {
  expect(messageFor(retryAfterMs)).toBe(told);
});

test.each([null, 0])('no wait is told where it asks for none (%s)', (retryAfterMs) => {
  expect(messageFor(retryAfterMs)).toBe('The server says: slow down.');
});

test('a reply without words still tells the wait', () => {
  expect(errorOfReply({ status: 503, body: '', retryAfterMs: 5_000 }).message).toBe(
    'The server answered 503 without a message. It asks to wait 5 s.',
  );
});
