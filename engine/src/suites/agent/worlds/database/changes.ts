import type { Family } from '../../../../kit/family.ts';
import type { Random } from '../../../../kit/random.ts';
import { worldTask } from '../../build.ts';
import { act, also, look } from '../../steps.ts';
import { addDays, daysBetween } from '../day-numbers.ts';
import { drawUntil } from '../draw-until.ts';
import { byId, drawLibrary, nextId, withRow, type Item, type Library, type Loan } from './library.ts';
import { kinds } from './pools.ts';
import { explore, whole } from './questions.ts';
import { databasePolicies, execute, finalTables, leaving, libraryTask, text } from './setting.ts';

const openLoans = ({ tables }: Library): Loan[] => tables.loan.filter(({ returned_day }) => returned_day === null);

/** An open loan, another one, and the members and items of both. */
const drawOpen = (random: Random, suits: (loan: Loan, library: Library) => boolean) =>
  drawUntil(() => {
    const library = drawLibrary(random);
    const [loan, other] = random.shuffle(openLoans(library));
    if (loan === undefined || other === undefined || !suits(loan, library)) return null;
    const { member, item } = library.tables;
    return { library, loan, other, member: byId(member, loan.member_id), item: byId(item, loan.item_id) };
  });

const findOpen = (item: Item) =>
  `SELECT loan.id, loan.start_day, loan.due_day FROM loan JOIN item ON item.id = loan.item_id WHERE item.name = ${text(item.name)} AND loan.returned_day IS NULL`;

/** A change and what follows from it: a row is updated and, since it is late, another one is inserted. */
const bringBack: Family = {
  id: 'database-return',
  size: 1,
  make: (random) => {
    const { library, loan, other, member, item } = drawOpen(random, ({ due_day }, { today }) => daysBetween(due_day, today) >= 2);
    const { today, tables } = library;
    const perDay = random.int(6, 30) * 10 + 5;
    const [late, held] = [daysBetween(loan.due_day, today), daysBetween(loan.start_day, today)];
    const amount = late * perDay;
    const loans = withRow(tables.loan, loan.id, { returned_day: today });
    const charges = [
      ...tables.charge,
      { id: nextId(tables.charge), loan_id: loan.id, amount_cents: amount, paid: 0 as const, reason: 'late' },
    ];
    const charging = (cents: number) => `INSERT INTO charge (loan_id, amount_cents, paid, reason) VALUES (${loan.id}, ${cents}, 0, 'late')`;
    const returning = (id: number) => `UPDATE loan SET returned_day = '${today}' WHERE id = ${id}`;
    return worldTask({
      ...libraryTask(library),
      difficulty: 'medium',
      tags: ['database', 'state-change', 'dates'],
      policies: databasePolicies(random).policies,
      request: `${member.name} has just brought back the ${item.name}. Put the return into the database with today's date. If it is late, also insert one charge for that loan: ${perDay} cents for each day after its due_day, not paid, with the reason late.`,
      answerForm: 'the amount of that charge in cents as a whole number, or 0 if none is due',
      steps: [
        ...explore('loan', 'item', 'charge'),
        [
          also('query', {
            sql: `SELECT loan.id, CAST(julianday('${today}') - julianday(loan.due_day) AS INTEGER) * ${perDay} FROM loan JOIN item ON item.id = loan.item_id WHERE item.name = ${text(item.name)} AND loan.returned_day IS NULL`,
          }),
        ],
        [act('execute', { sql: returning(loan.id) }, leaving('loan', loans))],
        [act('execute', { sql: charging(amount) }, leaving('charge', charges))],
      ],
      final: finalTables(library, { loan: loans, charge: charges }),
      answer: { expect: whole(amount), right: String(amount), wrong: [String(amount + perDay), String(held * perDay)] },
      harms: [execute(returning(other.id))],
      decoys: [execute(charging(held * perDay))],
      readsCanBeSkipped: false,
    });
  },
};

const raised = (price: number, percent: number): number => Math.floor((price * (100 + percent) + 50) / 100);

