import { rationalOfDecimal, type Rational } from './rational.ts';

type Unit = { dimension: string; factor: string; spellings: readonly string[] };

/** Units by id. `factor` is exact: the size in the dimension's first unit (international yard and pound of 1959). */
const table = {
  m: { dimension: 'length', factor: '1', spellings: ['metre', 'metres', 'meter', 'meters'] },
  mm: { dimension: 'length', factor: '0.001', spellings: ['millimetre', 'millimetres', 'millimeter', 'millimeters'] },
  cm: { dimension: 'length', factor: '0.01', spellings: ['centimetre', 'centimetres', 'centimeter', 'centimeters'] },
  dm: { dimension: 'length', factor: '0.1', spellings: ['decimetre', 'decimetres', 'decimeter', 'decimeters'] },
  km: { dimension: 'length', factor: '1000', spellings: ['kms', 'kilometre', 'kilometres', 'kilometer', 'kilometers'] },
  in: { dimension: 'length', factor: '0.0254', spellings: ['inch', 'inches', '"'] },
  ft: { dimension: 'length', factor: '0.3048', spellings: ['foot', 'feet'] },
  yd: { dimension: 'length', factor: '0.9144', spellings: ['yds', 'yard', 'yards'] },
  mi: { dimension: 'length', factor: '1609.344', spellings: ['mile', 'miles'] },
  g: { dimension: 'mass', factor: '1', spellings: ['gram', 'grams', 'gramme', 'grammes'] },
  mg: { dimension: 'mass', factor: '0.001', spellings: ['milligram', 'milligrams'] },
  kg: { dimension: 'mass', factor: '1000', spellings: ['kgs', 'kilo', 'kilos', 'kilogram', 'kilograms'] },
  t: { dimension: 'mass', factor: '1000000', spellings: ['tonne', 'tonnes', 'metric ton', 'metric tons'] },
  oz: { dimension: 'mass', factor: '28.349523125', spellings: ['ounce', 'ounces'] },
  lb: { dimension: 'mass', factor: '453.59237', spellings: ['lbs'] },
  s: { dimension: 'time', factor: '1', spellings: ['sec', 'secs', 'second', 'seconds'] },
  min: { dimension: 'time', factor: '60', spellings: ['mins', 'minute', 'minutes'] },
  h: { dimension: 'time', factor: '3600', spellings: ['hr', 'hrs', 'hour', 'hours'] },
  day: { dimension: 'time', factor: '86400', spellings: ['d', 'days'] },
  week: { dimension: 'time', factor: '604800', spellings: ['wk', 'wks', 'weeks'] },
  l: { dimension: 'volume', factor: '1', spellings: ['L', 'litre', 'litres', 'liter', 'liters'] },
  ml: { dimension: 'volume', factor: '0.001', spellings: ['millilitre', 'millilitres', 'milliliter', 'milliliters'] },
  cl: { dimension: 'volume', factor: '0.01', spellings: ['centilitre', 'centilitres', 'centiliter', 'centiliters'] },
  dl: { dimension: 'volume', factor: '0.1', spellings: ['decilitre', 'decilitres', 'deciliter', 'deciliters'] },
  m3: { dimension: 'volume', factor: '1000', spellings: ['m^3', 'cubic metre', 'cubic metres', 'cubic meter', 'cubic meters'] },
  cm3: { dimension: 'volume', factor: '0.001', spellings: ['cm^3', 'cubic centimetres', 'cubic centimeters', 'cc'] },
  m2: { dimension: 'area', factor: '1', spellings: ['m^2', 'sq m', 'square metre', 'square metres', 'square meter', 'square meters'] },
  cm2: { dimension: 'area', factor: '0.0001', spellings: ['cm^2', 'square centimetres', 'square centimeters'] },
  km2: { dimension: 'area', factor: '1000000', spellings: ['km^2', 'square kilometres', 'square kilometers'] },
  ha: { dimension: 'area', factor: '10000', spellings: ['hectare', 'hectares'] },
  'km/h': {
    dimension: 'speed',
    factor: '1',
    spellings: ['kmh', 'kph', 'km per hour', 'kilometres per hour', 'kilometers per hour', 'km/hr'],
  },
  'm/min': { dimension: 'speed', factor: '0.06', spellings: ['metres per minute', 'meters per minute'] },
  'm/s': { dimension: 'speed', factor: '3.6', spellings: ['metres per second', 'meters per second', 'm per second'] },
  mph: { dimension: 'speed', factor: '1.609344', spellings: ['miles per hour', 'mi/h'] },
  B: { dimension: 'data', factor: '1', spellings: ['byte', 'bytes'] },
  kB: { dimension: 'data', factor: '1000', spellings: ['KB', 'kilobyte', 'kilobytes'] },
  MB: { dimension: 'data', factor: '1000000', spellings: ['megabyte', 'megabytes'] },
  GB: { dimension: 'data', factor: '1000000000', spellings: ['gigabyte', 'gigabytes'] },
  MiB: { dimension: 'data', factor: '1048576', spellings: ['mebibyte', 'mebibytes'] },
  J: { dimension: 'energy', factor: '1', spellings: ['joule', 'joules'] },
  kJ: { dimension: 'energy', factor: '1000', spellings: ['kilojoule', 'kilojoules'] },
  Wh: { dimension: 'energy', factor: '3600', spellings: ['watt hour', 'watt hours', 'watt-hours'] },
  kWh: { dimension: 'energy', factor: '3600000', spellings: ['kilowatt hour', 'kilowatt hours', 'kilowatt-hours'] },
} as const satisfies Record<string, Unit>;

export type UnitId = keyof typeof table;
export const unitIds = Object.keys(table) as [UnitId, ...UnitId[]];

const byExactSpelling = new Map<string, UnitId>();
const byLowerSpelling = new Map<string, UnitId>();
for (const id of unitIds) {
  for (const spelling of [id, ...table[id].spellings]) {
    byExactSpelling.set(spelling, id);
    const lower = spelling.toLowerCase();
    // One letter in the wrong case could be another unit.
    if (lower.length > 1 && !byLowerSpelling.has(lower)) byLowerSpelling.set(lower, id);
  }
}
const longestSpelling = Math.max(...[...byExactSpelling.keys()].map((spelling) => spelling.length));

export const dimensionOf = (unit: UnitId): string => table[unit].dimension;
export const factorOf = (unit: UnitId): Rational => rationalOfDecimal(table[unit].factor);
export const unitOf = (word: string): UnitId | null => byExactSpelling.get(word) ?? byLowerSpelling.get(word.toLowerCase()) ?? null;

/** The unit that `text` begins with, in its longest spelling, and what follows it. */
export const readUnitPrefix = (text: string): { unit: UnitId; rest: string } | null => {
  for (let length = Math.min(longestSpelling, text.length); length > 0; length -= 1) {
    const unit = unitOf(text.slice(0, length));
    if (unit !== null && !/^[a-z^/]/i.test(text.slice(length))) return { unit, rest: text.slice(length) };
  }
  return null;
};
