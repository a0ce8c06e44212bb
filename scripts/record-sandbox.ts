import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { escapeCorpus } from '../engine/src/sandbox/corpus/corpus.ts';
import { tryProgram } from '../engine/src/sandbox/corpus/try-program.ts';
import { buildLevels, openLevel } from '../engine/src/sandbox/levels.ts';
import { root } from './kit/root.ts';
import { recordedSandboxFile, recordedSandboxSchema, type RecordedSandbox } from './sandbox/recorded.ts';

/** Runs the whole escape corpus at every level of this machine and keeps the results for `docs/sandbox.md`. */
const file = join(root, recordedSandboxFile);
const before: RecordedSandbox = await readFile(file, 'utf8')
  .then((text) => recordedSandboxSchema.parse(JSON.parse(text)))
  .catch(() => ({ levels: [] }));
const wanted = buildLevels.filter((level) => process.argv.length < 3 || process.argv.includes(level));
const levels = before.levels.filter(({ level }) => !wanted.some((each) => each === level));

for (const level of wanted) {
  const { session, close } = await openLevel(level);
  if ('reason' in session) {
    console.log(`${level}: ${session.reason}`);
    continue;
  }
  const results: RecordedSandbox['levels'][number]['results'] = {};
  for (const program of escapeCorpus) {
    const { held, how } = await tryProgram(program, session);
    results[program.id] = { held, how };
    if (!held) console.log(`${level}: ${program.id}: ${how}`);
  }
  await close();
  levels.push({ level, system: `${process.platform} ${process.arch}, Node ${process.versions.node.split('.')[0]}`, results });
  console.log(`${level}: ${Object.values(results).filter(({ held }) => held).length} of ${escapeCorpus.length} ended as they must`);
}
await writeFile(file, `${JSON.stringify({ levels: levels.toSorted((a, b) => (a.level < b.level ? -1 : 1)) }, null, 2)}\n`);
