import type { Random } from '../../../kit/random.ts';
import { defineExtraction, type ExtractionFamily } from '../extraction.ts';
import { clockText, dayText, numberText } from '../formats.ts';
import { cities, codeOf, codesOf, dayOf } from '../pools.ts';
import { dayIn, found, foundAll, foundOrNull, numberOf, paragraphs } from '../reading.ts';
import { code, date, decimal, inOrder, integer, option, orNull, rows, text, truth, type Data } from '../shape.ts';

const daily = defineExtraction({
  shape: {
    station: code('number of the station'),
    place: text('where it stands'),
    date: date('day of the report'),
    temperature_c: decimal('mean temperature in degrees Celsius'),
    rain_mm: orNull(decimal('rain in mm; null when it was not measured')),
    wind: option('direction that the wind came from', ['north', 'east', 'south', 'west']),
    battery_percent: integer('charge of the battery in percent'),
    alarm: truth('whether there was an alarm'),
  },
  draw: (random) => ({
    station: codeOf(random, 'ST', 4),
    place: random.pick(cities),
    day: dayOf(random),
    tenths: random.int(-149, 349),
    high: random.int(360, 420),
    rain: random.chance(0.6) ? random.int(1, 480) : null,
    wind: random.pick(['north', 'east', 'south', 'west'] as const),
    battery: random.int(5, 99),
    alarm: random.chance(0.5),
  }),
  ask: () => 'Read this report of a weather station. Numbers have a comma before decimals.',
  write: ({ station, place, day, tenths, high, rain, wind, battery, alarm }) =>
    [
      `${station} (${place}) reports for ${dayText(day, 'english')}.`,
      `Mean ${numberText(tenths, 'german', 1)} °C, record of the house ${numberText(high, 'german', 1)} °C.`,
      rain === null ? 'The rain gauge was out of order.' : `Rain: ${numberText(rain, 'german', 1)} mm.`,
      `Wind blew from the ${wind}. Battery at ${battery} %.`,
      alarm ? 'One alarm was raised.' : 'No alarm was raised.',
    ].join('\n'),
  key: ({ station, place, day, tenths, rain, wind, battery, alarm }) => ({
    station,
    place,
    date: day,
    temperature_c: tenths / 10,
    rain_mm: rain === null ? null : rain / 10,
    wind,
    battery_percent: battery,
    alarm,
  }),
  read: (document) => {
    const rain = foundOrNull(document, /Rain: (\S+) mm/);
    return {
      station: found(document, /^(\S+) \(/),
      place: found(document, /\((.+?)\) reports/),
      date: dayIn(document),
      temperature_c: numberOf(found(document, /Mean (\S+) °C/), ','),
      rain_mm: rain === null ? null : numberOf(rain, ','),
      wind: found(document, /from the (\w+)\./),
      battery_percent: Number(found(document, /at (\d+) %/)),
      alarm: document.includes('One alarm'),
    };
  },
  decoys: ({ high }, key) => [{ name: 'the record for the mean', answer: { ...key, temperature_c: high / 10 } }],
});

type Reading = { minute: number; value: number | null; flag: 'ok' | 'test' | 'fault' };
type Sensor = { id: string; unit: 'bar' | 'C'; limit: number; offset: number; readings: Reading[] };

const readingsOf = (random: Random): Reading[] => {
  const start = random.int(300, 500);
  const values = random.sample([...Array(900).keys()], 10);
  return values.map((value, at): Reading => {
    const flag = at === 3 ? 'test' : at === 6 ? 'fault' : 'ok';
    return { minute: start + at * 30 + random.int(0, 9), value: flag === 'fault' ? null : value + 100, flag };
  });
};

const good = ({ readings, offset }: Sensor): { minute: number; value: number }[] =>
  readings.flatMap(({ minute, value, flag }) => (flag === 'ok' && value !== null ? [{ minute, value: value + offset }] : []));

const summaryOf = (sensor: Sensor): Data => {
  const values = good(sensor);
  const top = values.toSorted((a, b) => b.value - a.value)[0];
  const over = values.filter(({ value }) => value > sensor.limit);
  return {
    sensor: sensor.id,
    unit: sensor.unit,
    valid: values.length,
    highest: (top?.value ?? 0) / 10,
    highest_at: clockText(top?.minute ?? 0),
    lowest: Math.min(...values.map(({ value }) => value)) / 10,
    first_over_limit: over.length === 0 ? null : clockText(over[0]?.minute ?? 0),
  };
};

const plant = defineExtraction<{ day: string; sensors: Sensor[] }>({
  shape: {
    date: date('day of the readings'),
    sensors: rows('one for each sensor', {
      sensor: code('number'),
      unit: option('unit', ['bar', 'C']),
      valid: integer('number of valid readings'),
      highest: decimal('highest valid reading, corrected'),
      highest_at: code('time of it as HH:MM'),
      lowest: decimal('lowest valid reading, corrected'),
      first_over_limit: orNull(code('time as HH:MM of the first valid reading that is above the limit of the sensor after correction')),
    }),
    faults: inOrder('times as HH:MM of all faults of all sensors', code(''), 'in the order of the clock'),
  },
  draw: (random) => ({
    day: dayOf(random),
    sensors: codesOf(random, 'N', 4, 3).map((id, at): Sensor => ({
      id,
      unit: random.pick(['bar', 'C']),
      limit: random.chance(0.25) ? 1400 : random.int(500, 900),
      offset: at % 2 === 0 ? 0 : random.int(-40, 40),
      readings: readingsOf(random),
    })),
  }),
  ask: () =>
    'Read these sensor logs. A reading is valid unless it is marked TEST or has no value (ERR, a fault). To correct a reading, add the offset of its sensor. Numbers have a comma before decimals.',
  write: ({ day, sensors }) =>
    [
      `Readings of ${dayText(day, 'german')}`,
      ...sensors.map(({ id, unit, limit, offset, readings }) =>
        [
          `Sensor ${id}, unit ${unit}, limit ${numberText(limit, 'german', 1)}, offset ${numberText(offset, 'german', 1)}`,
          ...readings.map(
            ({ minute, value, flag }) =>
              `${clockText(minute)}  ${value === null ? 'ERR' : numberText(value, 'german', 1)}${flag === 'test' ? '  TEST' : ''}`,
          ),
        ].join('\n'),
      ),
    ].join('\n\n'),
  key: ({ day, sensors }) => ({
    date: day,
    sensors: sensors.map(summaryOf),
    faults: sensors
      .flatMap(({ readings }) => readings.filter(({ flag }) => flag === 'fault').map(({ minute }) => minute))
      .toSorted((a, b) => a - b)
      .map(clockText),
  }),
  read: (document) => {
    const [head = '', ...parts] = paragraphs(document);
    const tenths = (written: string): number => Math.round(numberOf(written, ',') * 10);
    return {
      date: dayIn(head),
      sensors: parts.map((part) => {
        const [, sensor = '', unit = '', limit = '', offset = ''] =
          /^Sensor (\S+), unit (\w+), limit (\S+), offset (\S+)$/m.exec(part) ?? [];
        let count = 0;
        let highest = -Infinity;
        let lowest = Infinity;
        let at = '';
        let first: string | null = null;
        for (const [time = '', written = ''] of foundAll(part, /^(\d{2}:\d{2}) {2}([\d,.-]+)$/gm)) {
          const value = tenths(written) + tenths(offset);
          count += 1;
          if (value > highest) [highest, at] = [value, time];
          lowest = Math.min(lowest, value);
          if (value > tenths(limit)) first ??= time;
        }
        return { sensor, unit, valid: count, highest: highest / 10, highest_at: at, lowest: lowest / 10, first_over_limit: first };
      }),
      faults: foundAll(document, /^(\S+) {2}ERR$/gm)
        .map(([time = '']) => time)
        .sort(),
    };
  },
  decoys: (_instance, key) => [
    {
      name: 'tests counted as valid',
      answer: { ...key, sensors: (key['sensors'] as { [name: string]: Data }[]).map((sensor) => ({ ...sensor, valid: 9 })) },
    },
  ],
});

export const sensorReports: ExtractionFamily = {
  id: 'sensor-reports',
  tags: ['sensor', 'number-format', 'aggregation'],
  levels: [
    ['medium', daily],
    ['extreme', plant],
  ],
};
