import { fitText, textWidth } from '../../charts/kit/fit-text.ts';

/** Largest size first; the last one is used for whatever is longer. */
const sizesPx = [52, 44, 36] as const;
/** Semibold capitals and digits, which model names are full of, are wider than running text. */
const boldFactor = 1.06;

const fits = (text: string, widthPx: number, sizePx: number): boolean => textWidth(text, sizePx) * boldFactor <= widthPx;

/** Where a name may be broken, best last: after a space, a slash, a hyphen, an underscore. */
const breakBefore = (name: string, widthPx: number, sizePx: number): number => {
  const places = [...name.matchAll(/[ /_:-]+/g)].map((match) => match.index + match[0].length);
  return places.filter((place) => fits(name.slice(0, place), widthPx, sizePx)).at(-1) ?? 0;
};

const twoLines = (name: string, widthPx: number, sizePx: number): string[] => {
  const place = breakBefore(name, widthPx, sizePx);
  return place === 0 ? [name] : [name.slice(0, place).trimEnd(), name.slice(place)];
};

/** A title in the largest size that fits on one line, else on two, else cut with an ellipsis. */
export const fitTitle = (name: string, widthPx: number): { lines: string[]; sizePx: number } => {
  const oneLine = sizesPx.find((sizePx) => fits(name, widthPx, sizePx));
  if (oneLine !== undefined) return { lines: [name], sizePx: oneLine };
  const sizePx = sizesPx[sizesPx.length - 1] ?? 36;
  return { lines: twoLines(name, widthPx, sizePx).map((line) => fitText(line, { widthPx: widthPx / boldFactor, sizePx })), sizePx };
};