/** One statement over many rows, with exceptions that another table tells. */
const prices: Family = {
  id: 'database-prices',
  size: 1,
  make: (random) => {
    const percent = random.pick([5, 10, 15, 25]);
    const { library, kind, changed, active } = drawUntil(() => {
      const drawn = drawLibrary(random);
      const wanted = random.pick(kinds);
      const out = new Set(openLoans(drawn).map(({ item_id }) => item_id));
      const ofKind = drawn.tables.item.filter((item) => item.kind === wanted);
      const alive = ofKind.filter((item) => item.active === 1);
      const free = alive.filter(({ id }) => !out.has(id));
      return free.length >= 2 && free.length < alive.length && alive.length < ofKind.length
        ? { library: drawn, kind: wanted, changed: free, active: alive }
        : null;
    });
    const ids = new Set(changed.map(({ id }) => id));
    const items = library.tables.item.map((item) =>
      ids.has(item.id) ? { ...item, day_price_cents: raised(item.day_price_cents, percent) } : item,
    );
    const raise = `UPDATE item SET day_price_cents = (day_price_cents * ${100 + percent} + 50) / 100 WHERE kind = ${text(kind)} AND active = 1`;
    const free = 'NOT IN (SELECT item_id FROM loan WHERE returned_day IS NULL)';
    return worldTask({
      ...libraryTask(library),
      difficulty: 'hard',
      tags: ['database', 'state-change', 'bulk'],
      policies: databasePolicies(random).policies,
      request: `Raise the day price of all active items of the kind ${kind} by ${percent} %, rounded to whole cents, half a cent up. Leave out items with an open loan.`,
      answerForm: 'the number of items whose price you raised',
      steps: [
        ...explore('item', 'loan'),
        [also('query', { sql: `SELECT id, day_price_cents FROM item WHERE kind = ${text(kind)} AND active = 1 AND id ${free}` })],
        [act('execute', { sql: `${raise} AND id ${free}` }, leaving('item', items))],
      ],
      final: finalTables(library, { item: items }),
      answer: { expect: whole(changed.length), right: String(changed.length), wrong: [String(active.length)] },
      harms: [
        execute(`UPDATE item SET day_price_cents = day_price_cents + 1 WHERE id = ${active.find(({ id }) => !ids.has(id))?.id ?? 1}`),
      ],
      decoys: [execute(raise)],
      alternatives: [
        {
          name: 'one item after the other',
          steps: [
            [also('list_tables')],
            changed.map((item, at) =>
              (at === changed.length - 1 ? act : also)('execute', {
                sql: `UPDATE item SET day_price_cents = ${raised(item.day_price_cents, percent)} WHERE id = ${item.id}`,
              }),
            ),
          ],
        },
      ],
    });
  },
};

/** Two rows of one person become one; foreign keys dictate the order. */
const merge: Family = {
  id: 'database-merge',
  size: 1,
  make: (random) => {
    const drawn = drawLibrary(random);
    const kept = random.pick(drawn.tables.member.slice(3));
    const double = {
      ...kept,
      id: nextId(drawn.tables.member),
      email: kept.email.toUpperCase(),
      joined: addDays(kept.joined, random.int(30, 200)),
    };
    const newcomer = { ...kept, id: double.id + 1, name: `Nora ${kept.name.split(' ')[1]}`, email: `nora.${double.id}@example.org` };
    const moved = new Set(random.sample(drawn.tables.loan, random.int(2, 5)).map(({ id }) => id));
    const loan = drawn.tables.loan.map((one) => (moved.has(one.id) ? { ...one, member_id: double.id } : one));
    const member = [...drawn.tables.member, double, newcomer];
    const library: Library = { ...drawn, tables: { ...drawn.tables, member, loan } };
    const loans = loan.map((one) => (moved.has(one.id) ? { ...one, member_id: kept.id } : one));
    const members = member.filter(({ id }) => id !== double.id);
    const before = loan.filter(({ member_id }) => member_id === kept.id).length;
    return worldTask({
      ...libraryTask(library),
      difficulty: 'hard',
      tags: ['database', 'state-change', 'foreign-keys'],
      policies: databasePolicies(random).policies,
      request:
        'One person stands in member twice: the two rows have the same mail address, but for upper and lower case. Give all loans of the row with the higher id to the row with the lower id, then delete the row with the higher id. Change nothing else.',
      answerForm: 'the number of loans that you moved',
      steps: [
        ...explore('member', 'loan'),
        [also('query', { sql: 'SELECT min(id), max(id) FROM member GROUP BY lower(email) HAVING count(*) > 1' })],
        [also('query', { sql: `SELECT count(*) FROM loan WHERE member_id = ${double.id}` })],
        [act('execute', { sql: `UPDATE loan SET member_id = ${kept.id} WHERE member_id = ${double.id}` }, leaving('loan', loans))],
        [act('execute', { sql: `DELETE FROM member WHERE id = ${double.id}` }, leaving('member', members))],
      ],
      final: finalTables(library, { loan: loans, member: members }),
      answer: { expect: whole(moved.size), right: String(moved.size), wrong: [String(before + moved.size + 1)] },
      harms: [execute(`UPDATE member SET email = lower(name) WHERE id = ${kept.id}`)],
      decoys: [execute(`DELETE FROM member WHERE id = ${newcomer.id}`)],
    });
  },
};

