import fc from 'fast-check';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { FailureChart, summariseFailures } from './failure-chart.tsx';
import { dataOfDifferences, ForestPlot, summariseDifferences, type DifferenceRow } from './forest-plot.tsx';
import { Figure } from './kit/figure.tsx';
import { fitText, textWidth } from './kit/fit-text.ts';
import { spreadLabels } from './kit/spread-labels.ts';
import { binLatencies, LatencyHistogram, summariseLatencies } from './latency-histogram.tsx';
import type { LineSeries } from './line-chart.tsx';
import { paretoFront } from './pareto.ts';
import { ParetoChart, summarisePareto, type ParetoChartProps } from './pareto-chart.tsx';
import { ScoreChart, summariseScores, type ScoreRow } from './score-chart.tsx';
import { DepthChart, ThroughputChart } from './speed-charts.tsx';

const estimate = (value: number, low: number, high: number, n = 60) => ({ value, low, high, n });

const scores: ScoreRow[] = [
  { name: 'toolcall', estimate: estimate(72.4, 65.2, 79.1) },
  { name: 'coding', estimate: null, missing: 'not run' },
];
const differences: DifferenceRow[] = [
  { name: 'toolcall', difference: estimate(8.1, 2.2, 14.1), verdict: 'better', gained: 9, lost: 2 },
  { name: 'reasonmath', difference: estimate(-6.2, -11, -1.5), verdict: 'worse', gained: 0, lost: 6 },
  { name: 'longcontext', difference: estimate(3.4, -5.2, 12.8, 30), verdict: 'unknown' },
  { name: 'coding', difference: null, verdict: 'unknown' },
];
const lines: LineSeries[] = [
  {
    name: 'A',
    points: [
      { x: 64, y: 40, low: 38, high: 41, n: 3 },
      { x: 8192, y: 22, low: null, high: null, n: 1 },
    ],
  },
  { name: 'B', points: [{ x: 64, y: 38, low: 37, high: 39, n: 3 }] },
];
const pareto: Pick<ParetoChartProps, 'points' | 'x' | 'y'> = {
  points: [
    { name: 'good and slow', x: 20, y: 80, n: 60 },
    { name: 'bad and fast', x: 90, y: 30, n: 60 },
    { name: 'beaten', x: 15, y: 70, n: 60 },
  ],
  x: { label: 'tok/s', better: 'higher', say: String },
  y: { label: 'score', better: 'higher', say: String },
};
const causes = [
  { name: 'not passed', count: 9, kind: 'ability' as const },
  { name: 'timeout', count: 2, kind: 'infrastructure' as const },
];
const latencies = Array.from({ length: 100 }, (_, place) => 10 + (place % 10));

const all: [string, (width: number) => ReactNode, string][] = [
  ['scores', (width) => <ScoreChart rows={scores} width={width} />, '72.4'],
  ['forest plot', (width) => <ForestPlot rows={differences} width={width} margin={3} />, '+8.1'],
  ['depth', (width) => <DepthChart lines={lines} width={width} whiskers="lowest to highest" />, '22.0 at 8k'],
  ['throughput', (width) => <ThroughputChart lines={lines} width={width} whiskers="95 % intervals" />, '95 % intervals 38.0 to 41.0'],
  ['Pareto', (width) => <ParetoChart {...pareto} width={width} />, 'good and slow'],
  ['failures', (width) => <FailureChart causes={causes} trials={60} width={width} />, 'timeout: 2'],
  ['latency', (width) => <LatencyHistogram valuesMs={latencies} width={width} />, 'n=100'],
];

