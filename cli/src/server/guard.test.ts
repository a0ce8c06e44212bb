import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { createGuard } from './guard.ts';

const port = 8877;

/** The guard before one address, on a clock that stands still until it is moved. */
const createGuarded = () => {
  let nowMs = 0;
  const guard = createGuard(
    () => port,
    () => 'secret',
    () => nowMs,
  );
  const app = new Hono();
  app.post('/api/session', guard.open);
  app.use('/api/*', guard.session);
  app.get('/api/data', (context) => context.text('data'));
  const open = async (): Promise<string> => {
    const body = JSON.stringify({ token: guard.giveToken() });
    const opened = await app.request('/api/session', { method: 'POST', body });
    return (opened.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  };
  const ask = async (cookie: string, times = 1): Promise<Response[]> => {
    const answers: Response[] = [];
    for (let one = 0; one < times; one += 1) answers.push(await app.request('/api/data', { headers: { cookie } }));
    return answers;
  };
  return { open, ask, wait: (ms: number) => (nowMs += ms) };
};
const count = (answers: readonly Response[], status: number): number => answers.filter((answer) => answer.status === status).length;

test('a session that asks without end is slowed down, and no other one is', async () => {
  const { open, ask, wait } = createGuarded();
  const [greedy, calm] = [await open(), await open()];
  const flood = await ask(greedy, 700);
  expect(count(flood, 200)).toBe(600);
  expect(count(flood, 429)).toBe(100);
  expect(flood.at(-1)?.headers.get('retry-after')).toBe('1');
  expect(await flood.at(-1)?.json()).toMatchObject({ nextStep: expect.stringContaining('second') as string });
  expect(count(await ask(calm, 10), 200)).toBe(10);
  wait(1000);
  expect(count(await ask(greedy, 200), 200)).toBe(100);
});

test('strangers are slowed down together, and lock nobody out', async () => {
  const { open, ask } = createGuarded();
  const session = await open();
  const flood = await ask('benchloop-8877=guess', 100);
  expect(count(flood, 401)).toBe(60);
  expect(count(flood, 429)).toBe(40);
  expect(count(await ask('', 1), 429)).toBe(1);
  expect(count(await ask(session, 10), 200)).toBe(10);
});
