import type { Random } from '../../../kit/random.ts';
import { defineExtraction, type ExtractionFamily } from '../extraction.ts';
import { numberText } from '../formats.ts';
import { centsOf, codesOf, colours } from '../pools.ts';
import { found, foundAll, foundOrNull, labelled, numberOf, paragraphs } from '../reading.ts';
import { anyOrder, code, decimal, inOrder, integer, money, nested, orNull, rows, text, truth, type Data } from '../shape.ts';

const makes = ['Ardent', 'Boreal', 'Cinder', 'Dovetail', 'Everline', 'Foundry'] as const;
const nameOf = (random: Random): string => `${random.pick(makes)} ${random.int(11, 99)}${random.pick(['S', 'X', 'Pro'])}`;
/** A whole number of tenths as text, for example `12.5`. */
const tenths = (value: number): string => numberText(value, 'english', 1);
/** Exact decimals: binary rounding of a product is taken off. */
const exact = (value: number): number => Number(value.toFixed(6));

const lamp = defineExtraction({
  shape: {
    model: text('name of the model'),
    power_w: integer('power in watts'),
    weight_g: integer('weight in grams; the document gives kilograms'),
    dimmable: truth(''),
  },
  draw: (random) => ({
    model: nameOf(random),
    watts: random.int(4, 90),
    grams: random.int(3, 49) * 100 + 50,
    dims: random.chance(0.5),
    volts: random.pick([12, 24, 230]),
  }),
  ask: () => 'Read this data sheet.',
  write: ({ model, watts, grams, dims, volts }) =>
    [
      `Lamp ${model}`,
      `Voltage: ${volts} V`,
      `Power: ${watts} W`,
      `Weight: ${numberText(grams / 10, 'english')} kg`,
      dims ? 'Can be dimmed.' : 'Not suitable for dimmers.',
    ].join('\n'),
  key: ({ model, watts, grams, dims }) => ({ model, power_w: watts, weight_g: grams, dimmable: dims }),
  read: (document) => ({
    model: found(document, /Lamp (.+)/),
    power_w: Number.parseInt(labelled(document, 'Power'), 10),
    weight_g: Math.round(Number(found(document, /Weight: (\S+) kg/)) * 1000),
    dimmable: document.includes('Can be'),
  }),
  decoys: ({ volts, watts }, key) => (volts === watts ? [] : [{ name: 'the voltage for the power', answer: { ...key, power_w: volts } }]),
});

const shelf = defineExtraction({
  shape: {
    model: text('name of the model'),
    size_mm: nested('size of the product itself; 1 cm is 10 mm', { width: integer(''), height: integer(''), depth: integer('') }),
    load_kg: decimal('load of one board in kg; 1 t is 1000 kg'),
    boards: integer('number of boards'),
    colours: anyOrder('colours in which it can be had', code('')),
    price: orNull(money('price')),
  },
  draw: (random) => ({
    model: nameOf(random),
    size: [random.int(401, 1200), random.int(801, 2200), random.int(201, 600)],
    load: random.int(11, 95),
    boards: random.int(3, 9),
    colours: random.sample(colours, 3),
    cents: random.chance(0.5) ? centsOf(random, 60, 900) : null,
    box: random.int(20, 60),
  }),
  ask: () => 'Read this data sheet and convert the units as stated.',
  write: ({ model, size: [width = 0, height = 0, depth = 0], load, boards, colours: list, cents, box }) =>
    [
      `${model}, a shelf with ${boards} boards.`,
      `Size (W x H x D): ${tenths(width)} x ${tenths(height)} x ${tenths(depth)} cm; in its box: ${tenths(width + box)} x ${tenths(height + box)} x ${tenths(depth + box)} cm.`,
      `Each board carries ${numberText(load, 'english', 3)} t.`,
      `Colours: ${list.join(', ')}.`,
      cents === null ? 'Price on request.' : `Price: ${numberText(cents, 'english')} GBP.`,
    ].join('\n'),
  key: ({ model, size: [width = 0, height = 0, depth = 0], load, boards, colours: list, cents }) => ({
    model,
    size_mm: { width, height, depth },
    load_kg: load,
    boards,
    colours: list,
    price: cents === null ? null : { amount: cents / 100, currency: 'GBP' },
  }),
  read: (document) => {
    const [width = 0, height = 0, depth = 0] = found(document, /D\): (.+?) cm;/)
      .split(' x ')
      .map((part) => Math.round(Number(part) * 10));
    const price = foundOrNull(document, /Price: (\S+) GBP/);
    return {
      model: found(document, /^(.+), a shelf/),
      size_mm: { width, height, depth },
      load_kg: Math.round(Number(found(document, /carries (\S+) t/)) * 1000),
      boards: Number(found(document, /with (\d+) boards/)),
      colours: found(document, /Colours: (.+)\./).split(', '),
      price: price === null ? null : { amount: numberOf(price), currency: 'GBP' },
    };
  },
  decoys: ({ size: [width = 0, height = 0, depth = 0], box }, key) => [
    { name: 'the size of the box', answer: { ...key, size_mm: { width: width + box, height: height + box, depth: depth + box } } },
  ],
});

