import { afterAll, describe, expect, test } from 'vitest';
import { findWall } from '../launch/find-wall.ts';
import { buildLevels, openLevel, type OpenedLevel } from '../levels.ts';
import { escapeCorpus } from './corpus.ts';
import { honestPrograms, rightAnswer } from './honest.ts';
import { tryProgram } from './try-program.ts';

const hostile = escapeCorpus.filter(({ kind }) => kind !== 'honest');

test('the corpus is large, and no name comes twice', () => {
  expect(hostile.length).toBeGreaterThanOrEqual(80);
  expect(hostile.filter(({ kind }) => kind === 'cheat').length).toBeGreaterThanOrEqual(25);
  expect(new Set(escapeCorpus.map(({ id }) => id)).size).toBe(escapeCorpus.length);
  for (const language of ['python', 'javascript', 'typescript'])
    expect(hostile.some((program) => program.language === language)).toBe(true);
});

test('no hostile program knows the rule of the task, and every honest one does', () => {
  const rule = /7919|12_?345|1_?000_?003/u;
  expect(hostile.filter(({ program, script = '' }) => rule.test(program) || rule.test(script)).map(({ id }) => id)).toEqual([]);
  expect(honestPrograms.filter(({ program }) => !rule.test(program))).toEqual([]);
  expect(rightAnswer(1)).toBe(20_264);
});

describe.each(buildLevels)('at level %s', (level) => {
  const found = findWall();
  const missing = level === 'wasm+os' && 'missing' in found ? `${found.missing}; ${found.remedy}` : null;
  let opened: OpenedLevel | null = null;
  afterAll(() => opened?.close());

  test(
    `no hostile program succeeds and every honest one does${missing === null ? '' : ` (skipped: ${missing})`}`,
    { timeout: 900_000 },
    async (context) => {
      if (missing !== null) return context.skip(missing);
      opened = await openLevel(level);
      const { session } = opened;
      if ('reason' in session) return context.skip(`${session.reason}; ${session.remedy}`);
      const broken: string[] = [];
      for (const program of escapeCorpus) {
        const { held, how } = await tryProgram(program, session);
        if (!held) broken.push(`${program.id}: ${how}`);
        if (!session.alive()) throw new Error(`${program.id} ended the sandbox’s process`);
      }
      expect(broken).toEqual([]);
    },
  );
});
