import { describe, expect, test } from 'vitest';
import { createRandom } from '../../kit/random.ts';
import { createFieldExtractionScorer } from '../../scorers/field-extraction/scorer.ts';
import { firstFault } from './check-proof.ts';
import { taskOf, taskOfPosed } from './extraction.ts';
import { extractionFamilies } from './families.ts';

const scorer = createFieldExtractionScorer();
const seeds = Array.from({ length: 200 }, (_, seed) => seed + 1);

describe.each(extractionFamilies.map((family) => [family.id, family] as const))('family %s over 200 seeds', (id, family) => {
  test.each(family.levels.map(([level, extraction], index) => [level, extraction, index] as const))(
    '%s: a reader of the text alone finds the record, every proof holds, no document comes twice',
    (level, extraction, index) => {
      const documents = new Set<string>();
      for (const seed of seeds) {
        const posed = extraction(createRandom(`${seed}/test/${id}/${index}`));
        expect(posed.read(), posed.document).toEqual(posed.key);
        documents.add(`${posed.ask}\n${posed.document}`);
        const task = { id: `${id}-${index}`, family: id, ...taskOfPosed(family, level, posed) };
        expect(scorer.expectSchema.safeParse(task.expect).success).toBe(true);
        expect(firstFault(scorer, task)).toBeNull();
      }
      expect(documents.size).toBe(seeds.length);
    },
  );

  test('the difficulty belongs to the place in the set, not to the seed', () => {
    for (const seed of seeds.slice(0, 5))
      for (const [index, [level]] of family.levels.entries()) expect(taskOf(family, createRandom(seed), index).difficulty).toBe(level);
  });
});
