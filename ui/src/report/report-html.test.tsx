import { isJudged } from '@benchloop/spec';
import { describe, expect, test } from 'vitest';
import { manyTimes, mapTexts, recordedRun, withOverall } from './testing/recorded-run.ts';
import { conversationOf, shorten } from './conversation.ts';
import { failedTrialsOf, failedWithTraces, htmlBytes, inTurns } from './failed-trials.ts';
import type { ReportData } from './report-data.ts';
import { largestReportBytes, renderReportHtml } from './report-html.tsx';

const data = recordedRun();
const html = renderReportHtml(data);
const body = html.slice(html.indexOf('<body>'));

/** Attributes by which a page fetches or leads elsewhere, and what styles may fetch. */
const addressesIn = (text: string): string[] =>
  [
    ...text.matchAll(/\s(?:src|href|action|srcset|poster|data|formaction|xlink:href)="([^"]*)"/gi),
    ...text.matchAll(/url\(([^)]*)\)/g),
    ...text.matchAll(/@import ([^;]*)/g),
  ].map(([, address]) => address ?? '');

describe('the HTML report of a real run', () => {
  test('is one page with the verdict first, charts, tables, traces, manifest and machine', () => {
    const order = [
      '<h1>',
      'No overall figure.',
      '<h2>Scores',
      '<h2>Speed',
      '<h2>Failures',
      '<h2>What the numbers belong to',
      '<h2>All trials',
    ];
    const places = order.map((part) => body.indexOf(part));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places).not.toContain(-1);
    expect(body.match(/<figure /g)?.length).toBeGreaterThanOrEqual(4);
    expect(body).toContain(data.report.run.machine.cpu.model);
    for (const suite of data.report.run.manifest.suites) expect(body).toContain(suite.digest.replace('sha256:', '').slice(0, 16));
    for (const { label } of data.text.facts) expect(body).toContain(`<dt>${label}</dt>`);
  });

  test('says first that it was changed after it was made', () => {
    const alarm = 'This run was changed after it was made: trials.jsonl is not what was frozen.';
    const changed = renderReportHtml({ ...data, text: { ...data.text, alarm } });
    expect(changed.indexOf(alarm)).toBeGreaterThan(0);
    expect(changed.indexOf(alarm)).toBeLessThan(changed.indexOf('<h1>'));
    expect(html).not.toContain('role="alert"');
  });

  test('fetches nothing, runs nothing, and says so to the browser', () => {
    expect(addressesIn(html).filter((address) => !/^(?:data:font\/woff2;base64,|#)/.test(address))).toEqual([]);
    expect(html).not.toMatch(/<(?:script|iframe|object|embed|link|form|base|img|video|audio)\b/i);
    expect(html).not.toMatch(/\son\w+=/i);
    expect(html).toMatch(/http-equiv="Content-Security-Policy" content="default-src &#x27;none&#x27;;/i);
    expect(html).not.toMatch(/script-src|unsafe-eval/);
  });

  test('can be read in both themes, on paper, and on a telephone', () => {
    for (const part of ['prefers-color-scheme:dark', '@media print', 'max-width:600px', 'name="viewport"']) expect(html).toContain(part);
  });

  test('every failed trial is there with its reason, and the last message of its conversation', () => {
    const failed = failedTrialsOf(data.report);
    expect(failed).toHaveLength(12);
    expect(body.match(/<details class="trial">/g)).toHaveLength(12);
    expect(body).toContain('The conversations of all 12 are below');
    expect(body.match(/class="block block-assistant"/g)?.length).toBeGreaterThanOrEqual(12);
  });

  test('what was not run says so and why; no score of it is 0', () => {
    expect(body).toContain('toolcall: no score, not run.');
    expect(body).toMatch(/not run: [^<]*chat template/);
  });

  test('every score stands beside its n and its interval', () => {
    for (const { id, score } of data.report.summary.suites.filter(({ judge }) => judge === 'scorer')) {
      if (score === null) continue;
      expect(body).toContain(
        `${id}: ${score.value.toFixed(1)} of 100, 95 % interval ${score.low.toFixed(1)} to ${score.high.toFixed(1)}, n=${score.n}.`,
      );
    }
  });

  test('an overall figure has its interval and the number of judged trials', () => {
    const judged = data.report.trials.filter(({ outcome }) => isJudged(outcome)).length;
    const page = renderReportHtml(withOverall(data));
    expect(page).toContain(`<span class="bl-score-value">41.2</span><span class="bl-score-n">n=${judged}</span>`);
    expect(page).toContain('95 % 35.5 to 47.1');
  });

  test('ids are used once', () => {
    const ids = [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('size', () => {
  test('a core run of 260 tasks is under 2 MB with all its traces', () => {
    const core = manyTimes(data, 13);
    expect(core.report.trials).toHaveLength(260);
    const page = renderReportHtml(core);
    expect(Buffer.byteLength(page)).toBeLessThan(largestReportBytes);
    expect(page).toContain('The conversations of all 156 are below');
  });

  test('a larger run, or one of long and hostile replies, is cut evenly, says so, and stays under 2 MB', () => {
    const noisy = manyTimes(data, 40);
    const long = '"<&\u202E'.repeat(4000);
    const traces = new Map(
      [...noisy.traces].map(([id, trace]) => [
        id,
        trace.map((event) => (event.type === 'generation' ? { ...event, generation: { ...event.generation, text: long } } : event)),
      ]),
    );
    const page = renderReportHtml({ ...noisy, traces });
    expect(Buffer.byteLength(page)).toBeLessThan(largestReportBytes);
    expect(page).toMatch(/The conversations of \d+ of 480 are below, spread over the suites/);
    const kept = failedWithTraces(noisy.report, traces, 200_000).filter(({ blocks }) => blocks !== null);
    expect(new Set(kept.map(({ trial }) => trial.suiteId)).size).toBe(3);
  });

  test('the budget holds for the texts that are kept', () => {
    const kept = failedWithTraces(data.report, data.traces, 9000).flatMap(({ blocks }) => blocks ?? []);
    expect(kept.length).toBeGreaterThan(0);
    expect(kept.reduce((sum, { text }) => sum + htmlBytes(text), 0)).toBeLessThanOrEqual(9000);
  });

  test('suites take turns', () => {
    const suites = inTurns(failedTrialsOf(data.report)).map(({ suiteId }) => suiteId);
    expect(suites.slice(0, 3)).toEqual([...new Set(suites)]);
  });
});

describe('hostile texts', () => {
  const poison = `</style></title></pre><script>alert(1)</script><img src=http://evil.example/x onerror="alert(1)">"'&\u202E\u0000]]>`;
  const keep = new Set([
    'role',
    'type',
    'kind',
    'outcome',
    'finish',
    'judge',
    'level',
    'status',
    'difficulty',
    'place',
    'formula',
    'method',
    'createdAt',
    'startedAt',
    'suiteId',
    'id',
  ]);
  const poisoned = (value: ReportData): ReportData => {
    const walk = (each: unknown, key: string): unknown => {
      // An empty text stays empty: filled, it would be one block more.
      if (typeof each === 'string') return keep.has(key) || each === '' ? each : `${each}${poison}`;
      if (Array.isArray(each)) return each.map((one) => walk(one, key));
      if (typeof each !== 'object' || each === null) return each;
      return Object.fromEntries(Object.entries(each).map(([name, one]) => [name, walk(one, name)]));
    };
    return {
      report: walk(value.report, '') as ReportData['report'],
      text: mapTexts(value.text, (text) => `${text}${poison}`),
      traces: new Map([...value.traces].map(([id, trace]) => [id, walk(trace, '') as typeof trace])),
    };
  };
  const page = renderReportHtml(poisoned(data));

  test('no text of a run becomes markup, an address or a script', () => {
    expect(page).toContain('&lt;script&gt;');
    expect(page).not.toMatch(/<(?:script|img)\b/i);
    expect(
      addressesIn(page).filter((address) => !/^(?:data:font\/woff2;base64,|#|http:\/\/evil\.example\/x onerror=)/.test(address)),
    ).toEqual([]);
    expect(page.match(/<style>/g)).toHaveLength(1);
    expect(page.match(/<\/style>/g)).toHaveLength(1);
    expect(page.match(/<\/html>/g)).toHaveLength(1);
  });

  test('the page has the same elements as before', () => {
    const count = (text: string): number => (text.match(/<[a-z]/g) ?? []).length;
    expect(count(page.slice(page.indexOf('<body>')))).toBe(count(body));
  });

  test('nothing turns the direction of writing', () => {
    expect(page).not.toMatch(/[\u0000\u200E\u200F\u202A-\u202E\u2066-\u2069]/);
    expect(page).toContain('⟨U+202E⟩⟨U+0000⟩');
  });
});

describe('conversations', () => {
  test('long texts keep both ends and say how much is left out', () => {
    expect(shorten('abcdefghij', 10)).toEqual({ text: 'abcdefghij', left: 0 });
    expect(shorten('abcdefghijk', 10)).toEqual({ text: 'abcdef\n[… 1 characters left out …]\nhijk', left: 1 });
  });

  test('an empty reply and a failure are shown as such', () => {
    const [trace] = data.traces.values();
    const request = (trace ?? []).filter(({ type }) => type === 'request');
    expect(conversationOf(request, 100).at(-1)).toEqual({ role: 'assistant', text: '(an empty reply)', left: 0 });
    const error = { kind: 'timeout', message: 'no byte for 60 s.', hint: 'Look at the server.', status: null, retryAfterMs: null } as const;
    const failed = conversationOf([...request, { type: 'failure', at: 1, turn: 0, attempt: 1, error }], 100);
    expect(failed.at(-1)).toEqual({ role: 'failure', text: 'no byte for 60 s. Look at the server.', left: 0 });
  });
});
