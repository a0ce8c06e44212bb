import { appendFile, cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError, type ChatTask, type WrittenTask } from '@benchloop/spec';

const questionsFile = 'questions.jsonl';

/** JSON is YAML, so nothing that a person typed can be read as anything but a text. */
const suiteFileOf = ({ suiteId, title, matcher }: ChatTask): string =>
  [
    '# Made from a chat. Add lines to the file of questions, or tasks of your own; docs/own-suites.md tells the form.',
    `id: ${JSON.stringify(suiteId)}`,
    'version: 1',
    `title: ${JSON.stringify(title)}`,
    `summary: ${JSON.stringify('Questions taken from chats, with the answers that count as right.')}`,
    'questions:',
    `  file: ${questionsFile}`,
    `  matcher: ${matcher}`,
    '',
  ].join('\n');

const lineOf = ({ question, answer, matcher, options }: ChatTask): string =>
  `${JSON.stringify({ question, answer, ...(matcher === 'choice' ? { options } : {}) })}\n`;

const requireSameMatcher = (suiteFile: string, { suiteId, matcher }: ChatTask): void => {
  if (!suiteFile.includes(`\n  file: ${questionsFile}\n`))
    throw new UserError(`The suite ${suiteId} was not made from a chat.`, 'Give the task another suite id.');
  if (!suiteFile.includes(`\n  matcher: ${matcher}\n`))
    throw new UserError(`The suite ${suiteId} judges its answers another way.`, 'Choose its way of judging, or another suite id.');
};

/**
 * Adds a task to a suite folder below `suites/` of the data home, making it where it is missing. Nothing is kept unless the
 * whole folder holds every check. Throws `UserError` for what does not.
 */
export const writeChatTask = async (home: string, task: ChatTask): Promise<WrittenTask> => {
  const { checkSuiteFolder } = await import('@benchloop/engine');
  const suites = join(home, 'suites');
  const folder = join(suites, task.suiteId);
  await mkdir(suites, { recursive: true, mode: 0o700 });
  const draft = await mkdtemp(join(suites, '.draft-'));
  try {
    const old = await readFile(join(folder, 'suite.yaml'), 'utf8').catch(() => null);
    if (old === null) await writeFile(join(draft, 'suite.yaml'), suiteFileOf(task));
    else {
      requireSameMatcher(old, task);
      await cp(folder, draft, { recursive: true });
    }
    await appendFile(join(draft, questionsFile), lineOf(task));
    const { suite, tasks, proofs, problems } = await checkSuiteFolder(draft);
    const [first] = problems;
    if (suite === null)
      throw new UserError(`The task was not kept: ${first?.message ?? 'it does not load'}.`, first?.nextStep ?? 'Change it and try again.');
    const before = `${draft}.old`;
    if (old !== null) await rename(folder, before);
    await rename(draft, folder);
    await rm(before, { recursive: true, force: true });
    return { suiteId: task.suiteId, folder, tasks, proofs: proofs.held };
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
};
