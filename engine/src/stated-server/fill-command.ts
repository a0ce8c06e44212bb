import { basename, win32 } from 'node:path';
import { UserError } from '@benchloop/spec';
import { joinCommand, splitCommand } from './split-command.ts';

/** What a server command may leave open, with the flag of a run that fills it. */
export const placeholders = {
  model: '--model',
  draft: '--draft-model',
  context: '--ctx',
  threads: '--threads',
  gpuLayers: '--gpu-layers',
  kvType: '--kv-type',
  batch: '--batch-size',
  flash: '--flash-attention',
  port: null,
} as const;
export type Placeholder = keyof typeof placeholders;
/** Null = the run does not say. */
export type CommandValues = Record<Placeholder, string | null>;

const names = Object.keys(placeholders) as Placeholder[];
const isPlaceholder = (name: string): name is Placeholder => Object.hasOwn(placeholders, name);
const mark = /\{([^{}]*)\}/gu;

/** Names of what a command leaves open. Throws `UserError` for one that nothing fills, and for a command without `{port}`. */
export const openIn = (command: string): Placeholder[] => {
  const found = splitCommand(command).flatMap((word) => [...word.matchAll(mark)].map(([, name = '']) => name));
  const unknown = found.find((name) => !isPlaceholder(name));
  if (unknown !== undefined)
    throw new UserError(
      `The server command holds {${unknown}}, which nothing fills.`,
      `It may hold ${names.map((name) => `{${name}}`).join(', ')}.`,
    );
  if (!found.includes('port'))
    throw new UserError(
      'The server command does not hold {port}, so BenchLoop could not tell its server from another one.',
      'Give the port to the server, such as `--port {port}`.',
    );
  return [...new Set(found.filter(isPlaceholder))];
};

/**
 * The words of a command with every value in its place. Throws `UserError` for a place without a value, and for a value without
 * a place: a setting that never reaches the server would be measured under a wrong name.
 */
export const fillCommand = (command: string, values: CommandValues): string[] => {
  const open = openIn(command);
  const empty = open.find((name) => values[name] === null);
  if (empty !== undefined)
    throw new UserError(
      `The server command takes {${empty}}, and no value was given for it.`,
      `Give one with ${placeholders[empty] ?? 'the command'}, or leave {${empty}} out.`,
    );
  const lost = names.find((name) => values[name] !== null && !open.includes(name) && name !== 'model' && name !== 'port');
  if (lost !== undefined)
    throw new UserError(
      `${placeholders[lost] ?? lost} was given, and the server command has no place for it, so it would change nothing.`,
      `Put {${lost}} into the command where the server takes it, or leave ${placeholders[lost] ?? lost} out.`,
    );
  return splitCommand(command).map((word) =>
    word.replaceAll(mark, (whole, name: string) => (isPlaceholder(name) ? (values[name] ?? whole) : whole)),
  );
};

/** The words that a command starts, as one line for people. Throws as `fillCommand` does. */
export const describeServerCommand = (command: string, values: CommandValues): string => joinCommand(fillCommand(command, values));

const secretFlag = /key|token|secret|password/iu;
const hidden = '[redacted]';

/** The last part of a path; addresses stay as they are. */
const withoutFolders = (word: string): string =>
  /^[\w+.-]+:\/\//u.test(word) || !/[\\/]/u.test(word) ? word : /[a-z]:\\|\\/iu.test(word) ? win32.basename(word) : basename(word);

/** A command as a run may keep it: what it leaves open stays open, folders and keys are gone. */
export const publicCommand = (command: string): string =>
  joinCommand(
    splitCommand(command).map((word, at, words) => {
      const [flag = '', ...rest] = word.split('=');
      if (word.startsWith('-') && rest.length > 0) return `${flag}=${secretFlag.test(flag) ? hidden : withoutFolders(rest.join('='))}`;
      const before = words[at - 1] ?? '';
      return before.startsWith('-') && !before.includes('=') && secretFlag.test(before) ? hidden : withoutFolders(word);
    }),
  );
