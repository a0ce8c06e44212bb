import type { ServerFacts } from '@benchloop/spec';
import { expect, test } from 'vitest';
import { buildRun, buildSuite } from '../summary/fixtures.ts';
import { settlePlace } from './settle-place.ts';

const built = buildRun({ suites: [buildSuite('reasonmath', ['rates-01'])] });
const server = (place: ServerFacts['place']): ServerFacts => ({ ...(built.server as ServerFacts), place });
const here = 'http://127.0.0.1:11434';
const away = 'https://api.example.com/v1';

test.each([
  [['found', 'local'], 'remote', here, 'remote'],
  [['found', 'local'], 'local', here, 'local'],
  [['found', 'remote'], 'remote', away, 'remote'],
  // A tunnel: only the person knows.
  [['flag', 'remote'], 'local', here, 'remote'],
  [['flag', 'local'], 'remote', away, 'local'],
  // No flag makes local what the server passes on to a host elsewhere.
  [['flag', 'local'], 'remote', here, 'remote'],
] as const)('place %j, told %s at %s, is %s', ([origin, said], told, endpoint, place) => {
  const plan = { ...built.plan, place: { value: said, origin } };
  const settled = settlePlace(plan, server(told), { endpoint });
  expect(settled.plan.place.value).toBe(place);
  expect(settled.server?.place).toBe(place);
});

test('the embedded engine stays what it is', () => {
  const plan = { ...built.plan, place: { value: 'embedded' as const, origin: 'found' as const } };
  expect(settlePlace(plan, server('embedded'), { endpoint: null })).toEqual({ plan, server: server('embedded') });
});
