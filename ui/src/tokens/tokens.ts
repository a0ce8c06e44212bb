import type { Oklch } from './oklch.ts';

/** Lightness of the neutral ramp from the page (0) to the strongest ink (10). */
const neutrals = {
  light: [0.995, 0.976, 0.953, 0.918, 0.868, 0.78, 0.67, 0.53, 0.44, 0.33, 0.21],
  dark: [0.17, 0.198, 0.228, 0.268, 0.325, 0.42, 0.53, 0.66, 0.75, 0.86, 0.955],
} as const;

const coolHue = 255;

/** The tint fades towards white, where a screen has no room for it. */
const neutral = (lightness: number): Oklch => [lightness, Number(Math.min(0.01, 0.35 * (1 - lightness)).toFixed(4)), coolHue];

export type NeutralName = `n${0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10}`;

const ramp = (theme: keyof typeof neutrals): Record<NeutralName, Oklch> =>
  Object.fromEntries(neutrals[theme].map((lightness, step) => [`n${step}`, neutral(lightness)])) as Record<NeutralName, Oklch>;

export type ThemeName = 'light' | 'dark';
export type ColourName = NeutralName | 'accent' | 'gain' | 'loss' | 'attention' | `series-${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8}`;

/**
 * All colours by theme. `gain` and `loss` are blue and orange, which stay apart for every common kind of colour
 * blindness; `attention` means "needs you" and nothing else; `series-1` to `series-8` name stacks.
 */
export const colours = {
  light: {
    ...ramp('light'),
    accent: [0.52, 0.17, 255],
    gain: [0.52, 0.17, 255],
    loss: [0.55, 0.16, 47],
    attention: [0.62, 0.13, 75],
    'series-1': [0.52, 0.17, 255],
    'series-2': [0.58, 0.11, 180],
    'series-3': [0.55, 0.19, 345],
    'series-4': [0.62, 0.12, 90],
    'series-5': [0.45, 0.16, 295],
    'series-6': [0.6, 0.15, 30],
    'series-7': [0.42, 0.08, 150],
    'series-8': [0.5, 0.02, 255],
  },
  dark: {
    ...ramp('dark'),
    accent: [0.74, 0.13, 250],
    gain: [0.74, 0.13, 250],
    loss: [0.77, 0.14, 60],
    attention: [0.83, 0.14, 85],
    'series-1': [0.74, 0.13, 250],
    'series-2': [0.78, 0.11, 180],
    'series-3': [0.74, 0.15, 345],
    'series-4': [0.84, 0.12, 95],
    'series-5': [0.7, 0.14, 295],
    'series-6': [0.75, 0.14, 35],
    'series-7': [0.72, 0.12, 150],
    'series-8': [0.76, 0.02, 255],
  },
} satisfies Record<ThemeName, Record<ColourName, Oklch>>;

/** How many stacks have a colour of their own on one page; further ones begin again with another mark. */
export const seriesCount = 8;

export const fonts = {
  text: "Inter, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
  mono: "'JetBrains Mono', ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, monospace",
} as const;

/** Type sizes in pixels, smallest first. */
export const fontSizes = [12, 13, 14, 16, 20, 28] as const;
