import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTextRelease } from './text-release.ts';

/** A tokenizer of single bytes: a character of several bytes comes in as many tokens. */
const byBytes = (ids: number[]): string => Buffer.from(ids).toString('utf8');

const run = (text: string, stops: string[] = []) => {
  const release = createTextRelease(byBytes, stops);
  const pieces: string[] = [];
  for (const byte of Buffer.from(text)) {
    pieces.push(release.push(byte));
    if (release.stopped()) break;
  }
  return { pieces, stopped: release.stopped(), rest: release.end() };
};

describe('createTextRelease', () => {
  it('gives out whole characters only', () => {
    expect(run('aé🎉').pieces).toEqual(['a', '', 'é', '', '', '', '🎉']);
  });

  it('holds back what may become a stop string, and gives it out when it does not', () => {
    expect(run('a##b', ['###']).pieces).toEqual(['a', '', '', '##b']);
    expect(run('a##', ['###'])).toEqual({ pieces: ['a', '', ''], stopped: false, rest: '##' });
    expect(run('a###b', ['###'])).toEqual({ pieces: ['a', '', '', ''], stopped: true, rest: '' });
  });

  it('drops a character that the end cut in two', () => {
    const release = createTextRelease(byBytes, []);
    expect([release.push(0x61), release.push(0xf0), release.push(0x9f), release.end()]).toEqual(['a', '', '', '']);
  });

  it('does not hold back bytes that are no text for ever', () => {
    const release = createTextRelease(byBytes, []);
    const pieces = [0xff, 0xff, 0xff, 0xff, 0x61].map((byte) => release.push(byte));
    expect(pieces.join('')).toBe('\uFFFD\uFFFD\uFFFD\uFFFDa');
  });

  it('follows tokens that straddle characters for as long as they come', () => {
    const bytes = Buffer.from('🎉'.repeat(20));
    const tokens = [
      bytes.subarray(0, 2),
      ...Array.from({ length: 19 }, (_, index) => bytes.subarray(2 + index * 4, 6 + index * 4)),
      bytes.subarray(78),
    ];
    const release = createTextRelease((ids) => Buffer.concat(ids.map((id) => tokens[id] as Buffer)).toString('utf8'), []);
    expect(tokens.map((_, id) => release.push(id)).join('')).toBe('🎉'.repeat(20));
  });

  it('loses and invents nothing', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\uFFFD')),
        (text) => {
          const { pieces, rest } = run(text);
          expect(pieces.join('') + rest).toBe(text);
        },
      ),
    );
  });

  it('cuts at the first stop string, wherever the tokens are cut', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'b', 'ab', 'ba')), fc.constantFrom('aab', 'bb', 'abab'), (parts, stop) => {
        const text = parts.join('');
        const place = text.indexOf(stop);
        const { pieces, rest, stopped } = run(text, [stop]);
        expect(stopped).toBe(place >= 0);
        expect(pieces.join('') + rest).toBe(place >= 0 ? text.slice(0, place) : text);
      }),
    );
  });
});
