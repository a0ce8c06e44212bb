/** A colour as lightness (0 to 1), chroma and hue in degrees. Ottosson 2020, "A perceptual color space for image processing". */
export type Oklch = readonly [lightness: number, chroma: number, hue: number];

/** The colour as CSS. */
export const toCss = ([lightness, chroma, hue]: Oklch): string => `oklch(${(100 * lightness).toFixed(1)}% ${chroma} ${hue})`;

/** Linear-light sRGB by Ottosson's matrices, clipped to what a screen can show. */
const toLinearRgb = ([lightness, chroma, hue]: Oklch): [number, number, number] => {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const clip = (value: number): number => Math.min(1, Math.max(0, value));
  return [
    clip(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    clip(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    clip(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
};

const encode = (linear: number): number => (linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055);

/** The colour as `#rrggbb`, for renderers that know no OKLCH. */
export const toHex = (colour: Oklch): string =>
  `#${toLinearRgb(colour)
    .map((channel) =>
      Math.round(255 * encode(channel))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

const luminance = (colour: Oklch): number => {
  const [red, green, blue] = toLinearRgb(colour);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** Contrast ratio of two colours, 1 to 21 (WCAG 2.2, relative luminance). */
export const contrastOf = (one: Oklch, other: Oklch): number => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
};
