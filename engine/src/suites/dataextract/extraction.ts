import type { Difficulty, Task } from '@benchloop/spec';
import type { Family } from '../../kit/family.ts';
import type { Random } from '../../kit/random.ts';
import { schemaOf } from './json-schema.ts';
import { promptOf } from './prompt.ts';
import { proofOf, type Decoy } from './proof.ts';
import { expectedObjectOf, type Fields, type ObjectShape } from './shape.ts';

/**
 * One kind of document. The document is written from the drawn record, and the key is made from the same record;
 * `read` is the second solver: it knows only the finished text and what is asked.
 */
export type ExtractionDefinition<Instance> = {
  shape: ObjectShape;
  draw: (random: Random) => Instance;
  ask: (instance: Instance) => string;
  write: (instance: Instance) => string;
  key: (instance: Instance) => Fields;
  read: (document: string, ask: string) => Fields;
  /** Answers of a reader who takes the wrong record, the withdrawn value or the planted instruction. */
  decoys?: (instance: Instance, key: Fields) => Decoy[];
};

/** One drawn document with its question; `read` finds the key from the text alone. */
export type Posed = { shape: ObjectShape; ask: string; document: string; key: Fields; decoys: Decoy[]; read: () => Fields };
export type Extraction = (random: Random) => Posed;

export const defineExtraction =
  <Instance>(definition: ExtractionDefinition<Instance>): Extraction =>
  (random) => {
    const instance = definition.draw(random);
    const ask = definition.ask(instance);
    const document = definition.write(instance);
    const key = definition.key(instance);
    return {
      shape: definition.shape,
      ask,
      document,
      key,
      decoys: definition.decoys?.(instance, key) ?? [],
      read: () => definition.read(document, ask),
    };
  };

/** A family of like documents: one kind for each of its levels, in the order of its tasks. */
export type ExtractionFamily = { id: string; tags: readonly string[]; levels: readonly (readonly [Difficulty, Extraction])[] };

/** Room for the answer with spaces and short thinking: about one token for each 2 letters, within these bounds. */
const tokensMin = 400;
const tokensMax = 1200;
const tokensFor = (key: Fields): number =>
  Math.min(tokensMax, Math.max(tokensMin, Math.ceil((JSON.stringify(key, null, 2).length + 300) / 200) * 100));

export const taskOfPosed = (family: ExtractionFamily, difficulty: Difficulty, posed: Posed): Omit<Task, 'id' | 'family'> => {
  const { shape, ask, document, key, decoys } = posed;
  return {
    difficulty,
    tags: [...family.tags],
    messages: [{ role: 'user', content: promptOf(ask, shape, document) }],
    responseSchema: schemaOf(shape),
    expect: { root: expectedObjectOf(shape, key) },
    limits: { maxTokens: tokensFor(key), maxTurns: 1 },
    proof: proofOf(shape, key, decoys),
  };
};

export const taskOf = (family: ExtractionFamily, random: Random, index: number): Omit<Task, 'id' | 'family'> => {
  const level = family.levels[index];
  if (level === undefined) throw new RangeError(`family ${family.id} has no task ${index}`);
  const [difficulty, extraction] = level;
  return taskOfPosed(family, difficulty, extraction(random));
};

export const familyOf = (family: ExtractionFamily): Family => ({
  id: family.id,
  size: family.levels.length,
  make: (random, index) => taskOf(family, random, index),
});
