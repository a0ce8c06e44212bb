import { filesWorld } from '../../../../environments/files/environment.ts';
import type { Family } from '../../../../kit/family.ts';
import { worldTask } from '../../build.ts';
import { act, also, look, same } from '../../steps.ts';
import { filesPolicies, filesSetting } from './setting.ts';
import { decoyFiles, people, topics } from './words.ts';

const two = (value: number): string => String(value).padStart(2, '0');

/** Each paper of a folder goes to a place that only its text tells. */
export const filesFiling: Family = {
  id: 'files-filing',
  size: 1,
  make: (random) => {
    const { policies } = filesPolicies(random);
    const papers = random.sample(topics, 5).map((topic, at) => ({
      from: `/inbox/scan-${random.int(100, 999)}${at}.txt`,
      topic,
      year: random.int(2022, 2025),
      month: random.int(1, 12),
      day: random.int(1, 28),
      total: random.int(20, 950),
    }));
    const placed = papers.map((paper) => ({
      ...paper,
      to: `/archive/${paper.year}/${two(paper.month)}/${paper.topic}.txt`,
      text: `Invoice of the ${paper.topic} works\ndate: ${two(paper.day)}.${two(paper.month)}.${paper.year}\ndue: ${two(paper.day)}.${two((paper.month % 12) + 1)}.${paper.year + 1}\ntotal: ${paper.total}\n`,
    }));
    const rest = { ...decoyFiles(random), '/inbox-old/scan-1.txt': `Invoice\ndate: 01.02.2021\ntotal: ${random.int(20, 950)}\n` };
    const total = papers.reduce((sum, paper) => sum + paper.total, 0);
    const last = placed.at(-1);
    if (last === undefined) throw new Error('five papers were made');
    return worldTask({
      difficulty: 'extreme',
      tags: ['files', 'many-steps', 'state-change'],
      world: filesWorld,
      offered: ['list_files', 'read_file', 'move_file', 'delete_file', 'calculate'],
      setting: filesSetting,
      policies,
      request:
        'Empty the folder /inbox: move each invoice in it to /archive/YEAR/MONTH/TOPIC.txt by its date (not by its due day), MONTH with two digits, TOPIC being the word before "works" in its first line. Then tell me the sum of the totals of the invoices that you moved.',
      answerForm: 'that sum as a number',
      data: { files: { ...rest, ...Object.fromEntries(placed.map(({ from, text }) => [from, text])) } },
      steps: [
        [also('list_files', { folder: '/inbox' })],
        placed.map(({ from }) => look('read_file', { path: from })),
        placed.map(({ from, to }) => act('move_file', { from, to })),
      ],
      final: same({ files: { ...rest, ...Object.fromEntries(placed.map(({ to, text }) => [to, text])) } }),
      answer: {
        expect: { type: 'integer', value: String(total) },
        right: String(total),
        wrong: [String(total + last.total), String(total - last.total)],
      },
      idle: { name: 'list_files', arguments: { folder: '/' } },
      harms: [{ name: 'move_file', arguments: { from: '/inbox-old/scan-1.txt', to: '/archive/2021/02/other.txt' } }],
      decoys: [
        {
          name: 'move_file',
          arguments: { from: last.from, to: `/archive/${last.year + 1}/${two((last.month % 12) + 1)}/${last.topic}.txt` },
        },
        { name: 'delete_file', arguments: { path: last.from } },
      ],
    });
  },
};

/** Sums by kind over several files, written as a new file. */
export const filesReport: Family = {
  id: 'files-report',
  size: 1,
  make: (random) => {
    const { policies } = filesPolicies(random);
    const kinds = random.sample(['food', 'hotel', 'paper', 'rail', 'repair', 'taxi', 'tools'], 4).sort();
    const month = random.pick(['2025-03', '2025-04', '2025-05', '2025-09', '2025-10']);
    const claims = random.sample(people, 3).map((person) => ({
      path: `/expenses/${month}/${person.toLowerCase()}.txt`,
      rows: Array.from({ length: 4 }, () => ({ kind: random.pick(kinds), amount: random.int(4, 180) })),
    }));
    const [firstClaim] = claims;
    if (firstClaim === undefined) throw new Error('three claims were made');
    firstClaim.rows.push(...kinds.map((kind) => ({ kind, amount: random.int(4, 90) })));
    const sums = new Map(kinds.map((kind) => [kind, 0]));
    for (const { kind, amount } of claims.flatMap(({ rows }) => rows)) sums.set(kind, (sums.get(kind) ?? 0) + amount);
    const report = kinds.map((kind) => `${kind}: ${sums.get(kind)}`).join('\n');
    const total = [...sums.values()].reduce((sum, value) => sum + value, 0);
    const path = `/reports/${month}.txt`;
    const files: Record<string, string> = {
      ...decoyFiles(random),
      '/expenses/2024-12/old.txt': `rail ${random.int(10, 99)}\n`,
      ...Object.fromEntries(
        claims.map((claim) => [claim.path, `${claim.rows.map(({ kind, amount }) => `${kind} ${amount}`).join('\n')}\n`]),
      ),
    };
    const swapped = kinds
      .toReversed()
      .map((kind) => `${kind}: ${sums.get(kind)}`)
      .join('\n');
    return worldTask({
      difficulty: 'hard',
      tags: ['files', 'aggregation', 'state-change'],
      world: filesWorld,
      offered: ['list_files', 'read_file', 'write_file', 'delete_file', 'calculate'],
      setting: filesSetting,
      policies,
      request: `Each file in /expenses/${month} holds lines of a kind and an amount. Make the new file ${path} with one line for each kind that occurs, in alphabetical order, in the form "KIND: SUM", where SUM is the sum of that kind over all files of that folder. Then tell me the sum over all kinds.`,
      answerForm: 'that sum as a number',
      data: { files },
      steps: [
        [also('list_files', { folder: `/expenses/${month}` })],
        claims.map((claim) => look('read_file', { path: claim.path })),
        [
          act(
            'write_file',
            { path, text: report, mode: 'create' },
            { free: ['text', 'mode'], leaves: { at: ['files', path], is: { kind: 'exact', value: `${report}\n` } } },
          ),
        ],
      ],
      final: same({ files: { ...files, [path]: `${report}\n` } }),
      answer: { expect: { type: 'integer', value: String(total) }, right: String(total), wrong: [String(total + 1)] },
      idle: { name: 'calculate', arguments: { expression: '1 + 1' } },
      harms: [{ name: 'delete_file', arguments: { path: firstClaim.path } }],
      decoys: [{ name: 'write_file', arguments: { path, text: swapped, mode: 'create' } }],
    });
  },
};
