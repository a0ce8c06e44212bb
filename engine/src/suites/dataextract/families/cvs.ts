import type { Random } from '../../../kit/random.ts';
import { defineExtraction, type ExtractionFamily } from '../extraction.ts';
import { monthNames } from '../formats.ts';
import { cities, companies, mailOf, peopleOf, personOf, phoneOf } from '../pools.ts';
import { found, foundAll, foundOrNull, labelled, paragraphs } from '../reading.ts';
import { anyOrder, code, inOrder, integer, option, orNull, rows, text, type Data } from '../shape.ts';

const roles = ['buyer', 'planner', 'welder', 'archivist', 'editor', 'nurse', 'surveyor', 'cook'] as const;
const skills = ['Excel', 'first aid', 'forklift', 'CAD', 'bookkeeping', 'welding', 'SQL', 'typing'] as const;
const tongues = ['German', 'Spanish', 'Polish', 'Turkish', 'Japanese', 'French'] as const;
const grades = ['basic', 'good', 'fluent', 'native'] as const;

/** Months since the year 0. */
type Month = number;
type Job = { role: string; company: string; from: Month; to: Month | null };

const monthOf = (month: Month): string => `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`;
const spoken = (month: Month): string => `${monthNames.english[month % 12]} ${Math.floor(month / 12)}`;
const readMonth = (words: string): string => {
  const [name = '', year = ''] = words.split(' ');
  return `${year}-${String((monthNames.english as readonly string[]).indexOf(name) + 1).padStart(2, '0')}`;
};
const monthText = 'as YYYY-MM';

const jobsOf = (random: Random, count: number): Job[] => {
  let month = 2005 * 12 + random.int(0, 40);
  const employers = random.sample(companies, count);
  return employers.map((company, at): Job => {
    const from = month;
    const to = from + random.int(7, 50);
    month = to + random.int(0, 8);
    return { role: random.pick(roles), company, from, to: at === count - 1 && random.chance(0.5) ? null : to };
  });
};

const jobShape = {
  role: text('role'),
  company: text('company'),
  from: code(`first month ${monthText}`),
  to: orNull(code(`last month ${monthText}; null when it goes on`)),
};
const jobData = ({ role, company, from, to }: Job): Data => ({ role, company, from: monthOf(from), to: to === null ? null : monthOf(to) });

const reference = (referee: string): string => `reference: ${referee} (${mailOf(referee)})`;

const single = defineExtraction({
  shape: {
    name: text('full name'),
    email: orNull(code('mail address')),
    phone: orNull(code('telephone')),
    jobs: rows('jobs; a training or a leave is no job', jobShape),
    languages: rows('languages', { language: text('in English, as written'), level: option('level', grades) }),
    months_as_employee: integer('months in jobs that have ended: last month minus first month, summed over these jobs'),
  },
  draw: (random) => {
    const name = personOf(random);
    const jobs = jobsOf(random, 4).map((job, at): Job => (at === 3 ? { ...job, to: null } : job));
    return {
      name,
      jobs,
      email: random.chance(0.5) ? mailOf(name) : null,
      phone: random.chance(0.5) ? phoneOf(random) : null,
      tongues: random.sample(tongues, 3).map((language) => ({ language, level: random.pick(grades) })),
      referee: personOf(random),
      gap: random.int(1, 3),
    };
  },
  ask: () => 'Read this CV.',
  write: ({ name, jobs, email, phone, tongues: list, referee, gap }) =>
    [
      name,
      [...(email === null ? [] : [email]), ...(phone === null ? [] : [phone]), reference(referee)].join(' | '),
      '',
      ...jobs
        .toReversed()
        .map(
          ({ role, company, from, to }) =>
            `${to === null ? `since ${spoken(from)}` : `${spoken(from)} to ${spoken(to)}`}: ${role} at ${company}`,
        ),
      `in between: training as a diver, ${gap} months`,
      '',
      `Languages: ${list.map(({ language, level }) => `${language} (${level})`).join(', ')}`,
    ].join('\n'),
  key: ({ name, jobs, email, phone, tongues: list }) => ({
    name,
    email,
    phone,
    jobs: jobs.toReversed().map(jobData),
    languages: list,
    months_as_employee: jobs.reduce((sum, { from, to }) => sum + (to === null ? 0 : to - from), 0),
  }),
  read: (document) => {
    const [head = '', past = '', end = ''] = paragraphs(document);
    const jobs = foundAll(past, /^(?:since (\w+ \d{4})|(\w+ \d{4}) to (\w+ \d{4})): (\w+) at (.+)$/gm).map(
      ([since = '', from = '', to = '', role = '', company = '']) => ({
        role,
        company,
        from: readMonth(since || from),
        to: to === '' ? null : readMonth(to),
      }),
    );
    const count = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5));
    return {
      name: head.split('\n')[0] ?? '',
      email: foundOrNull(head.split('reference')[0] ?? '', /(\S+@\S+)/),
      phone: foundOrNull(head, /(\+[\d ]+\d) \|/),
      jobs,
      languages: foundAll(end, /(\w+) \((\w+)\)/g).map(([language = '', level = '']) => ({ language, level })),
      months_as_employee: jobs.reduce((sum, { from, to }) => sum + (to === null ? 0 : count(to) - count(from)), 0),
    };
  },
});

