import { reportSchema, type Trial } from '@benchloop/spec';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvCell, toCsv } from './csv.ts';
import { completeReport, incompleteReport, reportOf } from './fixtures.ts';
import { toJson } from './json.ts';
import { toMarkdown } from './markdown.ts';

/** Reads RFC 4180 back. */
const readCsv = (text: string): string[][] => {
  const rows: string[][] = [[]];
  for (const [, quoted, bare, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    if (end === '' && quoted === undefined && bare === '') break;
    rows.at(-1)?.push(quoted === undefined ? (bare ?? '') : quoted.replaceAll('""', '"'));
    if (end === '\r\n') rows.push([]);
  }
  return rows.filter((row) => row.length > 0);
};

describe('JSON', () => {
  test('fits the schema and loses nothing', () => {
    for (const report of [completeReport(), incompleteReport()]) expect(reportSchema.parse(JSON.parse(toJson(report)))).toEqual(report);
  });

  test('a report that does not fit is refused', () => {
    const report = completeReport();
    expect(() => toJson({ ...report, summary: { ...report.summary, coverage: 2 } })).toThrow();
  });
});

describe('Markdown', () => {
  test('an incomplete run', () => {
    expect(toMarkdown(incompleteReport())).toMatchInlineSnapshot(`
      "# SmolLM2-135M-Instruct Q4\\_1, harness raw, profile core

      **No overall figure. Withheld because toolcall was not run; reasonmath: 27 of 30 planned trials were judged.**

      ## Scores, 0 to 100, with 95 % intervals and time per trial

      | suite | score | 95 % | n | passed | 95 % | time | p95 |
      | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
      | reasonmath | 55.6 | 37.3 to 72.4 | 27 | 56 % | 37 to 72 | 2.4 s | 2.9 s |
      | toolcall | — | — | — | — | — | — | — |

      - reasonmath: 95 % of the median: time 2.2 s to 2.6 s (n=27)
      - reasonmath: incomplete: 27 of 30 planned trials judged
      - reasonmath: 25 scored, 2 truncated, 3 timeout
      - toolcall: not run: its chat template knows no tools. Next: run with --harness hermes
      - p95 tells what was seen and is no estimate, so it has no interval.

      ## Speed, medians; prefill, decode and the server’s own decode in tok/s

      | cell | n | prompt | TTFT | p95 | prefill | decode | server | ITL |
      | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
      | decode | 3 | 41 | 410 ms | — | — | 39.7 | — | 25 ms |
      | prefill-512 | 3 | 512 | 5.0 s | — | 102\\* | 38.0 | — | 25 ms |
      | prefill-1500 | 3 | 1500 | 15 s | — | 98.7\\* | 38.7 | — | 25 ms |
      | answer | 3 | 50 | 410 ms | — | — | 39.7 | — | 25 ms |
      | all | 27 | 193 | 500 ms | 500 ms | 386\\* | 40.0 | — | 25 ms |

      - all: 95 % of the median: TTFT 500 ms to 500 ms (n=27), prefill 376 to 396 (n=27), decode 40.0 to 40.0 (n=27), ITL 25 ms to 25 ms (n=27)
      - A median without an interval: fewer than 6 samples, of which none can be made.
      - — under p95: fewer than 20 samples.
      - p95 tells what was seen and is no estimate, so it has no interval.
      - \\* from the time to first token, as the server tells no times of its own.
      - — under a rate: too short to give one, or not told by the server.

      Cold start: model loaded in 840 ms, first token of the first call after 2.0 s; each was seen once, so there is no interval.

      ## Not in this run

      - Throughput over concurrency: not run. This run asked one stack at one concurrency (1); runs at several give the line.
      - Pareto front: not run. One run has no front: bench-loop compare RUN RUN says it for several.
      - Energy: not run. This run read no energy counter.

      ## Warnings and next steps

      - Not every planned trial of reasonmath was judged; scores are over those that were. Next: Look at the load of the server.
      - 3 of 72 trials met infrastructure failures and were tried again, 6 times in all. Next: Look at the log of the server: failures of this kind lower reliability, not scores.

      ## What the numbers belong to

      - Machine: EPYC 7763, 2 cores (4 threads), 16 GiB, no GPU, Debian 12 x64
      - Model: SmolLM2-135M-Instruct Q4\\_1, context 8192 tokens, Apache-2.0
      - Weights: sha256:5a1395716f7913741cc51d98581b9b1228d80987a9f7d3664106742eb06bba83
      - Server: llama.cpp b6500, local, 2 threads, 0 GPU layers
      - Settings: harness raw 1, temperature 0, sampling seed 42, thinking default, tasks of the published set, 1 trial each, one at a time
      - Manifest: sha256:9f2c4e1d7a60b35c88d1e0f4a7c2b9d6e3f5081726354a5b6c7d8e9fa0b1c2d3
      - Run: 20261201-090000-abcd, incomplete, 72 trials (37 scored, 2 truncated, 3 timeout, 30 unsupported) in 2 min, 11520 tokens read, 2175 written, BenchLoop 0.1.0
      "
    `);
  });

  test('names from a server stay text', () => {
    const { run, trials } = completeReport();
    const model = run.model === null ? null : { ...run.model, name: 'a|b <img src=x> [c](d) `e`' };
    const text = toMarkdown(reportOf({ ...run, model }, trials));
    expect(text).toContain(String.raw`# a\|b \<img src=x\> \[c\](d) \`e\` Q4\_1`);
    expect(text).not.toMatch(/(?<!\\)</);
  });

  test('every table row has as many cells as its head', () => {
    const tables = toMarkdown(completeReport())
      .split('\n\n')
      .filter((block) => block.startsWith('|'));
    expect(tables).toHaveLength(2);
    for (const table of tables) expect(new Set(table.split('\n').map((line) => line.split(/(?<!\\)\|/).length)).size).toBe(1);
  });
});

describe('CSV', () => {
  test('one row per trial; missing is empty, never 0', () => {
    const report = incompleteReport();
    const [head = [], ...rows] = readCsv(toCsv(report));
    expect(rows).toHaveLength(report.trials.length);
    const named = rows.map((row) => Object.fromEntries(head.map((name, column) => [name, row[column]])));
    expect(named[0]).toMatchObject({
      suite: 'speed',
      task: 'decode-01',
      outcome: 'scored',
      passed: 'true',
      score: '1',
      first_call_ttft_ms: '400',
      prompt_tokens: '40',
      error: '',
    });
    expect(named.find(({ outcome }) => outcome === 'truncated')).toMatchObject({ passed: 'false', score: '' });
    expect(named.find(({ outcome }) => outcome === 'timeout')).toMatchObject({
      passed: '',
      score: '',
      error: 'timeout',
      prompt_tokens: '',
      retries: '2',
      reason: 'no byte for 60 s',
    });
  });

  test('quotes, commas and line ends in a reason survive', () => {
    const { run, trials } = completeReport();
    const reason = 'expected "a, b"\r\nand\n=c';
    const changed = trials.map((trial): Trial => ({ ...trial, reason }));
    const rows = readCsv(toCsv(reportOf(run, changed)));
    expect(rows[1]).toContain(reason);
    expect(rows).toHaveLength(trials.length + 1);
  });

  test.each(['=HYPERLINK("http://x")', '+1', '-1+2', '@SUM(A1)', '\t=1', '\r=1', '  =1', '＝1'])('%j cannot run as a formula', (text) => {
    expect(readCsv(`${csvCell(text)}\r\n`)[0]?.[0]).toBe(`'${text}`);
  });

  test.each([
    ['plain', 'plain'],
    ['a=b', 'a=b'],
    ['', ''],
    [-1.5, '-1.5'],
    [null, ''],
    [false, 'false'],
    ['a,b', '"a,b"'],
    ['say "x"', '"say ""x"""'],
  ])('%j is written as %s', (value, written) => {
    expect(csvCell(value)).toBe(written);
  });

  test('no text begins a formula, and every text can be read back', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), (text) => {
        const read = readCsv(`${csvCell(text)},end\r\n`)[0];
        expect(read?.[0]?.replace(/^'/, '')).toBe(text.replace(/^'/, ''));
        expect(read?.[0]).not.toMatch(/^\s*[=+\-@]/);
        expect(read?.[1]).toBe('end');
      }),
    );
  });
});
