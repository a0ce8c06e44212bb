import { describe, expect, test } from 'vitest';
import { taskSchema, type Task } from '@benchloop/spec';
import { createTableEnvironment } from '../../environments/table/environment.ts';
import { createRawHarness } from '../../harnesses/raw/harness.ts';
import { createRandom } from '../../kit/random.ts';
import { proveTask } from '../../run/prove.ts';
import { taskOf } from './extraction.ts';
import { extractionFamilies } from './families.ts';
import { createDataextractSuite } from './suite.ts';

const suite = createDataextractSuite();
const tools = { harness: createRawHarness(), createEnvironment: createTableEnvironment };
const seeds = Array.from({ length: 200 }, (_, seed) => seed + 1);
const promptOf = (task: Pick<Task, 'messages'>): string => task.messages.map(({ content }) => content).join('\n');

describe.each(extractionFamilies.map((family) => [family.id, family] as const))('family %s over 200 seeds', (id, family) => {
  const drawn = family.levels.flatMap(([level, extraction], index) =>
    seeds.map((seed) => ({ level, extraction, index, draw: () => createRandom(`${seed}/test/${id}/${index}`) })),
  );

  test('a reader that knows only the text finds the record', () => {
    for (const { extraction, draw } of drawn) {
      const posed = extraction(draw());
      expect(posed.read(), posed.document).toEqual(posed.key);
    }
  });

  test('every proof holds, the difficulty is stable, no question comes twice', async () => {
    const failures: string[] = [];
    const prompts = new Set<string>();
    for (const { level, index, draw } of drawn) {
      const task = taskSchema.parse({ id: `${id}-${index}`, family: id, ...taskOf(family, draw(), index) });
      failures.push(...(await proveTask(suite, task, tools)));
      if (task.difficulty !== level) failures.push(`${task.id} has another difficulty`);
      if (prompts.has(promptOf(task))) failures.push(`comes twice: ${promptOf(task)}`);
      prompts.add(promptOf(task));
    }
    expect(failures.slice(0, 10)).toEqual([]);
  });
});
