import { describe, expect, test } from 'vitest';
import { placeInTheApp, sayInTheApp } from './in-the-app.ts';

describe('where the app has what an option of the command line does', () => {
  test.each([
    ['Give it more time with --timeout.', 'Longest time of a reply'],
    ['Run with --ctx of more than 9000, if the model was trained for it.', 'Context, tokens'],
    ['Give more context with --context, or take fewer tasks.', 'Context, tokens'],
    ['Lower --concurrency.', 'Requests at a time'],
    ['Use a harness such as --harness hermes.', 'another harness'],
    ['Take fewer threads with --threads.', 'Stacks page'],
    ['Give the key with --api-key.', 'Models page'],
    ['Fetch one with models pull.', 'Models page'],
  ])('%s', (step, words) => expect(sayInTheApp(step)).toMatch(new RegExp(`^${step.replaceAll('.', '\\.')} In the app: .*${words}`, 'u')));

  test.each(['Start the server.', 'Run `bench-loop verify`.', 'Load it with -ngl 99.', 'Wait 20 s--then again.'])(
    'nothing for: %s',
    (step) => {
      expect(placeInTheApp(step)).toBeNull();
      expect(sayInTheApp(step)).toBe(step);
    },
  );
});
