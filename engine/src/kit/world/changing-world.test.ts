import { expect, test } from 'vitest';
import { z } from 'zod';
import { changingWorld, noticeMark } from './changing-world.ts';
import { createPlainWorld, toolOf } from './plain-world.ts';
import { WorldError, type WorldChange } from './world.ts';

const number = { type: 'integer' };
const tank = createPlainWorld({
  id: 'tank',
  stateSchema: z.strictObject({ litres: z.number() }),
  tools: [
    { definition: toolOf('level', 'Shows it.', {}), changes: false, run: ({ litres }) => `${litres} l` },
    {
      definition: toolOf('fill', 'Sets it.', { to: number }),
      changes: true,
      run: (state, { to }) => {
        if (Number(to) > 100) throw new WorldError(`${String(to)} l do not go in`);
        state.litres = Number(to);
        return `${state.litres} l`;
      },
    },
  ],
  forms: [
    {
      id: 'millilitres',
      notice: 'all in ml',
      given: (tool, given) => {
        if (tool !== 'fill') return given;
        if (Number(given['to']) % 1000 !== 0) throw new WorldError('whole litres only');
        return { to: Number(given['to']) / 1000 };
      },
      shown: (_tool, content) => content.replace(/(\d+) l/, (_all, litres: string) => `${litres}000 ml`),
    },
    {
      id: 'added',
      notice: 'fill adds',
      given: (_tool, given, state) => ('to' in given ? { to: (state as { litres: number }).litres + Number(given['to']) } : given),
    },
  ],
});

const start = async (...changes: WorldChange[]) => {
  const running = changingWorld(tank, await tank.start({ litres: 5 }), changes);
  return { say: async (tool: string, given = {}) => (await running.call(tool, given)).content, snapshot: running.snapshot };
};

test('a form holds from the call after its notice on, in arguments, results and errors', async () => {
  const { say, snapshot } = await start({ form: 'millilitres', tool: 'level' });
  expect(await say('fill', { to: 6 })).toBe('6 l');
  expect(await say('level')).toBe(`6 l\n${noticeMark} all in ml`);
  expect(await say('level')).toBe('6000 ml');
  expect(await say('fill', { to: 9000 })).toBe('9000 ml');
  expect(await say('fill', { to: 9 })).toBe('error: whole litres only');
  expect(await say('fill', { to: 101_000 })).toBe('error: 101000 ml do not go in');
  expect(snapshot()).toEqual({ litres: 9 });
});

test('only calls of the named tool that go well bring a form, and only once', async () => {
  const { say } = await start({ form: 'added', tool: 'fill', times: 2 });
  expect(await say('level')).toBe('5 l');
  expect(await say('fill', { to: 101 })).toBe('error: 101 l do not go in');
  expect(await say('fill', { to: 1 })).toBe('1 l');
  expect(await say('fill', { to: 2 })).toBe(`2 l\n${noticeMark} fill adds`);
  expect(await say('fill', { to: 3 })).toBe('5 l');
  expect(await say('fill', { to: 3 })).toBe('8 l');
});

test('a world has the forms that it names and no other', async () => {
  await expect(start({ form: 'gallons', tool: 'level' })).rejects.toThrow('the world tank has no form gallons');
});
