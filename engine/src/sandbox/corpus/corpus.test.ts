import { afterAll, describe, expect, test } from 'vitest';
import { findContainerWall, findWall } from '../launch/find-wall.ts';
import { buildLevels, openLevel, type BuildLevel, type OpenedLevel } from '../levels.ts';
import { escapeCorpus } from './corpus.ts';
import { honestPrograms, rightAnswer } from './honest.ts';
import type { ProgramKind } from './program.ts';
import { tryProgram } from './try-program.ts';

const hostile = escapeCorpus.filter(({ kind }) => kind !== 'honest');

const missingAt = async (level: BuildLevel): Promise<string | null> => {
  const found = level === 'wasm' ? null : await (level === 'container' ? findContainerWall() : findWall());
  return found !== null && 'missing' in found ? `${found.missing}; ${found.remedy}` : null;
};
const levels = await Promise.all(buildLevels.map(async (level) => ({ level, missing: await missingAt(level) })));

test('the corpus is large, and no name comes twice', () => {
  const count = (kind: ProgramKind) => hostile.filter((program) => program.kind === kind).length;
  expect(count('contain')).toBeGreaterThanOrEqual(30);
  expect(count('stop')).toBeGreaterThanOrEqual(30);
  expect(hostile.length).toBeGreaterThanOrEqual(80);
  expect(count('cheat')).toBeGreaterThanOrEqual(25);
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

describe.each(levels)('at level $level', ({ level, missing }) => {
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
