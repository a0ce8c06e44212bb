import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const packages = createRequire(import.meta.url);

/** Fonts that reports carry with them: Inter for text, JetBrains Mono for numbers. Latin letters only. */
export const reportFonts = [
  { name: 'Inter', weight: 400, file: '@fontsource/inter/files/inter-latin-400-normal' },
  { name: 'Inter', weight: 600, file: '@fontsource/inter/files/inter-latin-600-normal' },
  { name: 'JetBrains Mono', weight: 400, file: '@fontsource/jetbrains-mono/files/jetbrains-mono-latin-400-normal' },
] as const;

/** The bytes of a font; `woff2` for browsers, `woff` where text is turned into paths. */
export const readFont = (file: (typeof reportFonts)[number]['file'], format: 'woff' | 'woff2'): Buffer =>
  readFileSync(packages.resolve(`${file}.${format}`));

/** The fonts as `@font-face` rules that need no network. */
export const fontFaceCss = (): string =>
  reportFonts
    .map(
      ({ name, weight, file }) =>
        `@font-face{font-family:'${name}';font-weight:${weight};font-style:normal;font-display:swap;src:url(data:font/woff2;base64,${readFont(file, 'woff2').toString('base64')}) format('woff2')}`,
    )
    .join('\n');
