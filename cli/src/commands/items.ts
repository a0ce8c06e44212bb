import { UserError } from '@benchloop/spec';
import type { ItemTable } from '@benchloop/engine';
import type { CliCommand } from '../command.ts';
import { columns } from '../edge/columns.ts';
import { noteLine, printJson, printLine } from '../edge/print.ts';

type Item = ItemTable['items'][number];

/** Below this a task says nothing of ability. */
const lowDiscrimination = 0.1;
const level = 0.05;

const remarkOf = ({ separatesNothing, discrimination, beside }: Item): string =>
  [
    ...(separatesNothing ? ['separates nothing'] : []),
    ...(discrimination !== null && discrimination < 0 ? ['better stacks fail it: look at its key'] : []),
    ...(discrimination !== null && discrimination >= 0 && discrimination < lowDiscrimination ? ['says little of ability'] : []),
    ...(beside !== null && beside.p <= level
      ? [`unlike its family: ${beside.difference > 0 ? 'easier' : 'harder'} by ${Math.abs(100 * beside.difference).toFixed(0)} points`]
      : []),
  ].join('; ');

const percentOf = (share: number | null): string => (share === null ? '—' : `${(100 * share).toFixed(0)} %`);
const itemRow = (item: Item): string[] => [
  item.id,
  String(item.runs),
  percentOf(item.passShare),
  item.discrimination === null ? '—' : item.discrimination.toFixed(2),
  remarkOf(item),
];

const runRow = ({ id, model, harness, ability }: ItemTable['runs'][number]): string[] => [
  id,
  model ?? '—',
  harness,
  ability === null ? '—' : `${ability.value.toFixed(2)} ± ${ability.standardError.toFixed(2)}`,
];

const printTable = ({ suiteId, runs, items }: ItemTable): void => {
  printLine(`${suiteId}: ${items.length} tasks, tried by ${runs.length} ${runs.length === 1 ? 'stack' : 'stacks'}`);
  for (const line of columns(['task', 'stacks', 'passed', 'discrimination', 'remark'], items.map(itemRow))) printLine(`  ${line}`);
  printLine('');
  for (const line of columns(['run', 'model', 'harness', 'ability, logits ± standard error'], runs.map(runRow))) printLine(`  ${line}`);
  printLine('');
};

const show = async (suiteId: string | undefined, options: { json?: boolean }): Promise<void> => {
  const { benchloopHome, itemsOfStore } = await import('@benchloop/engine');
  const { tables, unreadable } = await itemsOfStore(benchloopHome(), suiteId ?? null);
  for (const id of unreadable) noteLine(`${id} could not be read and is left out; bench-loop verify ${id} says why.`);
  if (tables.length === 0)
    throw new UserError(
      suiteId === undefined
        ? 'No stored run that has ended has a suite with a score.'
        : `No stored run that has ended has the suite ${suiteId}.`,
      'Make one with `bench-loop run`; `bench-loop runs` lists those that are stored.',
    );
  if (options.json) return printJson(tables);
  for (const table of tables) printTable(table);
};

/** Says what each task told about the stacks that tried it. */
export const createItemsCommand = (): CliCommand => ({
  name: 'items',
  register: (program) =>
    void program
      .command('items')
      .argument('[suite]', 'one suite; left out = all with a score')
      .description('difficulty and discrimination of tasks over the stored runs, and which tasks separate nothing')
      .option('--json', 'print JSON')
      .action(show),
});
