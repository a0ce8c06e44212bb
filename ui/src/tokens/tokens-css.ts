import { toCss } from './oklch.ts';
import { colours, fontSizes, fonts, type ThemeName } from './tokens.ts';

const colourLines = (theme: ThemeName): string =>
  Object.entries(colours[theme])
    .map(([name, colour]) => `--bl-${name}:${toCss(colour)};`)
    .join('');

const shadow: Record<ThemeName, string> = { light: '0 1px 3px rgb(15 23 42 / .08)', dark: '0 1px 3px rgb(0 0 0 / .5)' };

const themeLines = (theme: ThemeName): string => `color-scheme:${theme};${colourLines(theme)}--bl-shadow:${shadow[theme]};`;

/**
 * The design tokens as CSS variables on `:root`. The system chooses light or dark; `data-theme="light"` or `"dark"` on the
 * root element overrules it; paper is always light.
 */
export const tokensCss = `:root{--bl-font-text:${fonts.text};--bl-font-mono:${fonts.mono};${fontSizes
  .map((size) => `--bl-size-${size}:${size / 16}rem;`)
  .join('')}--bl-grid:4px;--bl-radius:6px;--bl-motion:120ms;${themeLines('light')}}
@media (prefers-color-scheme:dark){:root:not([data-theme=light]){${themeLines('dark')}}}
:root[data-theme=dark]{${themeLines('dark')}}
@media (prefers-reduced-motion:reduce){:root{--bl-motion:0ms}}
@media print{:root,:root:not([data-theme=light]),:root[data-theme=dark]{${themeLines('light')}}}
`;
