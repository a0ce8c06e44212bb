import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLoadingBanner } from './loading-banner.ts';

const banner = '━━━━━\nllama-swap loading model: qwen3\nWaking up the GPU...\n...\nDone! (19.83s)\n━━━━━\n \n';

const read = (pieces: readonly string[]) => {
  const reader = createLoadingBanner();
  const text = pieces.map((piece) => reader.push(piece)).join('') + reader.end();
  return { text, seen: reader.seen(), loadMs: reader.loadMs() };
};

test('the banner is taken off, with the time that it tells, however it is cut', () => {
  fc.assert(
    fc.property(fc.string(), fc.array(fc.nat(40)), (reasoning, sizes) => {
      const whole = banner + reasoning;
      const pieces: string[] = [];
      let start = 0;
      for (const size of sizes) {
        pieces.push(whole.slice(start, start + size));
        start += size;
      }
      pieces.push(whole.slice(start));
      expect(read(pieces)).toEqual({ text: reasoning, seen: true, loadMs: 19_830 });
    }),
  );
});

test.each(['Let me think.', '━━━━━\nA rule of a model.', '━━━', ' \n', '', `A model that quotes ${banner}`])(
  '%j is a model’s own',
  (text) => {
    expect(read([...text])).toEqual({ text, seen: false, loadMs: null });
  },
);

test('a banner that is cut off holds nothing of a model', () => {
  expect(read([banner.slice(0, 60)])).toEqual({ text: '', seen: true, loadMs: null });
});
