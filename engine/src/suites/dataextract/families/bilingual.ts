import type { Random } from '../../../kit/random.ts';
import { addDays, type Day } from '../calendar.ts';
import { defineExtraction, type ExtractionFamily } from '../extraction.ts';
import { clockText, dayText, numberText } from '../formats.ts';
import { centsOf, codeOf, codesOf, dayOf, minuteOf, personOf, phoneOf } from '../pools.ts';
import { dayIn, found, foundOrNull, labelled, numberOf } from '../reading.ts';
import { anyCase, code, date, decimal, integer, money, nested, option, orNull, rows, text, truth, type Data } from '../shape.ts';

const germanTowns = ['Köln', 'Lübeck', 'Gießen', 'Tübingen', 'Würzburg', 'Görlitz'] as const;
const damages = [
  ['broken', 'zerbrochen'],
  ['scratched', 'zerkratzt'],
  ['wet', 'nass'],
  ['missing', 'fehlt'],
] as const;

const delivery = defineExtraction({
  shape: {
    parcel: code('number of the parcel'),
    recipient: text('who gets it'),
    town: text('town as the document writes it'),
    date: date('day of delivery'),
    weight_kg: decimal('weight in kg'),
  },
  draw: (random) => ({
    parcel: codeOf(random, 'DE', 8),
    recipient: personOf(random),
    sender: personOf(random),
    town: random.pick(germanTowns),
    day: dayOf(random),
    grams: random.int(11, 290) * 100 + 50,
  }),
  ask: () => 'Read this delivery note in German and English.',
  write: ({ parcel, recipient, sender, town, day, grams }) =>
    [
      `Paketnummer / parcel no.: ${parcel}`,
      `Absender / sender: ${sender}`,
      `Empfänger / recipient: ${recipient}`,
      `Ort / town: ${town}`,
      `Zustellung / delivery: ${dayText(day, 'german')}`,
      `Gewicht / weight: ${numberText(grams / 10, 'german')} kg`,
    ].join('\n'),
  key: ({ parcel, recipient, town, day, grams }) => ({ parcel, recipient, town, date: day, weight_kg: grams / 1000 }),
  read: (document) => ({
    parcel: labelled(document, 'Paketnummer / parcel no.'),
    recipient: labelled(document, 'Empfänger / recipient'),
    town: labelled(document, 'Ort / town'),
    date: dayIn(document),
    weight_kg: numberOf(labelled(document, 'Gewicht / weight').replace(' kg', ''), ','),
  }),
  decoys: ({ sender, recipient }, key) =>
    sender === recipient ? [] : [{ name: 'the sender for the recipient', answer: { ...key, recipient: sender } }],
});

const spanishRooms = { single: 'una habitación individual', double: 'una habitación doble', suite: 'una suite' } as const;

const booking = defineExtraction({
  shape: {
    guest: text('name of the guest'),
    arrival: date('day of arrival'),
    nights: integer('number of nights'),
    room: option('kind of room', ['single', 'double', 'suite']),
    breakfast: truth('whether breakfast is wanted'),
    price: money('price of the whole stay'),
    phone: orNull(code('telephone of the guest')),
  },
  draw: (random) => ({
    guest: personOf(random),
    arrival: dayOf(random),
    nights: random.int(2, 9),
    room: random.pick(['single', 'double', 'suite'] as const),
    breakfast: random.chance(0.5),
    cents: centsOf(random, 1010, 3800),
    phone: random.chance(0.5) ? phoneOf(random) : null,
  }),
  ask: () => 'Read the booking in this mail, written partly in Spanish and partly in English.',
  write: ({ guest, arrival, nights, room, breakfast, cents, phone }) =>
    [
      `Buenos días, me llamo ${guest}.`,
      `Quisiera reservar ${spanishRooms[room]} para ${nights} noches, con llegada el ${dayText(arrival, 'spanish')}, ${breakfast ? 'con' : 'sin'} desayuno.`,
      `Your colleague told me that the whole stay is ${numberText(cents, 'german')} €. Is that right?`,
      phone === null ? 'Escríbame a este correo, por favor.' : `Mi teléfono es el ${phone}.`,
    ].join('\n'),
  key: ({ guest, arrival, nights, room, breakfast, cents, phone }) => ({
    guest,
    arrival,
    nights,
    room,
    breakfast,
    price: { amount: cents / 100, currency: 'EUR' },
    phone,
  }),
  read: (document) => ({
    guest: found(document, /me llamo (.+)\./),
    arrival: dayIn(document),
    nights: Number(found(document, /para (\d+) noches/)),
    room: document.includes('individual') ? 'single' : document.includes('doble') ? 'double' : 'suite',
    breakfast: document.includes(' con desayuno'),
    price: { amount: numberOf(found(document, /stay is (\S+) €/), ','), currency: 'EUR' },
    phone: foundOrNull(document, /teléfono es el (.+)\./),
  }),
});

