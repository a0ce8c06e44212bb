import type { Random } from '../../../kit/random.ts';
import { addDays, type Day } from '../calendar.ts';
import { defineExtraction, type ExtractionFamily } from '../extraction.ts';
import { dayText, numberText } from '../formats.ts';
import { centsOf, cities, codeOf, companies, dayOf, digitsOf, mailOf, peopleOf, personOf, phoneOf } from '../pools.ts';
import { dayIn, found, foundAll, foundOrNull, labelled, numberOf, paragraphs } from '../reading.ts';
import { anyCase, code, date, integer, money, orNull, rows, text, truth, type Data } from '../shape.ts';

const some = <Value>(random: Random, value: Value, share = 0.5): Value | null => (random.chance(share) ? value : null);

const card = defineExtraction({
  shape: {
    name: text('full name'),
    company: text('company'),
    phone: orNull(code('telephone')),
    fax: orNull(code('fax')),
    email: orNull(anyCase('mail address')),
  },
  draw: (random) => {
    const name = personOf(random);
    return {
      name,
      company: random.pick(companies),
      phone: some(random, phoneOf(random)),
      fax: some(random, phoneOf(random), 0.2),
      email: some(random, mailOf(name)),
    };
  },
  ask: () => 'Read this business card.',
  write: ({ name, company, phone, fax, email }) =>
    [
      name,
      company,
      ...(phone === null ? [] : [`Tel. ${phone}`]),
      ...(fax === null ? [] : [`Fax ${fax}`]),
      ...(email === null ? [] : [email.toUpperCase()]),
    ].join('\n'),
  key: ({ name, company, phone, fax, email }) => ({ name, company, phone, fax, email: email === null ? null : email.toUpperCase() }),
  read: (document) => {
    const [name = '', company = ''] = document.split('\n');
    return {
      name,
      company,
      phone: foundOrNull(document, /Tel\. (.+)/),
      fax: foundOrNull(document, /Fax (.+)/),
      email: foundOrNull(document, /^(\S+@\S+)$/m),
    };
  },
});

const application = defineExtraction({
  shape: {
    applicant: text('who applies'),
    flat: code('number of the flat'),
    people: integer('how many people would move in'),
    income: orNull(money('monthly income of the applicant')),
    pets: orNull(text('kind of animal, one word')),
    move_in: orNull(date('wanted day of moving in')),
    smoker: orNull(truth('whether the applicant smokes')),
  },
  draw: (random) => ({
    applicant: personOf(random),
    partner: random.chance(0.5),
    flat: codeOf(random, 'W', 4),
    people: random.int(2, 5),
    income: some(random, centsOf(random, 1800, 5200)),
    other: centsOf(random, 1100, 1700),
    pets: some(random, random.pick(['cat', 'dog', 'parrot'])),
    move: some(random, dayOf(random)),
    smoker: some(random, random.chance(0.5), 0.6),
  }),
  ask: () => 'Read this application for a flat.',
  write: ({ applicant, flat, people, income, other, pets, move, smoker, partner }) =>
    [
      `I am ${applicant} and I would like to rent flat ${flat}. We would be ${people} people.`,
      ...(income === null ? [] : [`I earn € ${numberText(income, 'english')} a month.`]),
      `My ${partner ? 'partner' : 'sister'}, who would move in too, earns € ${numberText(other, 'english')} a month.`,
      ...(pets === null ? [] : [`We have one ${pets}.`]),
      ...(move === null ? ['We are flexible about the day.'] : [`We would like to move in on ${dayText(move, 'english')}.`]),
      ...(smoker === null ? [] : [smoker ? 'I do smoke, but only outside.' : 'I do not smoke.']),
    ].join(' '),
  key: ({ applicant, flat, people, income, pets, move, smoker }) => ({
    applicant,
    flat,
    people,
    income: income === null ? null : { amount: income / 100, currency: 'EUR' },
    pets,
    move_in: move,
    smoker,
  }),
  read: (document) => {
    const income = foundOrNull(document, /I earn € (\S+) a month/);
    return {
      applicant: found(document, /I am (.+?) and I/),
      flat: found(document, /rent flat (\S+)\./),
      people: Number(found(document, /be (\d+) people/)),
      income: income === null ? null : { amount: numberOf(income), currency: 'EUR' },
      pets: foundOrNull(document, /have one (\w+)/),
      move_in: document.includes('flexible') ? null : dayIn(document),
      smoker: document.includes('smoke') ? !document.includes('not smoke') : null,
    };
  },
  decoys: ({ income, other }, key) => [
    {
      name: 'the income of the other person',
      answer: { ...key, income: { amount: (income === null ? other : other + 1) / 100, currency: 'EUR' } },
    },
  ],
});

