import type { Run } from '@benchloop/spec';
import { describe, expect, test } from 'vitest';
import { buildCall, buildRun, buildSuite, buildTrial, failedScore, taskIds } from '../summary/fixtures.ts';
import { toConsole } from './console.ts';
import { completeReport, incompleteReport, reportOf } from './fixtures.ts';

const longest = (text: string) => Math.max(...text.split('\n').map((line) => line.length));

describe('console report', () => {
  test('a complete run', () => {
    expect(toConsole(completeReport())).toMatchInlineSnapshot(`
      "SmolLM2-135M-Instruct Q4_1, harness raw, profile core
      Overall 68.3, 95 % interval 59.8 to 75.0.
      Parts: quality 66.4, speed 67.5, reliability 100.0, with no interval of their
      own; overall = 0.70 quality + 0.25 speed + 0.05 reliability.

      Scores, 0 to 100, with 95 % intervals and time per trial
        suite       score          95 %   n  passed      95 %   time    p95
        reasonmath   50.0  33.2 to 66.8  30    50 %  33 to 67  2.5 s  3.0 s
            95 % of the median: time 2.3 s to 2.7 s (n=30)
        toolcall     80.0  62.7 to 90.5  30    80 %  63 to 90  2.5 s  3.0 s
            95 % of the median: time 2.3 s to 2.7 s (n=30)
        p95 tells what was seen and is no estimate, so it has no interval.

      Speed, medians; prefill, decode and the server’s own decode in tok/s
        cell           n  prompt    TTFT     p95  prefill  decode  server    ITL
        decode         3      41  410 ms       —        —    39.7       —  25 ms
        prefill-512    3     512   5.0 s       —     102*    38.0       —  25 ms
        prefill-1500   3    1500    15 s       —    98.7*    38.7       —  25 ms
        answer         3      50  410 ms       —        —    39.7       —  25 ms
        all           60     194  500 ms  500 ms     388*    40.0       —  25 ms
            95 % of the median: TTFT 500 ms to 500 ms (n=60), prefill 382 to 396
            (n=60), decode 40.0 to 40.0 (n=60), ITL 25 ms to 25 ms (n=60)
        A median without an interval: fewer than 6 samples, of which none can be made.
        — under p95: fewer than 20 samples.
        p95 tells what was seen and is no estimate, so it has no interval.
        * from the time to first token, as the server tells no times of its own.
        — under a rate: too short to give one, or not told by the server.
        Cold start: model loaded in 840 ms, first token of the first call after 2.0 s;
        each was seen once, so there is no interval.

      Not in this run
        - Throughput over concurrency: not run. This run asked one stack at one
          concurrency (1); runs at several give the line.
        - Pareto front: not run. One run has no front: bench-loop compare RUN RUN says
          it for several.
        - Energy: not run. This run read no energy counter.

      Machine  EPYC 7763, 2 cores (4 threads), 16 GiB, no GPU, Debian 12 x64
      Model    SmolLM2-135M-Instruct Q4_1, context 8192 tokens, Apache-2.0
      Weights  sha256:5a1395716f7913741cc51d98581b9b1228d80987a9f7d3664106742eb06bba83
      Server   llama.cpp b6500, local, 2 threads, 0 GPU layers
      Settings harness raw 1, temperature 0, sampling seed 42, thinking default, tasks
               of the published set, 1 trial each, one at a time
      Manifest sha256:9f2c4e1d7a60b35c88d1e0f4a7c2b9d6e3f5081726354a5b6c7d8e9fa0b1c2d3
      Run      20261201-090000-abcd, complete, 72 trials (72 scored) in 2 min, 17979
               tokens read, 4188 written, BenchLoop 0.1.0
      "
    `);
  });

  test('an incomplete run', () => {
    expect(toConsole(incompleteReport())).toMatchInlineSnapshot(`
      "SmolLM2-135M-Instruct Q4_1, harness raw, profile core
      No overall figure. Withheld because toolcall was not run; reasonmath: 27 of 30
      planned trials were judged.

      Scores, 0 to 100, with 95 % intervals and time per trial
        suite       score          95 %   n  passed      95 %   time    p95
        reasonmath   55.6  37.3 to 72.4  27    56 %  37 to 72  2.4 s  2.9 s
            95 % of the median: time 2.2 s to 2.6 s (n=27)
            incomplete: 27 of 30 planned trials judged
            25 scored, 2 truncated, 3 timeout
        toolcall        —             —   —       —         —      —      —
            not run: its chat template knows no tools. Next: run with --harness hermes
        p95 tells what was seen and is no estimate, so it has no interval.

      Speed, medians; prefill, decode and the server’s own decode in tok/s
        cell           n  prompt    TTFT     p95  prefill  decode  server    ITL
        decode         3      41  410 ms       —        —    39.7       —  25 ms
        prefill-512    3     512   5.0 s       —     102*    38.0       —  25 ms
        prefill-1500   3    1500    15 s       —    98.7*    38.7       —  25 ms
        answer         3      50  410 ms       —        —    39.7       —  25 ms
        all           27     193  500 ms  500 ms     386*    40.0       —  25 ms
            95 % of the median: TTFT 500 ms to 500 ms (n=27), prefill 376 to 396
            (n=27), decode 40.0 to 40.0 (n=27), ITL 25 ms to 25 ms (n=27)
        A median without an interval: fewer than 6 samples, of which none can be made.
        — under p95: fewer than 20 samples.
        p95 tells what was seen and is no estimate, so it has no interval.
        * from the time to first token, as the server tells no times of its own.
        — under a rate: too short to give one, or not told by the server.
        Cold start: model loaded in 840 ms, first token of the first call after 2.0 s;
        each was seen once, so there is no interval.

      Not in this run
        - Throughput over concurrency: not run. This run asked one stack at one
          concurrency (1); runs at several give the line.
        - Pareto front: not run. One run has no front: bench-loop compare RUN RUN says
          it for several.
        - Energy: not run. This run read no energy counter.

      Warnings and next steps
        - Not every planned trial of reasonmath was judged; scores are over those that
          were. Next: Look at the load of the server.
        - 3 of 72 trials met infrastructure failures and were tried again, 6 times in
          all. Next: Look at the log of the server: failures of this kind lower
          reliability, not scores.

      Machine  EPYC 7763, 2 cores (4 threads), 16 GiB, no GPU, Debian 12 x64
      Model    SmolLM2-135M-Instruct Q4_1, context 8192 tokens, Apache-2.0
      Weights  sha256:5a1395716f7913741cc51d98581b9b1228d80987a9f7d3664106742eb06bba83
      Server   llama.cpp b6500, local, 2 threads, 0 GPU layers
      Settings harness raw 1, temperature 0, sampling seed 42, thinking default, tasks
               of the published set, 1 trial each, one at a time
      Manifest sha256:9f2c4e1d7a60b35c88d1e0f4a7c2b9d6e3f5081726354a5b6c7d8e9fa0b1c2d3
      Run      20261201-090000-abcd, incomplete, 72 trials (37 scored, 2 truncated, 3
               timeout, 30 unsupported) in 2 min, 11520 tokens read, 2175 written,
               BenchLoop 0.1.0
      "
    `);
  });

  test('long context has a table of its own', () => {
    const suite = buildSuite('longcontext', taskIds('single-needle', 26));
    const trials = suite.tasks.map((taskId, place) => {
      const tier = [2048, 4096, 8192, 16_384][Math.floor(place / 6)] ?? 16_384;
      const wrong = place >= 9 ? { score: failedScore } : {};
      const call = buildCall({ prompt: place < 24 ? Math.round(0.8 * tier) : 3000 });
      return buildTrial({ suiteId: suite.id, taskId, tags: [`tier-${tier / 1024}k`], calls: [call], ...wrong });
    });
    const text = toConsole(reportOf(buildRun({ suites: [suite] }), trials));
    expect(text.slice(text.indexOf('Long context'), text.indexOf('\n\nSpeed'))).toMatchInlineSnapshot(`
      "Long context, tiers by the server’s own count of prompt tokens
        tier  prompt  score           95 %  n
        2k      1638  100.0  61.0 to 100.0  6
        4k      3277   50.0   18.8 to 81.2  6
        8k      6554    0.0    0.0 to 39.0  6
        16k    13107    0.0    0.0 to 39.0  6
        Largest tier held: 4k, 95 % interval 2k to 4k. Held = a score of at least 50
        here and in every smaller tier.
        2 trials of no tier: the server told no count, or one far below the text,
        which it then cut or had cached."
    `);
    expect(toConsole(completeReport())).not.toContain('Long context');
    expect(longest(text)).toBeLessThanOrEqual(80);
  });

  test('80 columns hold, also with the longest names and full scores', () => {
    const suite = buildSuite('instructfollow', taskIds('constraint', 600));
    const trials = suite.tasks.map((taskId) => buildTrial({ suiteId: suite.id, taskId, durationMs: 7_500_000 }));
    const report = reportOf(buildRun({ suites: [suite], plan: { place: { value: 'remote', origin: 'flag' } } }), trials);
    for (const text of [toConsole(report), toConsole(completeReport()), toConsole(incompleteReport())])
      expect(longest(text)).toBeLessThanOrEqual(80);
    expect(toConsole(report)).toContain('instructfollow  100.0  99.4 to 100.0  600   100 %');
    expect(toConsole(report)).toContain('remote endpoint, hardware unknown');
  });

  test('a run in which nothing happened yet shows no number', () => {
    const run: Run = {
      ...buildRun({ suites: [buildSuite('reasonmath', taskIds('rates', 3))], status: 'running' }),
      model: null,
      server: null,
      firstCall: null,
    };
    const text = toConsole(reportOf(run, []));
    expect(text).toContain('reasonmath      —');
    expect(text).toContain('not run: its first trial has not ended yet.');
    expect(text).not.toMatch(/\s0\.0\s/);
    expect(text).not.toContain('Speed');
    expect(text).not.toContain('Cold start');
  });

  test('nothing judged is said, and no score is printed', () => {
    const suite = buildSuite('reasonmath', taskIds('rates', 3));
    const trials = suite.tasks.map((taskId) => buildTrial({ suiteId: 'reasonmath', taskId, outcome: 'model-error' }));
    const text = toConsole(reportOf(buildRun({ suites: [suite], status: 'incomplete' }), trials));
    expect(text).toContain('nothing was judged, so there is no score');
    expect(text).toContain('3 model-error');
    expect(text).not.toMatch(/reasonmath +0/);
  });

  test('all failed is 0.0 with its interval', () => {
    const suite = buildSuite('reasonmath', taskIds('rates', 9));
    const trials = suite.tasks.map((taskId) => buildTrial({ suiteId: 'reasonmath', taskId, score: failedScore }));
    expect(toConsole(reportOf(buildRun({ suites: [suite] }), trials))).toMatch(/reasonmath +0\.0 +0\.0 to 29\.9 +9 +0 % +0 to 30/);
  });

  test('several trials show pass@k and pass^k', () => {
    const suite = buildSuite('reasonmath', taskIds('rates', 4));
    const trials = suite.tasks.flatMap((taskId, task) =>
      [0, 1].map((index) =>
        buildTrial({ suiteId: 'reasonmath', taskId, index, ...(task === 0 && index === 0 ? { score: failedScore } : {}) }),
      ),
    );
    expect(toConsole(reportOf(buildRun({ suites: [suite], trials: 2 }), trials))).toContain('pass@2 100 %, pass^2 75 %');
  });

  test('a fresh seed is said though the figure stands', () => {
    const { run, trials } = completeReport();
    const text = toConsole(reportOf({ ...run, plan: { ...run.plan, seed: { value: 7, origin: 'flag' } } }, trials));
    expect(text).toContain('Overall 68.3');
    expect(text).toContain('Not comparable with other runs\n  - tasks are a fresh set of seed 7');
    expect(text).toMatch(/tasks\s+of seed 7/);
  });

  test('a part that was not run stands under its suite', () => {
    const { run, trials } = completeReport();
    const notRun = [{ suiteId: 'toolcall', reason: 'parallel calls need a newer server', remedy: 'update it' }];
    expect(toConsole(reportOf({ ...run, notRun }, trials))).toContain(
      '      a part was not run: parallel calls need a newer server. Next: update it',
    );
  });

  test('names from a server cannot write to the terminal', () => {
    const { run, trials } = completeReport();
    const model = run.model === null ? null : { ...run.model, name: 'evil\u001b[2J\nname', quantization: '\u0007Q4' };
    const text = toConsole(reportOf({ ...run, model }, trials));
    expect(text).not.toMatch(/[\u0007\u001b]/);
    expect(text).toContain('evil [2J name Q4');
  });

  test('paint stresses and dims, and changes nothing else', () => {
    const marked = toConsole(completeReport(), { bold: (text) => `<b>${text}</b>`, dim: (text) => `<d>${text}</d>` });
    expect(marked).toContain('<b>Overall 68.3');
    expect(marked.replaceAll(/<\/?[bd]>/g, '')).toBe(toConsole(completeReport()));
  });
});
