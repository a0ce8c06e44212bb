import { appendFile, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { toJson } from '../export/json.ts';
import { createBench, type Bench } from './testing/bench.ts';
import { loadForComparison } from './compare-runs.ts';
import { localLeaderboard } from './leaderboard.ts';
import { loadReport, readIndex } from './load-report.ts';

let bench: Bench;
let id: string;
let folder: string;
beforeEach(async () => {
  bench = await createBench();
  ({ id } = await bench.start({ model: 'oracle' }));
  folder = join(bench.home, 'runs', id);
});
afterEach(() => bench.remove());

const integrity = async () => (await loadReport(bench.home, id)).integrity;
const edit = async (file: string, change: (text: string) => string) =>
  writeFile(join(folder, file), change(await readFile(join(folder, file), 'utf8')));

describe('the files of a stored run', () => {
  test('hold as they were made', async () => {
    expect(await integrity()).toEqual({ state: 'holds', changed: [] });
  });

  test.each([
    ['trials.jsonl', (text: string) => text.replace('"durationMs":', '"durationMs":1')],
    ['run.json', (text: string) => text.replace('"test"', '"best"')],
  ])('%s that was edited is named', async (file, change) => {
    await edit(file, change);
    expect(await integrity()).toEqual({ state: 'differs', changed: [file] });
  });

  test('a trace that was edited, and one that is gone, are named', async () => {
    const [first, second] = (await readdir(join(folder, 'traces'))).toSorted();
    await appendFile(join(folder, 'traces', first as string), '\n');
    await rm(join(folder, 'traces', second as string));
    expect(await integrity()).toEqual({ state: 'differs', changed: [`traces/${first}`, `traces/${second}`] });
  });

  test('a run that has not ended is no alarm', async () => {
    await edit('run.json', (text) => JSON.stringify({ ...(JSON.parse(text) as object), digest: null, status: 'running', files: {} }));
    expect(await integrity()).toEqual({ state: 'not-frozen', changed: [] });
  });
});

describe('a report in a file', () => {
  const write = async (change: (text: string) => string): Promise<string> => {
    const path = join(bench.home, 'report.json');
    await writeFile(path, change(toJson(await loadReport(bench.home, id))));
    return path;
  };

  test('holds as it was written', async () => {
    expect((await loadForComparison(bench.home, await write(String))).integrity).toBe('holds');
  });

  test.each([
    ['a verdict', (text: string) => text.replace('"passed": true', '"passed": false')],
    ['the manifest', (text: string) => text.replace('"profile": "test"', '"profile": "core"')],
  ])('of which %s was edited differs, whatever it says of itself', async (_what, change) => {
    const { report, integrity: found } = await loadForComparison(bench.home, await write(change));
    expect([found, report.integrity?.state]).toEqual(['differs', 'differs']);
  });
});

describe('the index', () => {
  test('reads a run again whose file was changed, and the leaderboard gives it no rank', async () => {
    expect((await readIndex(bench.home)).standings).toMatchObject([{ runId: id, integrity: 'holds' }]);
    await edit('trials.jsonl', (text) => text.replaceAll('"passed":true', '"passed":false'));
    const [board] = await localLeaderboard(bench.home);
    expect(board?.rows).toMatchObject([{ runId: id, integrity: 'differs', rank: null }]);
  });

  test('forgets a run whose folder is gone', async () => {
    await rm(folder, { recursive: true });
    expect((await readIndex(bench.home)).rows).toEqual([]);
  });
});
