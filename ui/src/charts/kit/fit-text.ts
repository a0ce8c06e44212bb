/** Mean width of a glyph as a share of the font size: Inter at 12 px, on the safe side, and JetBrains Mono exactly. */
const meanGlyph = { text: 0.58, mono: 0.6 } as const;

/** Width of a text in pixels, about; wide characters (such as Chinese) count twice. */
export const textWidth = (text: string, sizePx: number, font: keyof typeof meanGlyph = 'text'): number => {
  let glyphs = 0;
  for (const character of text) glyphs += (character.codePointAt(0) ?? 0) > 0x1100 ? 1.8 : 1;
  return glyphs * meanGlyph[font] * sizePx;
};

type Room = { widthPx: number; sizePx?: number; font?: keyof typeof meanGlyph };

/** The text, or its beginning and an ellipsis where it is wider than the room. */
export const fitText = (text: string, { widthPx, sizePx = 12, font = 'text' }: Room): string => {
  if (textWidth(text, sizePx, font) <= widthPx) return text;
  const characters = [...text];
  while (characters.length > 1 && textWidth(`${characters.join('')}…`, sizePx, font) > widthPx) characters.pop();
  return `${characters.join('').trimEnd()}…`;
};