const japanese = [
  ['佐藤 美咲', 'Misaki Sato'],
  ['田中 健太', 'Kenta Tanaka'],
  ['鈴木 陽子', 'Yoko Suzuki'],
  ['高橋 大輔', 'Daisuke Takahashi'],
  ['伊藤 さくら', 'Sakura Ito'],
  ['渡辺 直樹', 'Naoki Watanabe'],
] as const;
const japaneseTowns = [
  ['大阪市', 'Osaka'],
  ['札幌市', 'Sapporo'],
  ['神戸市', 'Kobe'],
  ['福岡市', 'Fukuoka'],
] as const;
type Person = (typeof japanese)[number];
const nameShape = { original: text('in Japanese signs, as the document writes it'), latin: anyCase('in Latin letters, given name first') };
const nameData = ([original, latin]: Person): Data => ({ original, latin });

const visit = defineExtraction({
  shape: {
    visitor: nested('the person who visits', nameShape),
    host: nested('the person who is visited', nameShape),
    town: text('town in Latin letters, as the English part writes it'),
    date: date('day of the visit as the Japanese part gives it, which is the binding one'),
    time: code('HH:MM'),
    people: integer('how many people come in all'),
    fee: money('fee as the document gives it; 円 is JPY'),
  },
  draw: (random) => {
    const [visitor, host] = random.sample(japanese, 2);
    return {
      visitor: visitor as Person,
      host: host as Person,
      town: random.pick(japaneseTowns),
      day: dayOf(random),
      off: random.int(1, 4),
      minute: minuteOf(random),
      others: random.int(1, 6),
      yen: random.int(12, 98) * 1000 + random.int(1, 9) * 100,
    };
  },
  ask: () => 'Read this notice in Japanese and English.',
  write: ({ visitor, host, town, day, off, minute, others, yen }) =>
    [
      `訪問のお知らせ`,
      `訪問者: ${visitor[0]} 様（ほか${others}名）`,
      `担当: ${host[0]}`,
      `場所: ${town[0]}`,
      `日時: ${dayText(day, 'japanese')} ${clockText(minute)}`,
      `費用: ${numberText(yen, 'english', 0)}円`,
      '',
      `In English: ${host[1].split(' ')[1]?.toUpperCase()} ${host[1].split(' ')[0]} of our ${town[1]} office will welcome ${visitor[1].split(' ')[1]?.toUpperCase()} ${visitor[1].split(' ')[0]} and company around ${dayText(addDays(day, off), 'english')} (family names in capitals).`,
    ].join('\n'),
  key: ({ visitor, host, town, day, minute, others, yen }) => ({
    visitor: nameData(visitor),
    host: nameData(host),
    town: town[1],
    date: day,
    time: clockText(minute),
    people: others + 1,
    fee: { amount: yen, currency: 'JPY' },
  }),
  read: (document) => {
    const latin = (family: string, given: string): string => `${given} ${family.charAt(0)}${family.slice(1).toLowerCase()}`;
    const [, hostFamily = '', hostGiven = '', town = '', family = '', given = ''] =
      /English: (\w+) (\w+) of our (\w+) office will welcome (\w+) (\w+) and/.exec(document) ?? [];
    return {
      visitor: { original: found(document, /訪問者: (.+) 様/), latin: latin(family, given) },
      host: { original: found(document, /担当: (.+)/), latin: latin(hostFamily, hostGiven) },
      town,
      date: dayIn(document),
      time: found(document, /(\d{2}:\d{2})/),
      people: 1 + Number(found(document, /ほか(\d+)名/)),
      fee: { amount: numberOf(found(document, /費用: (\S+)円/)), currency: 'JPY' },
    };
  },
  decoys: ({ day, off, others }, key) => [
    { name: 'the day of the English part', answer: { ...key, date: addDays(day, off) } },
    { name: 'the visitor not counted', answer: { ...key, people: others } },
  ],
});

type Claim = {
  id: string;
  day: Day;
  goods: string;
  count: number;
  damage: (typeof damages)[number];
  cents: number;
  language: 'german' | 'spanish' | 'english';
  settled: boolean;
};