type Candidate = { name: string; town: string; jobs: Job[]; skills: string[]; licence: boolean; start: Month | null; withdrawn: boolean };

const writeCandidate = ({ name, town, jobs, skills: list, licence, start, withdrawn }: Candidate, at: number): string =>
  [
    `(${at + 1}) ${name}, ${town}${licence ? ', driving licence' : ''}`,
    ...jobs.map(({ role, company, from, to }) => `    ${role}, ${company}: ${spoken(from)} - ${to === null ? 'now' : spoken(to)}`),
    `    can: ${list.join(', ')}`,
    `    ${start === null ? 'no word on the start' : `could start in ${spoken(start)}`}`,
    ...(withdrawn ? ['    stamp: WITHDRAWN'] : []),
  ].join('\n');

const fits =
  (skill: string) =>
  ({ skills: list, withdrawn }: Candidate): boolean =>
    list.includes(skill) && !withdrawn;

const pile = defineExtraction<{ skill: string; list: Candidate[] }>({
  shape: {
    candidates: rows('candidates who have the skill and have not withdrawn', {
      name: text('full name'),
      city: text('city'),
      last_role: text('role of the job that began last'),
      last_company: text('company of that job'),
      since: code(`first month of that job ${monthText}`),
      still_there: option('whether that job goes on', ['yes', 'no']),
      earliest_start: orNull(code(`month in which the candidate could start ${monthText}`)),
      other_skills: anyOrder('skills beside the one asked for', code('')),
    }),
    by_start: inOrder('full names of those of them who name a month', text(''), 'from the earliest month to the latest'),
    withdrawn: integer('number of withdrawn candidates in the whole pile'),
  },
  draw: (random) => {
    const skill = random.pick(skills);
    const people = peopleOf(random, 7);
    const starts = random.sample([...Array(14).keys()], 7);
    const others = skills.filter((one) => one !== skill);
    return {
      skill,
      list: people.map((name, at): Candidate => {
        const has = at % 2 === 0 || at === 3;
        const list = random.sample(others, random.int(1, 3));
        return {
          name,
          town: random.pick(cities),
          jobs: random.shuffle(jobsOf(random, 3)),
          skills: has ? random.shuffle([skill, ...list]) : list,
          licence: random.chance(0.5),
          start: at === 2 || at === 0 || random.chance(0.6) ? 2027 * 12 + (starts[at] ?? 0) : null,
          withdrawn: at === 3 || at === 5,
        };
      }),
    };
  },
  ask: ({ skill }) => `Read this pile of short CVs and find the candidates with the skill "${skill}".`,
  write: ({ list }) => list.map(writeCandidate).join('\n\n'),
  key: ({ skill, list }) => {
    const wanted = list.filter(fits(skill));
    return {
      candidates: wanted.map(({ name, town, jobs, start, skills: known }): Data => {
        const last = jobs.toSorted((a, b) => b.from - a.from)[0] as Job;
        return {
          name,
          city: town,
          last_role: last.role,
          last_company: last.company,
          since: monthOf(last.from),
          still_there: last.to === null ? 'yes' : 'no',
          earliest_start: start === null ? null : monthOf(start),
          other_skills: known.filter((one) => one !== skill),
        };
      }),
      by_start: wanted
        .filter(({ start }) => start !== null)
        .toSorted((a, b) => (a.start ?? 0) - (b.start ?? 0))
        .map(({ name }) => name),
      withdrawn: list.filter(({ withdrawn }) => withdrawn).length,
    };
  },
  read: (document, ask) => {
    const skill = found(ask, /skill "(.+)"/);
    const candidates = paragraphs(document)
      .filter((part) => !part.includes('WITHDRAWN'))
      .map((part) => ({ part, can: labelled(part, 'can').split(', ') }))
      .filter(({ can }) => can.includes(skill))
      .map(({ part, can }) => {
        const jobs = foundAll(part, /^ {4}(\w+), (.+): (\w+ \d{4}) - (now|\w+ \d{4})$/gm).sort((a, b) =>
          readMonth(a[2] ?? '').localeCompare(readMonth(b[2] ?? '')),
        );
        const [role = '', company = '', from = '', to = ''] = jobs.at(-1) ?? [];
        const start = foundOrNull(part, /start in (\w+ \d{4})/);
        const [, name = '', city = ''] = /^\(\d+\) (.+?), (\w+)/.exec(part) ?? [];
        return {
          name,
          city,
          last_role: role,
          last_company: company,
          since: readMonth(from),
          still_there: to === 'now' ? 'yes' : 'no',
          earliest_start: start === null ? null : readMonth(start),
          other_skills: can.filter((one) => one !== skill),
        };
      });
    const dated = candidates.filter(({ earliest_start: start }) => start !== null);
    return {
      candidates,
      by_start: [...dated].sort((a, b) => (a.earliest_start ?? '').localeCompare(b.earliest_start ?? '')).map(({ name }) => name),
      withdrawn: document.split('WITHDRAWN').length - 1,
    };
  },
  decoys: (_instance, key) => [{ name: 'no one counted as withdrawn', answer: { ...key, withdrawn: 0 } }],
});

export const cvs: ExtractionFamily = {
  id: 'cvs',
  tags: ['cv', 'filter', 'list-of-objects'],
  levels: [
    ['hard', single],
    ['extreme', pile],
  ],
};