type Lost = {
  id: string;
  finder: string | null;
  item: string;
  place: string | null;
  found: Day | null;
  owner: string | null;
  phone: string | null;
};

const lostItem = (random: Random, person: string): Lost => ({
  id: codeOf(random, 'LF', 4),
  finder: some(random, person),
  item: random.pick(['umbrella', 'scarf', 'backpack', 'camera', 'wallet', 'bicycle helmet', 'violin case']),
  place: some(random, random.pick(cities), 0.6),
  found: some(random, dayOf(random), 0.6),
  owner: some(random, `${random.pick(['Mr', 'Ms'])} ${person.split(' ').at(-1)}`, 0.4),
  phone: some(random, phoneOf(random), 0.4),
});

const writeLost = ({ id, finder, item, place, found: day, owner, phone }: Lost): string =>
  [
    `${id}: ${item}`,
    place === null ? 'place not recorded' : `found in ${place}`,
    day === null ? 'day unknown' : `on ${dayText(day, 'english')}`,
    ...(finder === null ? [] : [`handed in by ${finder}`]),
    ...(owner === null ? [] : [`belongs to ${owner}`]),
    ...(phone === null ? [] : [owner === null ? `finder's phone ${phone}` : `owner's phone ${phone}`]),
  ].join('; ');

const lost = defineExtraction<{ list: Lost[] }>({
  shape: {
    items: rows('everything in the list', {
      id: code('number'),
      item: text('what it is'),
      place: orNull(text('where it was found')),
      date: orNull(date('when it was found')),
      finder: orNull(text('who handed it in')),
      owner: orNull(text('whom it belongs to, as the list writes it')),
      owner_phone: orNull(code('telephone of the owner')),
    }),
  },
  draw: (random) => ({ list: peopleOf(random, 5).map((person) => lostItem(random, person)) }),
  ask: () => 'Read this list of lost property.',
  write: ({ list }) => list.map(writeLost).join('\n'),
  key: ({ list }) => ({
    items: list.map(({ id, item, place, found: day, finder, owner, phone }): Data => ({
      id,
      item,
      place,
      date: day,
      finder,
      owner,
      owner_phone: owner === null ? null : phone,
    })),
  }),
  read: (document) => ({
    items: document.split('\n').map((line) => {
      const [head = '', ...parts] = line.split('; ');
      const after = (words: string): string | null => parts.find((part) => part.startsWith(words))?.slice(words.length) ?? null;
      const day = after('on ');
      const [id = '', item = ''] = head.split(': ');
      return {
        id,
        item,
        place: after('found in '),
        date: day === null ? null : dayIn(day),
        finder: after('handed in by '),
        owner: after('belongs to '),
        owner_phone: after("owner's phone "),
      };
    }),
  }),
  decoys: ({ list }, key) =>
    list.some(({ owner, phone }) => owner === null && phone !== null)
      ? [
          {
            name: 'the phone of the finder for that of the owner',
            answer: {
              items: (key['items'] as { [name: string]: Data }[]).map((item, at) => ({ ...item, owner_phone: list[at]?.phone ?? null })),
            },
          },
        ]
      : [],
});

type Patient = {
  name: string;
  born: Day | null;
  weight: number | null;
  allergies: string[];
  drug: string | null;
  dose: number | null;
  visits: { day: Day; pressure: [number, number] | null; remark: string | null }[];
  insured: string | null;
};

