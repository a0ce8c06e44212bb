import { describe, expect, test } from 'vitest';
import { contrastOf, toCss, toHex, type Oklch } from './oklch.ts';
import { colours, type ColourName, type ThemeName } from './tokens.ts';
import { tokensCss } from './tokens-css.ts';

const themes: ThemeName[] = ['light', 'dark'];

/** The axis from blue to yellow, which people with red-green blindness see like everybody else. */
const blueYellow = ([, chroma, hue]: Oklch): number => chroma * Math.sin((hue * Math.PI) / 180);

describe.each(themes)('colours of the %s theme', (theme) => {
  const of = (name: ColourName): Oklch => colours[theme][name];

  test.each(['n7', 'n8', 'n9', 'n10'] as const)('%s can be read as text', (name) => {
    expect(contrastOf(of(name), of('n0'))).toBeGreaterThanOrEqual(4.5);
    expect(contrastOf(of(name), of('n1'))).toBeGreaterThanOrEqual(4.5);
  });

  test.each([
    'accent',
    'gain',
    'loss',
    'attention',
    'series-1',
    'series-2',
    'series-3',
    'series-4',
    'series-5',
    'series-6',
    'series-7',
    'series-8',
  ] as const)('marks in %s stand out from the page', (name) => {
    expect(contrastOf(of(name), of('n0'))).toBeGreaterThanOrEqual(3);
  });

  test('gain and loss stay apart without red and green', () => {
    expect(blueYellow(of('loss')) - blueYellow(of('gain'))).toBeGreaterThan(0.2);
  });
});

describe('OKLCH', () => {
  test.each([
    [[1, 0, 0], '#ffffff'],
    [[0, 0, 0], '#000000'],
    [[0.62796, 0.25768, 29.234], '#ff0000'],
    [[0.86644, 0.29483, 142.495], '#00ff00'],
    [[0.45201, 0.31321, 264.052], '#0000ff'],
  ] as const)('%j is %s', (colour, hex) => {
    expect(toHex(colour)).toBe(hex);
  });

  test('contrast of black and white is 21', () => {
    expect(contrastOf([1, 0, 0], [0, 0, 0])).toBeCloseTo(21, 6);
    expect(contrastOf([0.5, 0, 0], [0.5, 0, 0])).toBe(1);
  });
});

test('the variables hold both themes, follow the system, and can be overruled', () => {
  for (const theme of themes) for (const colour of Object.values(colours[theme])) expect(tokensCss).toContain(toCss(colour));
  expect(tokensCss).toContain('@media (prefers-color-scheme:dark){:root:not([data-theme=light])');
  expect(tokensCss).toContain(':root[data-theme=dark]');
  expect(tokensCss).toContain('prefers-reduced-motion');
});
