import type { Matcher } from '../scorers/tool-calls/expect.ts';

const shown = (value: unknown): string => JSON.stringify(value) ?? 'nothing';

const list = (items: readonly unknown[]): string =>
  items.map((item) => (Array.isArray(item) ? item.map(shown).join(' or ') : shown(item))).join(', ');

/** What a matcher takes, in words for a person. */
export const wordsOfMatcher = (matcher: Matcher): string => {
  switch (matcher.kind) {
    case 'exact':
      return shown(matcher.value);
    case 'number':
      return `${matcher.value}${matcher.tolerance === undefined ? '' : ` ± ${matcher.tolerance}`}${matcher.lenient === true ? ', also as text' : ''}`;
    case 'text':
      return `${shown(matcher.value)}${matcher.keepCase === true ? ', in this case' : ''}`;
    case 'date':
      return `the day ${matcher.value}${matcher.iso === true ? ' in this form' : ''}`;
    case 'pattern':
      return `text like ${matcher.pattern}`;
    case 'mentions':
      return `text that says ${list(matcher.all)}${matcher.none === undefined || matcher.none.length === 0 ? '' : ` and not ${list(matcher.none)}`}`;
    case 'one-of':
      return matcher.options.map(wordsOfMatcher).join(' or ');
    case 'list':
      return `[${matcher.items.map(wordsOfMatcher).join(', ')}]`;
    case 'set':
      return `[${matcher.items.map(wordsOfMatcher).join(', ')}] in any order`;
    case 'object':
      return `{${Object.entries(matcher.entries)
        .map(([name, entry]) => `${name}: ${wordsOfMatcher(entry)}`)
        .join(', ')}}`;
    case 'optional':
      return `${wordsOfMatcher(matcher.matcher)}, or left out`;
    case 'absent':
      return 'left out';
  }
};