describe.each(all)('%s', (_name, draw, told) => {
  test.each([330, 640, 1000])('is one image with a name and a description at %d px', (width) => {
    const html = renderToStaticMarkup(draw(width));
    const [, title, summary] = /role="img" aria-labelledby="(\S+) (\S+)"/.exec(html) ?? [];
    expect(html).toContain(`<title id="${title}">`);
    const description = new RegExp(`<desc id="${summary}">([^<]*)</desc>`).exec(html)?.[1] ?? '';
    expect(description).toContain(told);
    expect(html).toMatch(new RegExp(`^<svg [^>]*viewBox="0 0 ${width} \\d+"`));
  });

  test('draws only numbers', () => {
    expect(renderToStaticMarkup(draw(640))).not.toMatch(/NaN|Infinity|undefined/);
  });

  test.each([0, 20, 67, 100, 200])('no bar has a negative size at %d px', (width) => {
    const html = renderToStaticMarkup(draw(width));
    expect(html).not.toMatch(/<rect [^>]*(?:width|height)="-/);
    expect(html).not.toMatch(/NaN|Infinity/);
  });

  test('nothing lies beside the picture', () => {
    const html = renderToStaticMarkup(draw(640));
    for (const [, value] of html.matchAll(/ (?:x|x1|x2|cx)="(-?[\d.]+)"/g)) {
      expect(Number(value)).toBeGreaterThanOrEqual(0);
      expect(Number(value)).toBeLessThanOrEqual(640);
    }
  });
});

describe('what the charts say', () => {
  test('whiskers are said to be 95 %, and a missing score is not 0', () => {
    const html = renderToStaticMarkup(<ScoreChart rows={scores} width={640} />);
    expect(html).toContain('whiskers are 95 % intervals');
    expect(summariseScores(scores)).toBe('toolcall: 72.4 of 100, 95 % interval 65.2 to 79.1, n=60. coding: no score, not run.');
    expect(html.match(/bl-mark /g)).toHaveLength(1);
  });

  test('the forest plot has a heavy zero line, counts at the ends, a hatch for uncertain, colours only for what holds', () => {
    const html = renderToStaticMarkup(<ForestPlot rows={differences} width={640} margin={3} better="B is better" worse="A is better" />);
    expect(html.match(/class="bl-zero"/g)).toHaveLength(1);
    expect(html).toContain('>+9<');
    expect(html).toContain('>−6<');
    expect(html).not.toContain('>+0<');
    expect(html.match(/fill="url\(#/g)).toHaveLength(1);
    expect(html.match(/bl-mark bl-gain/g)).toHaveLength(1);
    expect(html.match(/bl-mark bl-loss/g)).toHaveLength(1);
    expect(html).toContain('B is better ▸');
    expect(summariseDifferences(differences)).toContain(
      'longcontext: +3.4, 95 % interval −5.2 to +12.8, n=30, cannot tell yet; 0 gained, 0 lost.',
    );
    expect(dataOfDifferences(differences).rows[3]).toEqual(['coding', null, null, null, null, 'unknown', null, null]);
  });

  test('log axes are marked, the vertical axis begins at zero, lines are named at their ends', () => {
    const html = renderToStaticMarkup(<DepthChart lines={lines} width={640} whiskers="lowest to highest" />);
    expect(html).toContain('prompt, tokens, log scale');
    expect(html).toMatch(/class="bl-tick"[^>]*>0</);
    expect(html).toMatch(/class="bl-label bl-series-1"[^>]*><title>A<\/title>A</);
    expect(html).toMatch(/class="bl-label bl-series-2"[^>]*><title>B<\/title>B</);
  });

  test('beaten points are faded and the front is joined', () => {
    const html = renderToStaticMarkup(<ParetoChart {...pareto} width={640} />);
    expect(html.match(/bl-faded/g)).toHaveLength(1);
    expect(html.match(/class="bl-front" d="M[^"]*L/g)).toHaveLength(1);
    expect(summarisePareto(pareto)).toContain('Beaten on both by another: beaten (tok/s 15.0, score 70.0, n=60).');
  });

  test('bars start at zero; failures of the machinery are hatched and said to be so', () => {
    const html = renderToStaticMarkup(<FailureChart causes={causes} trials={60} width={640} />);
    const zero = /class="bl-zero" x1="([\d.]+)"/.exec(html)?.[1];
    expect([...html.matchAll(/<rect class="bl-bar[^"]*" x="([\d.]+)"/g)].map(([, x]) => x)).toEqual([zero, zero]);
    expect(html.match(/bl-bar-uncertain/g)).toHaveLength(1);
    expect(summariseFailures(causes, 60)).toContain('timeout: 2, not counted against the model.');
    expect(summariseFailures([], 60)).toBe('No failure in 60 trials.');
  });

  test('p95 is marked only from 20 values on', () => {
    expect(summariseLatencies(latencies, 'gap')).toContain('p95');
    expect(summariseLatencies(latencies.slice(0, 19), 'gap')).not.toContain('p95');
    expect(summariseLatencies([], 'gap')).toBe('gap: not measured.');
  });

  test('a figure holds its data as CSV, and the chart for a page and for a telephone', () => {
    const html = renderToStaticMarkup(
      <Figure title="Scores" data={{ head: ['a'], rows: [['=1']] }} draw={(width) => <ScoreChart rows={scores} width={width} />} />,
    );
    expect(html.match(/<svg /g)).toHaveLength(2);
    expect(html).toContain('<pre tabindex="0">a\n&#x27;=1</pre>');
    const measured = (
      <Figure title="S" width={500} data={{ head: [], rows: [] }} draw={(width) => <ScoreChart rows={scores} width={width} />} />
    );
    expect(renderToStaticMarkup(measured).match(/<svg /g)).toHaveLength(1);
  });

  test('hostile names stay text', () => {
    const rows: ScoreRow[] = [{ name: '</text><script>alert(1)</script>', estimate: estimate(1, 0, 2) }];
    const html = renderToStaticMarkup(<ScoreChart rows={rows} width={640} />);
    expect(html).not.toContain('<script');
    expect(html).toContain('&lt;/text&gt;&lt;script&gt;');
  });

  test('nothing measured draws an empty chart, not a broken one', () => {
    for (const chart of [
      <ScoreChart key="s" rows={[]} width={640} />,
      <ForestPlot key="f" rows={[]} width={640} />,
      <DepthChart key="d" lines={[]} width={640} whiskers="95 % intervals" />,
      <ParetoChart key="p" {...pareto} points={[]} width={640} />,
      <FailureChart key="c" causes={[]} trials={0} width={640} />,
      <LatencyHistogram key="l" valuesMs={[]} width={640} />,
    ])
      expect(renderToStaticMarkup(chart)).not.toMatch(/NaN|Infinity/);
  });
});

describe('laws', () => {
  const point = fc.record({ x: fc.integer({ min: 0, max: 9 }), y: fc.integer({ min: 0, max: 9 }) });

  test('no point of the front is beaten, and every other point is', () => {
    fc.assert(
      fc.property(fc.array(point, { minLength: 1, maxLength: 12 }), (points) => {
        const front = paretoFront(points, { x: 'higher', y: 'lower' });
        const beats = (one: { x: number; y: number }, other: { x: number; y: number }) =>
          one.x >= other.x && one.y <= other.y && (one.x > other.x || one.y < other.y);
        expect(front.length).toBeGreaterThan(0);
        for (const each of points) expect(front.includes(each)).toBe(!points.some((other) => beats(other, each)));
      }),
    );
  });

  test('every value is in one bin', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0.001, max: 1e6, noNaN: true }), { minLength: 1 }), (values) => {
        expect(binLatencies(values).reduce((sum, { count }) => sum + count, 0)).toBe(values.length);
      }),
    );
  });

  test('spread labels keep their order and their distance where there is room', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 200 }), { maxLength: 10 }), (places) => {
        const moved = spreadLabels(places, 14, 400).toSorted((a, b) => a - b);
        for (const [index, place] of moved.slice(1).entries()) expect(place - (moved[index] ?? 0)).toBeGreaterThanOrEqual(14 - 1e-9);
        for (const place of moved) expect(place).toBeLessThanOrEqual(400);
      }),
    );
  });

  test('a fitted text is the text, or its beginning with an ellipsis, and never wider than the room', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), fc.integer({ min: 40, max: 400 }), (text, widthPx) => {
        const fitted = fitText(text, { widthPx });
        expect(textWidth(fitted, 12)).toBeLessThanOrEqual(Math.max(widthPx, textWidth(`${[...text][0]}…`, 12)));
        if (fitted !== text) expect(text.startsWith(fitted.slice(0, -1))).toBe(true);
      }),
    );
  });
});