type Pump = {
  model: string;
  litres: number;
  inches: number;
  minutes: number;
  pounds: number;
  range: [number, number];
  used: string[];
  sold: boolean;
};

const pump = defineExtraction<Pump>({
  shape: {
    model: text('name of the model'),
    flow_l_per_h: integer('flow in litres per hour; the sheet gives litres per minute'),
    hose_mm: decimal('diameter of the hose in mm; 1 inch is 25.4 mm'),
    run_time_s: integer('longest time of running in seconds'),
    weight_kg: decimal('weight in kg; take 1 lb as 0.45 kg'),
    temperature_min_c: integer('lowest temperature in degrees Celsius'),
    temperature_max_c: integer('highest temperature in degrees Celsius; C = (F - 32) / 1.8'),
    certificates: inOrder('names of valid certificates', code('')),
    available: truth('whether it can be ordered now'),
  },
  draw: (random) => ({
    model: nameOf(random),
    litres: random.int(11, 95),
    inches: random.int(1, 7),
    minutes: random.int(11, 59),
    pounds: random.int(6, 60),
    range: [-random.int(1, 20), random.int(30, 80)],
    used: random.sample(['CE-204', 'IP-67', 'TK-11', 'NF-8', 'AQ-3'], 3),
    sold: random.chance(0.5),
  }),
  ask: () => 'Read this data sheet and convert the units as stated, without rounding.',
  write: ({ model, litres, inches, minutes, pounds, range: [low, high], used, sold }) =>
    [
      `PUMP ${model.toUpperCase()} (written: ${model})`,
      `flow ......... ${litres} l/min`,
      `hose ......... ${inches}/8 inch = ${numberText(inches * 125, 'english', 3)} inch`,
      `runs for ..... ${Math.floor((minutes * 30) / 60)} min ${(minutes * 30) % 60} s at most`,
      `weight ....... ${pounds} lb (boxed ${pounds + 3} lb)`,
      `temperature .. ${low} °C to ${exact(high * 1.8 + 32)} °F`,
      `certificates . ${used[0]}, ${used[1]} (expired), ${used[2]}`,
      sold ? 'Sold out until the new model comes.' : 'In stock, ships at once.',
    ].join('\n'),
  key: ({ model, litres, inches, minutes, pounds, range: [low, high], used, sold }) => ({
    model,
    flow_l_per_h: litres * 60,
    hose_mm: exact((inches * 254) / 80),
    run_time_s: minutes * 30,
    weight_kg: exact((pounds * 45) / 100),
    temperature_min_c: low,
    temperature_max_c: high,
    certificates: [used[0] ?? '', used[2] ?? ''],
    available: !sold,
  }),
  read: (document) => {
    const [, minutes = '', seconds = ''] = /(\d+) min (\d+) s at/.exec(document) ?? [];
    return {
      model: found(document, /written: (.+)\)/),
      flow_l_per_h: Number(found(document, /(\d+) l\/min/)) * 60,
      hose_mm: exact(Number(found(document, /= ([\d.]+) inch/)) * 25.4),
      run_time_s: Number(minutes) * 60 + Number(seconds),
      weight_kg: exact(Number(found(document, /(\d+) lb \(/)) * 0.45),
      temperature_min_c: Number(found(document, /(-?\d+) °C/)),
      temperature_max_c: Math.round((Number(found(document, /([\d.]+) °F/)) - 32) / 1.8),
      certificates: found(document, /certificates \. (.+)/)
        .split(', ')
        .filter((name) => !name.includes('expired')),
      available: document.includes('In stock'),
    };
  },
  decoys: ({ pounds }, key) => [{ name: 'the boxed weight', answer: { ...key, weight_kg: exact(((pounds + 3) * 45) / 100) } }],
});

type Drive = {
  sku: string;
  name: string;
  gigabytes: number;
  speed: number;
  watts: number | null;
  warranty: number;
  parts: { part: string; grams: number }[];
  replaced: boolean;
};
type Catalogue = { drives: Drive[]; order: number[] };

const partNames = ['cover', 'cable', 'bracket', 'adapter'] as const;

