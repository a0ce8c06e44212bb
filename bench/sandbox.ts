import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { createSandbox } from '../engine/src/sandbox/create-sandbox.ts';
import { treeRssBytes } from '../engine/src/sandbox/launch/tree-rss.ts';
import { buildLevels, openLevel } from '../engine/src/sandbox/levels.ts';
import type { CodeLanguage, CodeRequest } from '@benchloop/spec';
import { printTable } from './table.ts';

/**
 * Start of the sandbox, cost of a candidate and of one test more, for each level; then many candidates in a row, after which
 * memory, processes and files must be as before. `npx tsx bench/sandbox.ts [candidates in a row, 1000]`.
 */
const rounds = 15;
const inARow = Number(process.argv[2] ?? 1000);
const targetsMs = { python: 350, javascript: 60, typescript: 60 } as const satisfies Record<CodeLanguage, number>;
const never = AbortSignal.any([]);
const megabyte = 1024 ** 2;

const programOf = (language: CodeLanguage, marker: number): string => {
  if (language === 'python') return `def solve(n): return n + ${marker}`;
  return language === 'javascript' ? `const solve = (n) => n + ${marker};` : `export const solve = (n: number): number => n + ${marker};`;
};

const requestOf = (language: CodeLanguage, marker: number, tests: number): CodeRequest => ({
  language,
  program: programOf(language, marker),
  calls: Array.from({ length: tests }, (_, index) => ({ id: String(index), script: `return solve(${index})` })),
  limits: { cpuMs: 5000, memoryBytes: 128 * megabyte, outputBytes: 65_536, fileBytes: megabyte },
});

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const timed = async (act: () => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await act();
  return performance.now() - began;
};
const leftovers = async (): Promise<number> => (await readdir(tmpdir())).filter((name) => name.startsWith('benchloop-')).length;

const rows: Record<string, string | number>[] = [];
for (const level of buildLevels) {
  const began = performance.now();
  const { session, close } = await openLevel(level);
  const startMs = performance.now() - began;
  if ('reason' in session) {
    console.log(`${level}: ${session.reason}`);
    continue;
  }
  for (const [index, [language, targetMs]] of Object.entries(targetsMs).entries()) {
    const kind = language as CodeLanguage;
    const firstMs = await timed(() => session.run(requestOf(kind, -1, 1), never));
    const one: number[] = [];
    const many: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      one.push(await timed(() => session.run(requestOf(kind, round, 1), never)));
      many.push(await timed(() => session.run(requestOf(kind, round, 21), never)));
    }
    rows.push({
      level,
      language: kind,
      startMs: index === 0 ? startMs.toFixed(0) : '',
      firstMs: firstMs.toFixed(0),
      candidateMs: median(one).toFixed(0),
      targetMs,
      perTestMs: Math.max(0, (median(many) - median(one)) / 20).toFixed(2),
    });
  }
  await close();
}
printTable(`sandbox, median of ${rounds}`, rows);

const filesBefore = await leftovers();
const sandbox = createSandbox({ keepsResults: false });
const rss: number[] = [];
const took = await timed(async () => {
  for (let done = 0; done < inARow; done += 2) {
    const language = (['python', 'javascript'] as const)[(done / 2) % 2] ?? 'python';
    await Promise.all([0, 1].map((offset) => sandbox.run(requestOf(language, done + offset, 1), never)));
    if (done % 20 === 0) rss.push((treeRssBytes(process.pid) ?? 0) / megabyte);
  }
});
const tenth = Math.max(1, Math.floor(rss.length / 10));
await sandbox.close();
printTable(`${inARow} candidates in a row, two at a time, Python and JavaScript`, [
  {
    perCandidateMs: (took / inARow).toFixed(0),
    rssMbAfterATenth: median(rss.slice(tenth, 2 * tenth + 1)).toFixed(0),
    rssMbAtTheEnd: median(rss.slice(-tenth)).toFixed(0),
    filesLeft: (await leftovers()) - filesBefore,
  },
]);