const isLate = ({ due_day, returned_day }: Loan, today: string): boolean => (returned_day ?? today) > due_day;

/** A closing of the month: one row for each site, from rows of three tables. */
const closing: Family = {
  id: 'database-closing',
  size: 1,
  make: (random) => {
    const { library, month } = drawUntil(() => {
      const drawn = drawLibrary(random);
      const wanted = addDays(drawn.today, -55).slice(0, 7);
      const started = drawn.tables.loan.filter(({ start_day }) => start_day.startsWith(wanted));
      const late = started.filter((one) => isLate(one, drawn.today));
      return started.length >= 8 && late.length >= 3 ? { library: drawn, month: wanted } : null;
    });
    const { today, tables } = library;
    const rows = tables.site.map(({ id }) => {
      const started = tables.loan.filter(
        ({ start_day, item_id }) => start_day.startsWith(month) && byId(tables.item, item_id).site_id === id,
      );
      return { site_id: id, month, loans: started.length, late_loans: started.filter((one) => isLate(one, today)).length };
    });
    const late = rows.reduce((sum, { late_loans }) => sum + late_loans, 0);
    const select = (site: string) =>
      `SELECT ${site}, '${month}', count(loan.id), coalesce(sum(coalesce(loan.returned_day, '${today}') > loan.due_day), 0) FROM site LEFT JOIN item ON item.site_id = site.id LEFT JOIN loan ON loan.item_id = item.id AND loan.start_day LIKE '${month}-%'`;
    const insert = 'INSERT INTO closing (site_id, month, loans, late_loans)';
    const last = rows.length - 1;
    const total = `SELECT sum(late_loans) FROM closing WHERE month = '${month}'`;
    return worldTask({
      ...libraryTask(library),
      difficulty: 'extreme',
      tags: ['database', 'state-change', 'aggregation', 'long'],
      policies: databasePolicies(random).policies,
      request: `Make the closing of ${month}: insert into closing exactly one row for each of our sites, also for one without a loan. loans is the number of loans of items of that site that started in ${month}; late_loans is how many of these are late.`,
      answerForm: 'the sum of late_loans over all sites',
      steps: [
        ...explore('site', 'item', 'loan', 'closing'),
        ...rows.flatMap(({ site_id, loans, late_loans }, at) => [
          [also('query', { sql: `${select('site.id')} WHERE site.id = ${site_id} GROUP BY site.id` })],
          [
            at === last
              ? act('execute', { sql: `${insert} VALUES (${site_id}, '${month}', ${loans}, ${late_loans})` }, leaving('closing', rows))
              : also('execute', { sql: `${insert} VALUES (${site_id}, '${month}', ${loans}, ${late_loans})` }),
          ],
        ]),
        [also('query', { sql: total })],
      ],
      final: finalTables(library, { closing: rows }),
      answer: {
        expect: whole(late),
        right: String(late),
        wrong: [String(late + 1), String(rows.reduce((sum, { loans }) => sum + loans, 0) + late + 2)],
      },
      harms: [execute(`DELETE FROM closing WHERE site_id = ${rows[0]?.site_id ?? 1}`)],
      decoys: [execute(`${insert} VALUES (${rows[last]?.site_id ?? 1}, '${month}', ${(rows[last]?.loans ?? 0) + 1}, 0)`)],
      alternatives: [
        {
          name: 'all sites in one statement',
          steps: [
            [look('describe_table', { table: 'closing' })],
            [act('execute', { sql: `${insert} ${select('site.id')} GROUP BY site.id` })],
            [also('query', { sql: total })],
          ],
        },
      ],
    });
  },
};

export const changeFamilies: readonly Family[] = [bringBack, prices, merge, closing];
export { drawOpen, findOpen };