const record = defineExtraction<Patient>({
  shape: {
    name: text('name of the patient'),
    date_of_birth: orNull(date('')),
    weight_kg: orNull(integer('weight of the patient in kg')),
    allergies: { kind: 'list', order: 'set', orderWords: 'in any order', about: 'what the patient is allergic to', of: text('') },
    drug: orNull(text('drug that the patient takes now')),
    dose_mg: orNull(integer('its dose in mg')),
    insurance_number: orNull(code('insurance number of the patient')),
    visits: rows('visits of the patient that took place', {
      date: date(''),
      systolic: orNull(integer('the higher blood pressure')),
      diastolic: orNull(integer('the lower one')),
      remark: orNull(text('what stands in brackets, without them')),
    }),
  },
  draw: (random) => {
    const day = dayOf(random);
    const drug = some(random, random.pick(['Altopril', 'Benexan', 'Corvidine']));
    return {
      name: personOf(random),
      born: some(random, addDays(day, -random.int(9000, 28_000))),
      weight: some(random, random.int(50, 110)),
      allergies: random.chance(0.6) ? random.sample(['nuts', 'pollen', 'latex', 'wasps', 'milk'], 2) : [],
      drug,
      dose: drug === null ? null : some(random, random.int(1, 20) * 10),
      insured: some(random, digitsOf(random, 10)),
      visits: [0, 1, 2, 3].map((at) => ({
        day: addDays(day, at * 40 + random.int(0, 30)),
        pressure: random.chance(0.6) ? [random.int(105, 170), random.int(60, 100)] : null,
        remark: some(random, random.pick(['dizzy in the morning', 'sleeps better', 'knee still hurts', 'wants a certificate'])),
      })),
    };
  },
  ask: () =>
    'Read the file of this patient. Parents are not the patient; a visit that was cancelled did not take place; a drug that was stopped is not taken now.',
  write: ({ name, born, weight, allergies, drug, dose, insured, visits }) =>
    [
      `Patient: ${name}${born === null ? '' : `, born ${dayText(born, 'english')}`}`,
      `The mother, born 3 May 1951, weighs 71 kg and is allergic to cats. The father took Oldosan 25 mg.`,
      `${weight === null ? 'Weight: not measured' : `Weight: ${weight} kg`}. ${allergies.length === 0 ? 'No allergies known.' : `Allergies: ${allergies.join(', ')}.`}`,
      `Dorexin 40 mg was stopped last year.${drug === null ? '' : ` Takes ${drug}${dose === null ? ', dose to be asked' : ` ${dose} mg`} now.`}`,
      insured === null ? 'Pays privately (customer 5550001234).' : `Insurance no. ${insured}.`,
      '',
      ...visits.flatMap(({ day, pressure, remark }, at) => [
        `${dayText(day, 'dotted')} visit${pressure === null ? '' : `, RR ${pressure[0]}/${pressure[1]}`}${remark === null ? '' : ` (${remark})`}`,
        ...(at === 1 ? [`${dayText(addDays(day, 5), 'dotted')} cancelled by phone (flat tyre)`] : []),
      ]),
    ].join('\n'),
  key: ({ name, born, weight, allergies, drug, dose, insured, visits }) => ({
    name,
    date_of_birth: born,
    weight_kg: weight,
    allergies,
    drug,
    dose_mg: dose,
    insurance_number: insured,
    visits: visits.map(({ day, pressure, remark }): Data => ({
      date: day,
      systolic: pressure?.[0] ?? null,
      diastolic: pressure?.[1] ?? null,
      remark,
    })),
  }),
  read: (document) => {
    const [head = '', log = ''] = paragraphs(document);
    const born = foundOrNull(head, /^Patient: .+, born (.+)$/m);
    const whole = (pattern: RegExp): number | null => (pattern.test(head) ? Number(found(head, pattern)) : null);
    return {
      name: labelled(head, 'Patient').split(',')[0] ?? '',
      date_of_birth: born === null ? null : dayIn(born),
      weight_kg: whole(/Weight: (\d+) kg/),
      allergies: foundOrNull(head, /Allergies: (.+?)\./)?.split(', ') ?? [],
      drug: foundOrNull(head, /Takes (\w+)/),
      dose_mg: whole(/Takes \w+ (\d+) mg/),
      insurance_number: foundOrNull(head, /Insurance no\. (\d+)/),
      visits: foundAll(log, /^(\S+) visit(?:, RR (\d+)\/(\d+))?(?: \((.+)\))?$/gm).map(([day = '', high = '', low = '', remark = '']) => ({
        date: dayIn(day),
        systolic: high === '' ? null : Number(high),
        diastolic: low === '' ? null : Number(low),
        remark: remark || null,
      })),
    };
  },
  decoys: ({ drug }, key) => [{ name: 'a drug that is not taken now', answer: { ...key, drug: drug === null ? 'Dorexin' : 'Oldosan' } }],
});

export const absentFields: ExtractionFamily = {
  id: 'absent-fields',
  tags: ['null', 'nothing-invented'],
  levels: [
    ['easy', card],
    ['medium', application],
    ['hard', lost],
    ['extreme', record],
  ],
};
