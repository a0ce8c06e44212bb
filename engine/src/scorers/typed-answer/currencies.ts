/** Currencies that a key can have, by ISO 4217 code. */
export const currencyIds = [
  'EUR',
  'USD',
  'GBP',
  'CHF',
  'JPY',
  'SEK',
  'NOK',
  'DKK',
  'PLN',
  'CZK',
  'INR',
  'CAD',
  'AUD',
  'NZD',
  'BRL',
  'MXN',
  'ZAR',
] as const;
export type CurrencyId = (typeof currencyIds)[number];

/** Ways to write a currency, in lower case, to the codes that the spelling may stand for. */
const spellings: Record<string, readonly CurrencyId[]> = {
  '€': ['EUR'],
  euro: ['EUR'],
  euros: ['EUR'],
  $: ['USD', 'CAD', 'AUD', 'NZD', 'MXN'],
  us$: ['USD'],
  dollar: ['USD', 'CAD', 'AUD', 'NZD'],
  dollars: ['USD', 'CAD', 'AUD', 'NZD'],
  'us dollars': ['USD'],
  'u.s. dollars': ['USD'],
  c$: ['CAD'],
  a$: ['AUD'],
  nz$: ['NZD'],
  '£': ['GBP'],
  pound: ['GBP'],
  pounds: ['GBP'],
  'pounds sterling': ['GBP'],
  '¥': ['JPY'],
  yen: ['JPY'],
  franc: ['CHF'],
  francs: ['CHF'],
  'swiss francs': ['CHF'],
  'fr.': ['CHF'],
  kr: ['SEK', 'NOK', 'DKK'],
  krona: ['SEK'],
  kronor: ['SEK'],
  krone: ['NOK', 'DKK'],
  kroner: ['NOK', 'DKK'],
  zł: ['PLN'],
  zloty: ['PLN'],
  kč: ['CZK'],
  koruna: ['CZK'],
  '₹': ['INR'],
  rupee: ['INR'],
  rupees: ['INR'],
  r$: ['BRL'],
  real: ['BRL'],
  reais: ['BRL'],
  peso: ['MXN'],
  pesos: ['MXN'],
  rand: ['ZAR'],
};

/** Hundredths of a currency. */
const minorSpellings: Record<string, readonly CurrencyId[]> = {
  cent: ['EUR', 'USD', 'CAD', 'AUD', 'NZD', 'ZAR'],
  cents: ['EUR', 'USD', 'CAD', 'AUD', 'NZD', 'ZAR'],
  ct: ['EUR'],
  '¢': ['USD', 'CAD', 'AUD', 'NZD'],
  penny: ['GBP'],
  pence: ['GBP'],
  p: ['GBP'],
  rappen: ['CHF'],
  centimes: ['CHF'],
};

/** What a spelling may stand for; null = no currency known under it. */
export const readCurrency = (text: string): { codes: readonly CurrencyId[]; minor: boolean } | null => {
  const word = text.trim().toLowerCase();
  const code = currencyIds.find((id) => id.toLowerCase() === word);
  if (code) return { codes: [code], minor: false };
  const codes = Object.hasOwn(spellings, word) ? spellings[word] : undefined;
  if (codes) return { codes, minor: false };
  const minor = Object.hasOwn(minorSpellings, word) ? minorSpellings[word] : undefined;
  return minor ? { codes: minor, minor: true } : null;
};
