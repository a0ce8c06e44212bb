import { Resvg } from '@resvg/resvg-js';
import type { Report } from '@benchloop/spec';
import satori from 'satori';
import { onOneLine } from '../../words/format.ts';
import { readFont, reportFonts } from '../fonts.ts';
import type { ReportText } from '../report-data.ts';
import { Card } from './card.tsx';
import { cardDataOf } from './card-data.ts';
import { cardSize } from './card-size.ts';

const escapeXml = (text: string): string =>
  onOneLine(text)
    .replaceAll(/\p{Surrogate}|[\uFFFE\uFFFF]/gu, '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

/** The picture's texts are paths, so that it needs no font; the whole name stands in its title. */
const withTitle = (svg: string, title: string): string =>
  svg.replace(/^<svg ([^>]*)>/, `<svg role="img" $1><title>${escapeXml(title)}</title>`);

/** The share card of a run as an SVG of 1200 by 630 pixels that needs no font and no network. */
export const renderCardSvg = async (report: Report, text: Pick<ReportText, 'verdict' | 'title' | 'alarm'>): Promise<string> => {
  const fonts = reportFonts.map(({ name, weight, file }) => ({ name, weight, style: 'normal' as const, data: readFont(file, 'woff') }));
  const svg = await satori(<Card data={cardDataOf(report, text)} />, { ...cardSize, fonts });
  return withTitle(svg, [text.alarm, `${text.title}. ${text.verdict}`].filter((part) => part !== null).join(' '));
};

/** The same card as a PNG. */
export const renderCardPng = async (report: Report, text: Pick<ReportText, 'verdict' | 'title' | 'alarm'>): Promise<Uint8Array> =>
  new Resvg(await renderCardSvg(report, text), { font: { loadSystemFonts: false } }).render().asPng();
