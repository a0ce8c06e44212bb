import type { Random } from '../../kit/random.ts';
import { ruleOf, type Job } from './prose.ts';
import { adjectives } from './words/topics.ts';
import { banks, bankSubjects, type BankLanguage } from './words/languages.ts';

const clause = (random: Random, job: Job, subject: string): string =>
  `${random.pick(adjectives)} ${subject} ${random.pick(job.topic.actions)}`;

/** A JSON object with the members that the rule asks for; its first text mentions what must be mentioned. */
const draftJson = (random: Random, job: Job): string | null => {
  const rule = ruleOf(job.rules, 'json-object');
  if (rule === undefined) return null;
  let mentioned = false;
  const text = () => {
    const subjects = mentioned ? [random.pick(job.topic.subjects)] : job.mentions;
    mentioned = true;
    return subjects.map((subject) => clause(random, job, subject)).join(' while ');
  };
  const members = rule.members.map(({ name, type, length = 3 }) => {
    if (type === 'number') return [name, random.int(2, 90)];
    if (type === 'boolean') return [name, random.chance(0.5)];
    return [name, type === 'string' ? text() : Array.from({ length }, () => clause(random, job, random.pick(job.topic.subjects)))];
  });
  return JSON.stringify(Object.fromEntries(members), null, random.chance(0.5) ? 2 : undefined);
};

const rowsOf = (random: Random, job: Job, shape: { columns: readonly string[]; rows: number }): string[][] => {
  const subjects = [...job.mentions, ...random.shuffle(job.topic.subjects.filter((subject) => !job.mentions.includes(subject)))];
  return Array.from({ length: shape.rows }, (_, row) =>
    shape.columns.map((_column, column) => {
      const subject = subjects[row % subjects.length] ?? '';
      if (column === 0) return `${random.pick(adjectives)} ${subject}`;
      return column === 1 ? random.pick(job.topic.actions) : String(random.int(2, 95));
    }),
  );
};

const draftTable = (random: Random, job: Job): string | null => {
  const rule = ruleOf(job.rules, 'table');
  if (rule === undefined) return null;
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [row(rule.columns), row(rule.columns.map(() => '---')), ...rowsOf(random, job, rule).map(row)].join('\n');
};

const draftCsv = (random: Random, job: Job): string | null => {
  const rule = ruleOf(job.rules, 'csv');
  return rule === undefined ? null : [rule.columns, ...rowsOf(random, job, rule)].map((cells) => cells.join(',')).join('\n');
};

const listed = (job: Job, lines: readonly string[]): string => {
  if (ruleOf(job.rules, 'numbered') !== undefined) return lines.map((line, at) => `${at + 1}. ${line}`).join('\n');
  return ruleOf(job.rules, 'bullets') === undefined ? lines.join('\n') : lines.map((line) => `- ${line}`).join('\n');
};

const draftSequence = (random: Random, job: Job): string | null => {
  const rule = ruleOf(job.rules, 'sequence');
  if (rule === undefined) return null;
  const mark = ruleOf(job.rules, 'line-end')?.mark ?? (random.chance(0.3) ? '.' : '');
  const text = listed(
    job,
    rule.items.map((item) => `${item}${mark}`),
  );
  return ruleOf(job.rules, 'upper-case') === undefined ? text : text.toUpperCase();
};

/** A text in another language, from sentences that were written for it. */
const draftForeign = (random: Random, job: Job): string | null => {
  const language = ruleOf(job.rules, 'language')?.language;
  if (language === undefined || language === 'en') return null;
  const bank = banks[language satisfies BankLanguage].find(({ words }) => words.every((word) => job.mentions.includes(word)));
  if (bank === undefined) throw new Error(`no sentences mention ${job.mentions.join(' and ')}: subjects are ${bankSubjects.join(', ')}`);
  const count = ruleOf(job.rules, 'sentences')?.min ?? ruleOf(job.rules, 'bullets')?.count ?? ruleOf(job.rules, 'numbered')?.count ?? 4;
  const sentences = random.shuffle([random.pick(bank.first), random.pick(bank.second), ...random.sample(bank.other, count - 2)]);
  const exclaimed =
    ruleOf(job.rules, 'punctuation')?.min === 1 ? sentences.map((line, at) => (at === 0 ? line.replace(/\.$/, '!') : line)) : sentences;
  const isList = job.rules.some(({ kind }) => kind === 'bullets' || kind === 'numbered');
  return isList ? listed(job, exclaimed) : exclaimed.join(language === 'ja' ? '' : ' ');
};

const draftExact = (_random: Random, job: Job): string | null => ruleOf(job.rules, 'exact-reply')?.text ?? null;

/** The forms that are no English prose, in the order in which a rule decides for one. */
export const dataDrafts: readonly ((random: Random, job: Job) => string | null)[] = [
  draftExact,
  draftJson,
  draftTable,
  draftCsv,
  draftSequence,
  draftForeign,
];
