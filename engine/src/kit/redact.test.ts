import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createStreamRedactor, redact } from './redact.ts';

test('every form of a secret is replaced', () => {
  expect(redact('key=sk-a/b"c, sk-a%2Fb%22c and "sk-a/b\\"c"', ['sk-a/b"c'])).toBe('key=[redacted], [redacted] and "[redacted]"');
});

test('other text, and text of secrets too short to be any, stays', () => {
  expect(redact('abc', ['xyzw'])).toBe('abc');
  expect(redact('abc', ['', 'a'])).toBe('abc');
});

test('in any pieces a secret never comes through, and nothing else is lost', () => {
  const secret = 'sk-abab-1';
  const text = fc.array(fc.constantFrom(secret, 's', 'sk-', 'ab', 'sk-abab', '-1', ' ', 'x')).map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, fc.array(fc.nat(9)), (whole, sizes) => {
      const redactor = createStreamRedactor([secret]);
      let out = '';
      let at = 0;
      for (const size of sizes) {
        out += redactor.push(whole.slice(at, at + size));
        at += size;
      }
      out += redactor.push(whole.slice(at)) + redactor.end();
      expect(out).not.toContain(secret);
      expect(out).toBe(redact(whole, [secret]));
    }),
  );
});