const catalogue = defineExtraction<Catalogue>({
  shape: {
    drives: rows('drives that have not been replaced by another one', {
      sku: code('number'),
      name: text('name of the model'),
      capacity_gb: integer('capacity in GB; 1 TB is 1000 GB'),
      speed_mb_s: decimal('speed in MB/s; 8 Mbit/s is 1 MB/s'),
      idle_power_mw: orNull(integer('power when idle in mW')),
      warranty_months: integer('warranty in months, as the general terms and the exceptions give it'),
      parts: rows('parts in the box', { part: text('name'), weight_g: decimal('weight in g; take 1 oz as 28 g') }),
    }),
    replaced: rows('drives that have been replaced', { sku: code('old number'), by: code('number of the new one') }),
  },
  draw: (random) => {
    const drives = codesOf(random, 'D', 6, 4).map((sku, at): Drive => ({
      sku,
      name: `${makes[at] ?? ''} ${random.int(11, 99)}`,
      gigabytes: random.int(3, 160) * 250,
      speed: random.int(200, 1200) * 4,
      watts: random.chance(0.6) ? random.int(4, 60) : null,
      warranty: at === 2 ? 5 : 0,
      parts: random.sample(partNames, random.int(1, 2)).map((part) => ({ part, grams: random.int(1, 40) })),
      replaced: at === 1 || at === 4,
    }));
    return { drives, order: random.shuffle([0, 1, 2, 3, 4, 5]) };
  },
  ask: () => 'Read this catalogue and convert the units as stated, without rounding.',
  write: ({ drives, order }) => {
    const block = (at: number): string => {
      const { sku, name, gigabytes, speed, watts, parts, replaced } = drives[at] as Drive;
      return [
        `${name} [${sku}]${replaced ? ` -- replaced by ${drives[0]?.sku}` : ''}`,
        `  ${gigabytes >= 1000 ? `${numberText(gigabytes / 10, 'english')} TB` : `${gigabytes} GB`}, up to ${numberText(speed, 'english', 0)} Mbit/s${watts === null ? '' : `, idle ${numberText(watts, 'english')} W`}`,
        `  in the box: ${parts.map(({ part, grams }) => `${part} (${tenths(grams)} oz)`).join(', ')}`,
      ].join('\n');
    };
    return [
      'General terms: warranty of 2 years on all drives.',
      ...order.map(block),
      `Exception: ${drives
        .filter(({ warranty }) => warranty > 0)
        .map(({ name, warranty }) => `${name} has a warranty of ${warranty} years`)
        .join(', ')}.`,
    ].join('\n\n');
  },
  key: ({ drives, order }) => {
    const sorted = order.map((at) => drives[at] as Drive);
    return {
      drives: sorted
        .filter(({ replaced }) => !replaced)
        .map(({ sku, name, gigabytes, speed, watts, warranty, parts }): Data => ({
          sku,
          name,
          capacity_gb: gigabytes,
          speed_mb_s: exact(speed / 8),
          idle_power_mw: watts === null ? null : watts * 10,
          warranty_months: warranty === 0 ? 24 : warranty * 12,
          parts: parts.map(({ part, grams }) => ({ part, weight_g: exact((grams * 28) / 10) })),
        })),
      replaced: sorted.filter(({ replaced }) => replaced).map(({ sku }): Data => ({ sku, by: drives[0]?.sku ?? '' })),
    };
  },
  read: (document) => {
    const blocks = paragraphs(document).filter((part) => part.includes('['));
    const [, special = '', years = ''] = /Exception: (.+) has a warranty of (\d+) years/.exec(document) ?? [];
    const drives = blocks.filter((part) => !part.includes('replaced by'));
    return {
      drives: drives.map((part) => {
        const [, name = '', sku = ''] = /^(.+) \[(.+?)\]/.exec(part) ?? [];
        const [, size = '', unit = ''] = /([\d.,]+) (TB|GB)/.exec(part) ?? [];
        const idle = foundOrNull(part, /idle (\S+) W/);
        return {
          sku,
          name,
          capacity_gb: Math.round(numberOf(size) * (unit === 'TB' ? 1000 : 1)),
          speed_mb_s: numberOf(found(part, /up to (\S+) Mbit/)) / 8,
          idle_power_mw: idle === null ? null : Math.round(Number(idle) * 1000),
          warranty_months: name === special ? Number(years) * 12 : 24,
          parts: foundAll(part, /(\w+) \((\S+) oz\)/g).map(([piece = '', ounces = '']) => ({
            part: piece,
            weight_g: exact(Number(ounces) * 28),
          })),
        };
      }),
      replaced: foundAll(document, /\[(.+?)\] -- replaced by (\S+)/g).map(([sku = '', by = '']) => ({ sku, by })),
    };
  },
  decoys: (_instance, key) => [
    {
      name: 'the general warranty for all',
      answer: { ...key, drives: (key['drives'] as { [name: string]: Data }[]).map((drive) => ({ ...drive, warranty_months: 24 })) },
    },
  ],
});

export const productSpecs: ExtractionFamily = {
  id: 'product-specs',
  tags: ['units', 'conversion', 'nested'],
  levels: [
    ['easy', lamp],
    ['medium', shelf],
    ['hard', pump],
    ['extreme', catalogue],
  ],
};
