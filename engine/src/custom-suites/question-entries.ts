import type { Task } from '@benchloop/spec';
import { choiceAnswer, exactAnswer, numberAnswer, proofOfPair, type PairAnswer } from './pair-answer.ts';
import type { Place, Problem } from './problem.ts';
import { readQuestionRows, type LocatedRow, type QuestionRow } from './question-rows.ts';
import type { Questions } from './suite-file.ts';
import type { Entries, TaskEntry } from './task-entries.ts';

type Read = { ok: true; answer: PairAnswer } | { ok: false; column: string; message: string; nextStep: string };

const readNumber = ({ answer }: QuestionRow, tolerance: string | undefined): Read =>
  /^-?\d{1,15}(\.\d{1,12})?$/.test(answer)
    ? { ok: true, answer: numberAnswer(answer, tolerance) }
    : {
        ok: false,
        column: 'answer',
        message: `the answer ${JSON.stringify(answer)} is no number in plain digits`,
        nextStep: 'Write it as 1234.5, without separators or a unit, or take another matcher.',
      };

const readChoice = ({ answer, options = [] }: QuestionRow): Read => {
  if (options.length < 2 || options.length > 26)
    return {
      ok: false,
      column: 'options',
      message: `the matcher choice needs 2 to 26 options; there are ${options.length}`,
      nextStep: 'Add a column options with texts that stand apart by |.',
    };
  if (new Set(options).size < options.length)
    return { ok: false, column: 'options', message: 'two options are the same', nextStep: 'Change one of them.' };
  const byText = options.indexOf(answer);
  const byLabel = /^[A-Z]$/.test(answer) ? (answer.codePointAt(0) ?? 0) - 65 : -1;
  const correct = byText >= 0 ? byText : byLabel;
  if (correct < 0 || correct >= options.length)
    return {
      ok: false,
      column: 'answer',
      message: `the answer ${JSON.stringify(answer)} is none of the options`,
      nextStep: 'Write the text of one option, or its letter.',
    };
  return { ok: true, answer: choiceAnswer(options, correct) };
};

const plain = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ');

const readExact = ({ answer }: QuestionRow, answers: readonly string[]): Read => {
  if (/[,;|&/→]|\b(?:and|or|either)\b|\n/i.test(answer))
    return {
      ok: false,
      column: 'answer',
      message: `the answer ${JSON.stringify(answer)} could be read as several ones`,
      nextStep: 'The matcher exact takes one name or word; write lists as tasks for the scorer typed-answer.',
    };
  const others = [...new Set(answers)].filter((other) => plain(other) !== plain(answer) && !/[,;|&/→\n]/.test(other));
  return { ok: true, answer: exactAnswer(answer, others.slice(0, 3)) };
};

const readAnswer = (row: QuestionRow, questions: Questions, answers: readonly string[]): Read => {
  if (questions.matcher === 'number') return readNumber(row, questions.tolerance);
  return questions.matcher === 'choice' ? readChoice(row) : readExact(row, answers);
};

const promptOf = ({ question }: QuestionRow, { form, rules }: PairAnswer, instruction: string | undefined): string =>
  [
    question,
    ...(instruction === undefined ? [] : [instruction]),
    ...rules,
    `End your reply with one line of this form:\n\nAnswer: <${form}>`,
  ].join('\n\n');

const taskOf = (row: QuestionRow, index: number, questions: Questions, answer: PairAnswer): Task => ({
  id: row.id ?? `question-${String(index + 1).padStart(3, '0')}`,
  family: questions.matcher,
  difficulty: row.difficulty,
  tags: row.tags ?? [questions.matcher],
  messages: [{ role: 'user', content: promptOf(row, answer, questions.instruction) }],
  expect: answer.expect,
  limits: { maxTokens: questions.maxTokens, maxTurns: 1 },
  proof: proofOfPair(answer),
});

const idPattern = /^[a-z0-9][a-z0-9._-]*$/;

/** Tasks of a file of question/answer pairs, each with a proof that is made from its answer. */
export const readQuestionEntries = async (folder: string, questions: Questions, place: Place): Promise<Entries> => {
  const { rows, problems } = await readQuestionRows(folder, questions.file, place);
  const answers = rows.map(({ row }) => row.answer);
  const found: Problem[] = [...problems];
  const entryOf = ({ row, placeOf }: LocatedRow, index: number): TaskEntry[] => {
    if (row.id !== undefined && !idPattern.test(row.id)) {
      found.push({
        file: questions.file,
        ...placeOf('id'),
        message: `id: ${JSON.stringify(row.id)} is no task id`,
        nextStep: 'Use small letters, digits, dots, hyphens and underscores.',
      });
      return [];
    }
    const read = readAnswer(row, questions, answers);
    if (read.ok)
      return [
        {
          task: taskOf(row, index, questions, read.answer),
          file: questions.file,
          placeOf: ([first]) => placeOf(first === 'id' ? 'id' : 'answer'),
        },
      ];
    found.push({ file: questions.file, ...placeOf(read.column), message: read.message, nextStep: read.nextStep });
    return [];
  };
  const entries = rows.flatMap(entryOf);
  return { entries, problems: found };
};
