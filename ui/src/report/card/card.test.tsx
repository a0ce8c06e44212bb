import { describe, expect, test } from 'vitest';
import { recordedRun, withOverall } from '../testing/recorded-run.ts';
import { cardDataOf, cardText } from './card-data.ts';
import { fitTitle } from './fit-title.ts';
import { renderCardPng, renderCardSvg } from './render-card.tsx';

const data = withOverall(recordedRun());

const named = (name: string) => ({
  ...data.report,
  run: { ...data.report.run, model: data.report.run.model === null ? null : { ...data.report.run.model, name, quantization: null } },
});

/** Largest x and y that any path of the picture reaches; only absolute commands occur. */
const reachOf = (svg: string): { x: number; y: number } => {
  const reach = { x: 0, y: 0 };
  for (const [, path] of svg.replaceAll(/<mask.*?<\/mask>|<clipPath.*?<\/clipPath>/gs, '').matchAll(/<path[^>]* d="([^"]*)"/g))
    for (const [, x, y] of (path ?? '').matchAll(/[ML](-?[\d.]+)[ ,](-?[\d.]+)/g)) {
      reach.x = Math.max(reach.x, Number(x));
      reach.y = Math.max(reach.y, Number(y));
    }
  return reach;
};

const longName = 'unsloth/Qwen3-Coder-480B-A35B-Instruct-1M-GGUF-with-a-very-long-suffix-that-nobody-expected-UD-Q4_K_XL.gguf';

describe('the share card', () => {
  test('is 1200 by 630, holds its letters as paths, and names the run for readers', async () => {
    const svg = await renderCardSvg(data.report, data.text);
    expect(svg).toMatch(/^<svg role="img" width="1200" height="630"/);
    expect(svg).toContain(`<title>${data.text.title}. Overall 41.2, 95 % interval 35.5 to 47.1.</title>`);
    expect(svg).not.toMatch(/<text|<script|@import|(?:href|src)="(?!data:|#)/);
    expect(reachOf(svg).x).toBeLessThanOrEqual(1200);
    expect(reachOf(svg).y).toBeLessThanOrEqual(630);
  });

  test('of a run that was changed says so in its title and in a frame, inside its edges', async () => {
    const alarm = 'This run was changed after it was made: trials.jsonl is not what was frozen.';
    const svg = await renderCardSvg(data.report, { ...data.text, alarm });
    expect(svg).toContain(`<title>${alarm} `);
    expect(cardDataOf(data.report, { ...data.text, alarm }).alarm).toMatch(/changed after it was made/);
    expect(reachOf(svg).y).toBeLessThanOrEqual(630);
  });

  test('is a PNG of that size', async () => {
    const png = Buffer.from(await renderCardPng(data.report, data.text));
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
  });

  test.each([longName, longName.replaceAll(/[-/_.]/g, ''), 'W'.repeat(300), 'Llama 3', '名前'.repeat(80)])(
    'text fits for the name %s',
    async (name) => {
      const svg = await renderCardSvg(named(name), data.text);
      const { x, y } = reachOf(svg);
      expect(x).toBeLessThanOrEqual(1200 - 40);
      expect(y).toBeLessThanOrEqual(630 - 20);
    },
  );

  test('hostile names stay text', async () => {
    const svg = await renderCardSvg(named('</title><script>alert(1)</script>&\u0000\u202E'), {
      ...data.text,
      title: '</title><script>"&\u202E',
    });
    expect(svg).not.toContain('<script');
    expect(svg).toContain('<title>&lt;/title&gt;&lt;script&gt;&quot;&amp; .');
  });

  test('what the fonts do not hold is shown as a question mark', () => {
    expect(cardText('Qwen 千问 – “x” ✓')).toBe('Qwen ?? – “x” ?');
  });

  test('no overall figure: none on the card either', () => {
    const run = recordedRun();
    const card = cardDataOf(run.report, run.text);
    expect(card.overall).toBeNull();
    expect(card.verdict).toContain('No overall figure');
    expect(card.scores.find(({ name }) => name === 'toolcall')).toMatchObject({ estimate: null, missing: 'not run' });
    expect(card.decode).toMatch(/^decode [\d.]+ tok\/s, median of n=\d+, too few for an interval$/);
  });

  test('a short name is large, a long one is broken at a hyphen, a longer one ends with an ellipsis', () => {
    expect(fitTitle('Llama 3', 1088)).toEqual({ lines: ['Llama 3'], sizePx: 52 });
    const { lines, sizePx } = fitTitle(longName, 1088);
    expect(sizePx).toBe(36);
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/[-_/.]$/);
    expect(fitTitle('W'.repeat(300), 1088).lines).toEqual([expect.stringMatching(/^W+…$/)]);
  });
});
