import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { z } from 'zod';
import { useSchema, UserError, type Use } from '@benchloop/spec';
import { readBytes, readMilliseconds, readPositive } from './read-amount.ts';

const text = z.union([z.string(), z.number()]).transform(String);
const fileSchema = z.strictObject({
  title: z.string().min(1).optional(),
  weights: z.record(z.string(), z.number().positive()),
  'max-memory': text.optional(),
  'min-tps': text.optional(),
  'max-ttft': text.optional(),
  'min-context': text.optional(),
});

export type UseLimits = { maxMemory?: string; minTps?: string; maxTtft?: string; minContext?: string };

const limitsOf = ({ maxMemory, minTps, maxTtft, minContext }: UseLimits, where: (name: string) => string): Partial<Use> => ({
  ...(maxMemory === undefined ? {} : { maxMemoryBytes: readBytes(maxMemory, where('max-memory')) }),
  ...(minTps === undefined ? {} : { minTokensPerSecond: readPositive(minTps, where('min-tps')) }),
  ...(maxTtft === undefined ? {} : { maxTtftMs: readMilliseconds(maxTtft, where('max-ttft')) }),
  ...(minContext === undefined ? {} : { minContextTokens: Math.ceil(readPositive(minContext, where('min-context'))) }),
});

const example = 'For example: weights: { toolcall: 2, instructfollow: 1 }, one setting a line.';

const readUseFile = async (path: string): Promise<Use> => {
  const content = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UserError(`${path} can’t be read (${error.code ?? 'unknown error'}).`, 'Name a YAML file with the weights of your use.');
  });
  const { parseDocument } = await import('./yaml-document.ts');
  const document = parseDocument(content);
  const [problem] = document.errors;
  if (problem !== undefined) throw new UserError(`${path} is no valid YAML: ${problem.message.split('\n')[0] ?? ''}`, example);
  const parsed = fileSchema.safeParse(document.toJS());
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new UserError(`${path} describes no use: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}.`, example);
  }
  const { title, weights, ...limits } = parsed.data;
  const camel = {
    maxMemory: limits['max-memory'],
    minTps: limits['min-tps'],
    maxTtft: limits['max-ttft'],
    minContext: limits['min-context'],
  };
  const id = basename(path).replace(/\.ya?ml$/iu, '');
  return useSchema.parse({ id, title: title ?? id, weights, ...limitsOf(camel, (name) => `${name} in ${path}`) });
};

/** A use by its name or from a YAML file, with the limits that flags set. Throws `UserError` for what is neither. */
export const readUse = async (name: string, known: readonly Use[], limits: UseLimits): Promise<Use> => {
  const found = known.find(({ id }) => id === name);
  if (found === undefined && !/\.ya?ml$/iu.test(name))
    throw new UserError(
      `There is no use named ${JSON.stringify(name)}.`,
      `Name one of ${known.map(({ id }) => id).join(', ')}, or a YAML file of your own.`,
    );
  const use = found ?? (await readUseFile(name));
  return { ...use, ...limitsOf(limits, (limit) => `--${limit}`) };
};