const claimGoods = {
  german: ['Tassen', 'Teller', 'Lampen'],
  spanish: ['tazas', 'platos', 'lámparas'],
  english: ['cups', 'plates', 'lamps'],
} as const;
const spanishDamage = { broken: 'con roturas', scratched: 'con arañazos', wet: 'con humedad', missing: 'que faltan' } as const;

const claimLine = ({ id, day, goods, count, damage, cents, language, settled }: Claim): string => {
  const amount = (style: 'german' | 'english') => numberText(cents, style);
  if (language === 'german')
    return `${id} — ${dayText(day, 'german')}: ${count} ${goods} ${damage[1]}, Wert ${amount('german')} €${settled ? ', bereits erledigt' : ', noch offen'}.`;
  if (language === 'spanish')
    return `${id} — ${dayText(day, 'spanish')}: ${count} ${goods} ${spanishDamage[damage[0]]}, valor ${amount('german')} €${settled ? ', ya resuelto' : ', todavía pendiente'}.`;
  return `${id} — ${dayText(day, 'english')}: ${count} ${goods} ${damage[0]}, worth £${amount('english')}${settled ? ', already settled' : ', still open'}.`;
};

const drawClaim = (random: Random, id: string, at: number): Claim => {
  const language = random.pick(['german', 'spanish', 'english'] as const);
  return {
    id,
    day: dayOf(random),
    goods: random.pick(claimGoods[language]),
    count: random.int(2, 400),
    damage: random.pick(damages),
    cents: centsOf(random, 20, 4000),
    language,
    settled: at % 3 === 1,
  };
};

const claims = defineExtraction<{ list: Claim[] }>({
  shape: {
    open_claims: rows('claims that are not settled', {
      id: code('number of the claim'),
      date: date('its day'),
      goods: text('the damaged goods, one word in the language of the claim'),
      count: integer('how many'),
      damage: option('kind of damage, translated', ['broken', 'scratched', 'wet', 'missing']),
      value: money('value'),
      language: option('language of the claim', ['de', 'es', 'en']),
    }),
    settled: integer('number of settled claims'),
  },
  draw: (random) => ({ list: codesOf(random, 'CL', 9, 4).map((id, at) => drawClaim(random, id, at)) }),
  ask: () =>
    'Read this list of claims in German, Spanish and English. German and Spanish claims write a comma before decimals and a point between thousands, English ones the other way round.',
  write: ({ list }) => list.map(claimLine).join('\n'),
  key: ({ list }) => ({
    open_claims: list
      .filter(({ settled }) => !settled)
      .map(({ id, day, goods, count, damage, cents, language }): Data => ({
        id,
        date: day,
        goods,
        count,
        damage: damage[0],
        value: { amount: cents / 100, currency: language === 'english' ? 'GBP' : 'EUR' },
        language: { german: 'de', spanish: 'es', english: 'en' }[language],
      })),
    settled: list.filter(({ settled }) => settled).length,
  }),
  read: (document) => {
    const lines = document.split('\n');
    const isSettled = (line: string) => /bereits erledigt|ya resuelto|already settled/.test(line);
    const damageOf = (line: string): string =>
      damages.find(
        ([english, german]) =>
          line.includes(` ${german},`) || line.includes(` ${spanishDamage[english]},`) || line.includes(` ${english},`),
      )?.[0] ?? '';
    return {
      open_claims: lines
        .filter((line) => !isSettled(line))
        .map((line) => {
          const language = line.includes('Wert') ? 'de' : line.includes('valor') ? 'es' : 'en';
          const [, count = '', goods = ''] = /\d{4}: (\d+) (\S+)/.exec(line) ?? [];
          const value = language === 'en' ? numberOf(found(line, /£([\d,.]+\d)/)) : numberOf(found(line, /([\d,.]+) €/), ',');
          return {
            id: line.split(' — ')[0] ?? '',
            date: dayIn(line),
            goods,
            count: Number(count),
            damage: damageOf(line),
            value: { amount: value, currency: language === 'en' ? 'GBP' : 'EUR' },
            language,
          };
        }),
      settled: lines.filter(isSettled).length,
    };
  },
  decoys: (_instance, key) => [{ name: 'settled claims not counted', answer: { ...key, settled: 0 } }],
});

export const bilingual: ExtractionFamily = {
  id: 'bilingual',
  tags: ['german', 'spanish', 'japanese', 'number-format'],
  levels: [
    ['easy', delivery],
    ['medium', booking],
    ['hard', visit],
    ['extreme', claims],
  ],
};
