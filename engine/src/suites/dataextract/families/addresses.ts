import { defineExtraction, type ExtractionFamily } from '../extraction.ts';
import { cities, companies, digitsOf, peopleOf, personOf, streets } from '../pools.ts';
import { foundOrNull } from '../reading.ts';
import { anyCase, code, option, orNull, rows, text, type Data } from '../shape.ts';

const countries = ['DE', 'FR', 'PT', 'NO', 'IT'] as const;
const countryNames = { DE: 'Germany', FR: 'France', PT: 'Portugal', NO: 'Norway', IT: 'Italy' } as const;

const label = defineExtraction({
  shape: {
    name: text('who gets it'),
    street: text('street without the house number'),
    house_number: code('house number'),
    postal_code: code('postal code'),
    city: anyCase('city'),
    country: option('country as its ISO 3166 code', countries),
  },
  draw: (random) => ({
    name: personOf(random),
    street: random.pick(streets),
    house: `${random.int(1, 190)}${random.pick(['', 'a', 'b'])}`,
    postal: `0${digitsOf(random, 4)}`,
    city: random.pick(cities),
    country: random.pick(countries),
  }),
  ask: () => 'Read this address label.',
  write: ({ name, street, house, postal, city, country }) =>
    [name, `${street} ${house}`, `${postal} ${city.toUpperCase()}`, countryNames[country].toUpperCase()].join('\n'),
  key: ({ name, street, house, postal, city, country }) => ({
    name,
    street,
    house_number: house,
    postal_code: postal,
    city: city.toUpperCase(),
    country,
  }),
  read: (document) => {
    const [name = '', line = '', place = '', land = ''] = document.split('\n');
    const cut = line.lastIndexOf(' ');
    const country = Object.entries(countryNames).find(([, long]) => long.toUpperCase() === land)?.[0] ?? '';
    return {
      name,
      street: line.slice(0, cut),
      house_number: line.slice(cut + 1),
      postal_code: place.slice(0, 5),
      city: place.slice(6),
      country,
    };
  },
  decoys: ({ street, house }, key) => [{ name: 'the house number within the street', answer: { ...key, street: `${street} ${house}` } }],
});

type Contact = {
  name: string;
  company: string | null;
  street: string;
  unit: string | null;
  postal: string;
  city: string;
  co: string | null;
};

const writeContact = ({ name, company, street, unit, postal, city, co }: Contact): string =>
  `${[name, ...(company === null ? [] : [company]), ...(co === null ? [] : [`c/o ${co}`]), street, ...(unit === null ? [] : [`flat ${unit}`]), `${postal} ${city}`].join(', ')}.`;

const book = defineExtraction<{ list: Contact[] }>({
  shape: {
    contacts: rows('everyone in the book', {
      name: text('name of the person'),
      company: orNull(text('company')),
      care_of: orNull(text('name behind c/o, without the sign')),
      street: text('street with its number'),
      flat: orNull(code('number of the flat')),
      postal_code: code('postal code'),
      city: text('city'),
    }),
  },
  draw: (random) => {
    const people = peopleOf(random, 6);
    const list = [0, 1, 2].map((at) => ({
      name: people[at] ?? '',
      company: random.chance(0.5) ? random.pick(companies.filter((one) => !one.endsWith('.'))) : null,
      street: `${random.pick(streets)} ${random.int(1, 190)}`,
      unit: random.chance(0.5) ? `${random.int(1, 9)}${random.pick(['A', 'B', 'C'])}` : null,
      postal: digitsOf(random, 5),
      city: random.pick(cities),
      co: random.chance(0.4) ? (people[at + 3] ?? '') : null,
    }));
    return { list };
  },
  ask: () => 'Read this address book.',
  write: ({ list }) => list.map(writeContact).join('\n'),
  key: ({ list }) => ({
    contacts: list.map(({ name, company, street, unit, postal, city, co }): Data => ({
      name,
      company,
      care_of: co,
      street,
      flat: unit,
      postal_code: postal,
      city,
    })),
  }),
  read: (document) => ({
    contacts: document.split('\n').map((line) => {
      const parts = line.slice(0, -1).split(', ');
      const place = parts.at(-1) ?? '';
      const flat = foundOrNull(line, /, flat (\S+), /);
      const street = parts.at(flat === null ? -2 : -3) ?? '';
      const second = parts[1] ?? '';
      return {
        name: parts[0] ?? '',
        company: second.startsWith('c/o ') || second === street ? null : second,
        care_of: foundOrNull(line, /, c\/o (.+?), /),
        street,
        flat,
        postal_code: place.slice(0, 5),
        city: place.slice(6),
      };
    }),
  }),
});

export const addresses: ExtractionFamily = {
  id: 'addresses',
  tags: ['address', 'null'],
  levels: [
    ['easy', label],
    ['medium', book],
  ],
};
