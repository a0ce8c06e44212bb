import { readFile } from 'node:fs/promises';
import { judgeCounts, type TestCounts } from './ci/verdict.ts';

const { ok, complaints, lastLine } = judgeCounts(JSON.parse(await readFile(process.argv[2] ?? '', 'utf8')) as TestCounts);
for (const complaint of complaints) console.log(complaint);
console.log(lastLine);
if (!ok) process.exitCode = 1;
