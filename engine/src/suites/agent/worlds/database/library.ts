import type { Random } from '../../../../kit/random.ts';
import { addDays, type Day } from '../day-numbers.ts';
import { familyNames, givenNames, kinds, makers, remarks, siteNames } from './pools.ts';

export type Site = { id: number; name: string };
export type Member = { id: number; name: string; email: string; site_id: number; joined: Day; level: 'basic' | 'gold' };
export type Item = { id: number; name: string; kind: string; site_id: number; day_price_cents: number; active: 0 | 1 };
export type Loan = {
  id: number;
  member_id: number;
  item_id: number;
  start_day: Day;
  due_day: Day;
  returned_day: Day | null;
  note: string | null;
};
export type Charge = { id: number; loan_id: number; amount_cents: number; paid: 0 | 1; reason: string };
export type Closing = { site_id: number; month: string; loans: number; late_loans: number };

/** The tables of a library of tools, rows in the order of their ids. */
export type Tables = { site: Site[]; member: Member[]; item: Item[]; loan: Loan[]; charge: Charge[]; closing: Closing[] };
export type Library = { today: Day; tables: Tables };

export const schema = [
  'CREATE TABLE site (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)',
  `CREATE TABLE member (id INTEGER PRIMARY KEY, name TEXT NOT NULL, email TEXT NOT NULL, site_id INTEGER NOT NULL REFERENCES site (id), joined TEXT NOT NULL, level TEXT NOT NULL CHECK (level IN ('basic', 'gold')))`,
  'CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, site_id INTEGER NOT NULL REFERENCES site (id), day_price_cents INTEGER NOT NULL CHECK (day_price_cents > 0), active INTEGER NOT NULL CHECK (active IN (0, 1)))',
  'CREATE TABLE loan (id INTEGER PRIMARY KEY, member_id INTEGER NOT NULL REFERENCES member (id), item_id INTEGER NOT NULL REFERENCES item (id), start_day TEXT NOT NULL, due_day TEXT NOT NULL, returned_day TEXT, note TEXT, CHECK (due_day >= start_day))',
  'CREATE TABLE charge (id INTEGER PRIMARY KEY, loan_id INTEGER NOT NULL REFERENCES loan (id), amount_cents INTEGER NOT NULL CHECK (amount_cents > 0), paid INTEGER NOT NULL CHECK (paid IN (0, 1)), reason TEXT NOT NULL)',
  'CREATE TABLE closing (site_id INTEGER NOT NULL REFERENCES site (id), month TEXT NOT NULL, loans INTEGER NOT NULL, late_loans INTEGER NOT NULL, PRIMARY KEY (site_id, month))',
  'CREATE INDEX loan_item ON loan (item_id)',
  'CREATE INDEX loan_member ON loan (member_id)',
  'CREATE INDEX charge_loan ON charge (loan_id)',
];

const numbered = <Row>(rows: readonly Row[]): (Row & { id: number })[] => rows.map((row, at) => ({ id: at + 1, ...row }));

const drawMembers = (random: Random, sites: readonly Site[]): Member[] => {
  const given = random.sample(givenNames, 18);
  return numbered(
    given.map((first) => {
      const last = random.pick(familyNames);
      return {
        name: `${first} ${last}`,
        email: `${first}.${last}@example.org`.toLowerCase(),
        site_id: random.pick(sites).id,
        joined: addDays('2023-01-01', random.int(0, 900)),
        level: random.chance(0.3) ? ('gold' as const) : ('basic' as const),
      };
    }),
  );
};

const drawItems = (random: Random, sites: readonly Site[]): Item[] => {
  const names = random.sample(
    kinds.flatMap((kind) => makers.map((maker) => ({ kind, maker }))),
    24,
  );
  return numbered(
    names.map(({ kind, maker }) => ({
      name: `${maker} ${kind} ${random.int(100, 999)}`,
      kind,
      site_id: random.pick(sites).id,
      day_price_cents: random.int(15, 120) * 10 + random.pick([0, 5]),
      active: random.chance(0.85) ? (1 as const) : (0 as const),
    })),
  );
};

/** At most one loan of an item is open, and it is its latest. */
const drawLoans = (
  random: Random,
  { today, members, items }: { today: Day; members: readonly Member[]; items: readonly Item[] },
): Loan[] => {
  const open = new Set(random.sample(items, 9).map(({ id }) => id));
  const past = Array.from({ length: 46 }, () => {
    const start = addDays(today, -random.int(40, 150));
    const due = addDays(start, random.int(4, 15));
    const returned = random.chance(0.3) ? addDays(due, random.int(1, 12)) : addDays(start, random.int(1, 4));
    return { item_id: random.pick(items).id, start_day: start, due_day: due, returned_day: returned };
  });
  const now = [...open].map((item_id) => {
    const start = addDays(today, -random.int(3, 24));
    return { item_id, start_day: start, due_day: addDays(start, random.int(5, 15)), returned_day: null };
  });
  const sorted = [...past, ...now].toSorted((left, right) =>
    left.start_day < right.start_day ? -1 : left.start_day > right.start_day ? 1 : left.item_id - right.item_id,
  );
  return numbered(
    sorted.map((loan) => ({ member_id: random.pick(members).id, ...loan, note: random.chance(0.25) ? random.pick(remarks) : null })),
  );
};

const drawCharges = (random: Random, loans: readonly Loan[]): Charge[] =>
  numbered(
    random
      .sample(loans, 26)
      .toSorted((left, right) => left.id - right.id)
      .map((loan) => ({
        loan_id: loan.id,
        amount_cents: random.int(8, 90) * 50 + random.int(1, 49),
        paid: random.chance(0.5) ? (1 as const) : (0 as const),
        reason: random.pick(['late', 'damage', 'cleaning']),
      })),
  );

export const drawLibrary = (random: Random): Library => {
  const today = addDays('2026-02-10', random.int(0, 300));
  const site = numbered(random.sample(siteNames, 4).map((name) => ({ name })));
  const [member, item] = [drawMembers(random, site), drawItems(random, site)];
  const loan = drawLoans(random, { today, members: member, items: item });
  return { today, tables: { site, member, item, loan, charge: drawCharges(random, loan), closing: [] } };
};

/** The row with this id. */
export const byId = <Row extends { id: number }>(rows: readonly Row[], id: number): Row => {
  const row = rows.find((one) => one.id === id);
  if (row === undefined) throw new Error(`there is no row ${id}`);
  return row;
};

/** The rows with one of them changed. */
export const withRow = <Row extends { id: number }>(rows: readonly Row[], id: number, changes: Partial<Row>): Row[] =>
  rows.map((row) => (row.id === id ? { ...row, ...changes } : row));

export const nextId = (rows: readonly { id: number }[]): number => Math.max(0, ...rows.map(({ id }) => id)) + 1;
