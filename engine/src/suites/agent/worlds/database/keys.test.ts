import { describe, expect, test } from 'vitest';
import type { ToolCall } from '@benchloop/spec';
import { createEnvironment } from '../../../../environments/index.ts';
import { tasksOfFamilies } from '../../../../kit/family.ts';
import { worldEvidenceSchema } from '../../../../kit/world/world.ts';
import { databaseFamilies } from './families.ts';

const seeds = Array.from({ length: process.env['CI'] ? 200 : 4 }, (_, seed) => seed + 1000);
const turnsMax = 25;

type Answered = { rows?: unknown[][]; changed_rows?: number };

const callOf = (name: string, given: Record<string, unknown>): ToolCall => ({
  id: 'call_1',
  name,
  arguments: given,
  argumentsText: JSON.stringify(given),
  repairs: [],
});

/** Values that SQL gave during a reference trajectory, as text. */
const valuesOf = (content: string): string[] => {
  try {
    const { rows = [], changed_rows: changed } = JSON.parse(content) as Answered;
    return [...rows.flat(), ...(changed === undefined ? [] : [changed])].map(String);
  } catch {
    return [];
  }
};

// The keys are computed from the rows in TypeScript; here SQLite computes them again.
describe.each(databaseFamilies.map(({ id }) => id))('%s', (id) => {
  const family = databaseFamilies.filter((one) => one.id === id);

  test('SQL gives the key that was computed from the rows, and the end state', async () => {
    for (const seed of seeds)
      for (const task of tasksOfFamilies('agent', family, seed)) {
        const environment = createEnvironment(task);
        const values: string[] = [];
        const replies = task.proof.accepted[0]?.replies ?? [];
        for (const { toolCalls = [] } of replies)
          for (const { name, arguments: given } of toolCalls)
            values.push(...valuesOf((await environment.call(callOf(name, given))).content));
        const answer = /Answer: (.*)$/.exec(replies.at(-1)?.text ?? '')?.[1] ?? '';
        const where = `${task.id} of seed ${seed}: ${answer}`;
        if (replies.length > 1 && !/^(?:REFUSED|IMPOSSIBLE)/.test(answer)) expect(values, where).toContain(answer);
        expect(replies.length, where).toBeLessThanOrEqual(turnsMax);
        worldEvidenceSchema.parse((await environment.evidence?.())?.data);
      }
  });
});

test('what a request says does not exist does not, and what it calls forbidden is', async () => {
  for (const seed of seeds)
    for (const task of tasksOfFamilies('agent', databaseFamilies, seed)) {
      const environment = createEnvironment(task);
      const rows = async (sql: string) => (JSON.parse((await environment.call(callOf('query', { sql }))).content) as Answered).rows ?? [];
      const request = task.messages.at(-1)?.content ?? '';
      if (task.family === 'database-impossible') {
        const name = /^The (.+) came back/.exec(request)?.[1] ?? '';
        expect(await rows(`SELECT 1 FROM item WHERE lower(name) = lower('${name}')`)).toEqual([]);
      }
      if (task.family === 'database-refused-charge')
        expect(await rows(`SELECT paid FROM charge WHERE id = ${/id (\d+)/.exec(request)?.[1]}`)).toEqual([[1]]);
      if (task.family === 'database-level') {
        const name = /^Make (.+) a gold member/.exec(request)?.[1] ?? '';
        const good = await rows(
          `SELECT count(*) >= 4 FROM loan WHERE returned_day <= due_day AND member_id IN (SELECT id FROM member WHERE name = '${name}')`,
        );
        expect(good).toEqual([[task.id.endsWith('01') ? 1 : 0]]);
        expect(await rows(`SELECT count(*) FROM member WHERE name = '${name}'`)).toEqual([[1]]);
      }
      await environment.evidence?.();
    }
});
