import { z } from 'zod';
import { defineRule } from './define.ts';

/** Frequent function words, chosen so that any plain text of some 15 words holds several. */
const functionWords = {
  de: 'der die das den dem des ein eine einen einem einer und oder aber nicht ist sind war wird werden hat haben mit von zu zum zur im am auf für bei nach aus über unter vor durch als auch sich sie er es wir ich ihr man noch nur sehr so wie wenn dass kein keine mehr jeden jede viele',
  es: 'el la los las un una unos unas y o pero no es son era fue está están ser hay ha han con de del al a en por para sobre entre sin desde hasta como también se su sus lo le les que más muy ya cuando donde si este esta cada todo todos nos yo',
  fr: 'le la les l un une des du de d et ou mais ne n pas est sont était a ont avec à au aux en dans par pour sur sous entre sans depuis comme aussi se s son sa ses leur leurs ce cette ces c qui que qu il elle ils elles on nous je j plus très y chaque tous',
  en: 'the a an and or but not is are was were be has have had with of to in on at for from by over under before after as also it its they them he she we i you this that these those who which when where if more very so each all their there without through during since near into about between while can will do does our my your his her some many then than no up out still often every one',
  it: 'il lo la i gli le un una e o ma non è sono era ha hanno con di del della dei delle a al alla in nel nella per su tra da dal come anche si suo sua che più molto quando dove ogni tutti',
  pt: 'o a os as um uma e ou mas não é são era tem com de do da dos das ao em no na nos nas por para sobre entre sem como também se seu sua que mais muito quando onde cada todos',
  nl: 'de het een en of maar niet is zijn was wordt heeft hebben met van te in op aan voor bij naar uit over onder door als ook zich ze hij we ik men nog zeer zo wanneer dat geen meer elke alle',
} as const;
type LatinLanguage = keyof typeof functionWords;

const lists = new Map(Object.entries(functionWords).map(([id, words]) => [id as LatinLanguage, new Set(words.split(' '))]));

/** Share of words that must be function words of the language; plain prose has about 40 %, a list of words hardly any. */
export const functionWordShareMin = 0.15;
/** Share of letters in kana or Chinese characters, and in kana alone, of a Japanese text. */
export const japaneseShareMin = 0.7;
export const kanaShareMin = 0.2;

const share = (text: string, pattern: RegExp): number =>
  (text.match(pattern)?.length ?? 0) / Math.max(1, text.match(/\p{L}/gu)?.length ?? 0);

const percent = (part: number): string => `${Math.round(part * 100)} %`;

const japaneseFault = (text: string): string | null => {
  const kana = share(text, /[\p{Script=Hiragana}\p{Script=Katakana}ー]/gu);
  const all = kana + share(text, /\p{Script=Han}/gu);
  return all >= japaneseShareMin && kana >= kanaShareMin
    ? null
    : `${percent(all)} of the letters are Japanese (${percent(kana)} kana), too few for a Japanese text`;
};

const names: Record<string, string> = {
  de: 'German',
  es: 'Spanish',
  fr: 'French',
  en: 'English',
  it: 'Italian',
  pt: 'Portuguese',
  nl: 'Dutch',
};

const latinFault = (text: string, language: LatinLanguage): string | null => {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const hits = [...lists].map(([id, list]) => ({ id, count: words.filter((word) => list.has(word)).length }));
  const own = hits.find(({ id }) => id === language)?.count ?? 0;
  const best = hits.filter(({ id }) => id !== language).sort((a, b) => b.count - a.count)[0];
  if (words.length === 0 || own / words.length < functionWordShareMin)
    return `${own} of ${words.length} words are ${names[language]} function words, too few for a ${names[language]} text`;
  return best !== undefined && best.count >= own
    ? `the reply holds ${best.count} ${names[best.id]} and ${own} ${names[language]} function words`
    : null;
};

/**
 * The language of the reply, judged by script and function words: a Latin language needs at least 15 % of its words
 * among its function words, and more of them than any of seven languages has; Japanese needs 70 % of its letters in
 * kana or Chinese characters, and 20 % in kana.
 */
export const language = defineRule('language', {
  parameters: { language: z.enum(['de', 'es', 'fr', 'en', 'ja']) },
  check: (rule, { proseLines }) => {
    const text = proseLines.join('\n');
    return rule.language === 'ja' ? japaneseFault(text) : latinFault(text, rule.language);
  },
});
