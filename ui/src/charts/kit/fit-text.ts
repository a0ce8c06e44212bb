/** Widths of glyphs as shares of the font size, measured on Inter and rounded up; JetBrains Mono has one width. */
const narrow = /[ijl.,:;|'!()[\]\u2009 ft1r/-]/;
const wide = /[A-Z0-9mw@%&—…+=_]/;
const widths = { narrow: 0.36, usual: 0.57, wide: 0.68, widest: 0.95, mono: 0.6, ideograph: 1.05 } as const;

export type FontKind = 'text' | 'mono';

const glyphWidth = (character: string, font: FontKind): number => {
  if ((character.codePointAt(0) ?? 0) > 0x1100) return widths.ideograph;
  if (font === 'mono') return widths.mono;
  if (narrow.test(character)) return widths.narrow;
  if (/[MW@%—…]/.test(character)) return widths.widest;
  return wide.test(character) ? widths.wide : widths.usual;
};

/** Width of a text in pixels, rather a little more than less. */
export const textWidth = (text: string, sizePx: number, font: FontKind = 'text'): number => {
  let width = 0;
  for (const character of text) width += glyphWidth(character, font);
  return width * sizePx;
};

type Room = { widthPx: number; sizePx?: number; font?: FontKind };

/** The text, or its beginning and an ellipsis where it is wider than the room. */
export const fitText = (text: string, { widthPx, sizePx = 12, font = 'text' }: Room): string => {
  if (textWidth(text, sizePx, font) <= widthPx) return text;
  const characters = [...text];
  while (characters.length > 1 && textWidth(`${characters.join('')}…`, sizePx, font) > widthPx) characters.pop();
  return `${characters.join('').trimEnd()}…`;
};
