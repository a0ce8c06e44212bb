import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { modelSchema, type Model, type ServerFacts } from '@benchloop/spec';
import { z } from 'zod';
import { writeFileDurably } from './write-file.ts';

const entrySchema = z.object({
  weightsDigest: z.string().nullable(),
  tested: modelSchema.shape.capabilities.partial(),
});
const fileSchema = z.record(z.string(), entrySchema);

export type TestedAbilities = Partial<Model['capabilities']>;
export type TestedStack = { kind: ServerFacts['kind']; model: Pick<Model, 'name' | 'weightsDigest'> };
type Entries = z.infer<typeof fileSchema>;

const pathOf = (home: string): string => join(home, 'cache', 'tested-abilities.json');

/** As the embedded engine calls itself in `ServerFacts.kind`. */
export const embeddedKind = 'llama.cpp';

/** A server's model goes by its name, a file by its bytes: another file under the same name is another model. Null = not known which. */
const keyOf = ({ kind, model }: TestedStack): string | null => {
  const which = kind === embeddedKind ? model.weightsDigest : model.name;
  return which === null ? null : JSON.stringify([kind, which]);
};

/** Entries of files by their name, as earlier versions kept them, mean no file. */
const isOfNoFile = (key: string): boolean => key.startsWith(`["${embeddedKind}",`) && !key.startsWith(`["${embeddedKind}","sha256:`);

const readEntries = async (home: string): Promise<Entries> => {
  try {
    const entries = fileSchema.parse(JSON.parse(await readFile(pathOf(home), 'utf8')));
    return Object.fromEntries(Object.entries(entries).filter(([key]) => !isOfNoFile(key)));
  } catch {
    // It only saves asking again.
    return {};
  }
};

/** Remembers what checks saw a model do behind a kind of server. A home that can't be written to only costs the memory. */
export const rememberTested = async (home: string, stack: TestedStack, tested: TestedAbilities): Promise<void> => {
  if (Object.values(tested).every((ability) => ability === 'unknown')) return;
  const key = keyOf(stack);
  if (key === null) return;
  const entries = await readEntries(home);
  const before = entries[key];
  const { weightsDigest } = stack.model;
  const kept = before?.weightsDigest === weightsDigest ? before.tested : {};
  const all = { ...entries, [key]: { weightsDigest, tested: { ...kept, ...tested } } };
  await writeFileDurably(pathOf(home), `${JSON.stringify(all, null, 2)}\n`).catch(() => undefined);
};

/** What was seen of a model behind a kind of server; nothing of one whose weights are known to be others. */
export const createTestedLookup = async (home: string): Promise<(stack: TestedStack) => TestedAbilities> => {
  const entries = await readEntries(home);
  return (stack) => {
    const key = keyOf(stack);
    const entry = key === null ? undefined : entries[key];
    const { weightsDigest } = stack.model;
    const isOther = entry !== undefined && entry.weightsDigest !== null && weightsDigest !== null && entry.weightsDigest !== weightsDigest;
    return entry === undefined || isOther ? {} : entry.tested;
  };
};
