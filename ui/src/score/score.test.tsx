import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { OutcomeTag } from './outcome.tsx';
import { Score } from './score.tsx';
import { VerdictWords } from './verdict.tsx';

const estimate = { value: 72.44, low: 65.2, high: 79.1, n: 180 };

/** What a screen reader reads: the text without the markup, and without what is hidden from it. */
const heard = (html: string): string =>
  html
    .replaceAll(/<(svg|span) [^>]*aria-hidden="true".*?<\/\1>/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

describe('the score element', () => {
  test('says the figure, the count and the interval in text; the bar is hidden from readers', () => {
    const html = renderToStaticMarkup(<Score what="toolcall" state={{ kind: 'measured', estimate }} />);
    expect(heard(html)).toBe('toolcall 72.4 n=180 95 % 65.2 to 79.1');
    expect(html).toContain('cx="72.44%"');
    expect(html).toContain('x1="65.20%" x2="79.10%"');
  });

  test('a tie shows its ranks', () => {
    expect(heard(renderToStaticMarkup(<Score state={{ kind: 'measured', estimate, rank: '1-3' }} />))).toContain('rank 1-3 72.4');
  });

  test('cannot tell: hatched whisker over the other’s dot, and the words', () => {
    const html = renderToStaticMarkup(<Score state={{ kind: 'measured', estimate, indistinguishableFrom: { name: 'B', value: 70 } }} />);
    expect(html).toMatch(/<pattern id="([^"]+)".*fill="url\(#\1\)"/);
    expect(html).toContain('class="bl-other" cx="70.00%"');
    expect(heard(html)).toContain('cannot be told from B yet');
  });

  test('incomplete says the missing share', () => {
    const html = renderToStaticMarkup(<Score state={{ kind: 'measured', estimate, missingShare: 0.12 }} />);
    expect(html).toContain('bl-score-incomplete');
    expect(heard(html)).toContain('incomplete: 12 % of the trials are missing');
  });

  test('not run and withheld are a dash with the reason, never 0', () => {
    expect(heard(renderToStaticMarkup(<Score state={{ kind: 'not-run', reason: 'not in the profile' }} />))).toBe(
      '— not run: not in the profile',
    );
    expect(heard(renderToStaticMarkup(<Score state={{ kind: 'withheld', reason: 'half is missing' }} />))).toBe(
      '— withheld: half is missing',
    );
  });

  test('unsupported links the remedy only where there is a place to go', () => {
    const state = { kind: 'unsupported', reason: 'knows no tools', remedy: 'run with --harness hermes' } as const;
    expect(heard(renderToStaticMarkup(<Score state={state} />))).toBe(
      '— unsupported: knows no tools . run with --harness hermes'.replace(' .', '.'),
    );
    expect(renderToStaticMarkup(<Score state={state} />)).not.toContain('<a ');
    expect(renderToStaticMarkup(<Score state={{ ...state, href: '/docs/harnesses' }} />)).toContain('<a href="/docs/harnesses">');
  });

  test('a figure outside of 0 to 100 stays on the bar', () => {
    const html = renderToStaticMarkup(<Score state={{ kind: 'measured', estimate: { value: 104, low: -3, high: 110, n: 3 } }} />);
    expect(html).toContain('cx="100.00%"');
    expect(html).toContain('x1="0.00%"');
  });
});

test('an outcome is a word beside its glyph', () => {
  expect(heard(renderToStaticMarkup(<OutcomeTag outcome="scored" passed />))).toBe('passed');
  const html = renderToStaticMarkup(<OutcomeTag outcome="timeout" />);
  expect(heard(html)).toBe('timeout');
  expect(html).toContain('title="the server fell silent; not counted, the run is incomplete"');
});

test('a verdict has a colour only where a difference holds', () => {
  expect(renderToStaticMarkup(<VerdictWords verdict="worse" />)).toBe('<span class="bl-verdict bl-verdict-worse">worse</span>');
  expect(renderToStaticMarkup(<VerdictWords verdict="same" margin={3} />)).toContain('same within ±3');
});
