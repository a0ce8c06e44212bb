import { afterEach, expect, test, vi } from 'vitest';
import { listenForInterrupt, type Stoppable } from './interrupt.ts';

const others = process.listeners('SIGINT');
const otherEnds = process.listeners('SIGTERM');
afterEach(() => {
  vi.restoreAllMocks();
  for (const listener of process.listeners('SIGINT')) if (!others.includes(listener)) process.off('SIGINT', listener);
  for (const listener of process.listeners('SIGTERM')) if (!otherEnds.includes(listener)) process.off('SIGTERM', listener);
});

const press = (): void => process.listeners('SIGINT').at(-1)?.('SIGINT');

const listen = (inFlight: Stoppable) => {
  const said: string[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => said.push(String(text)) > 0);
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never);
  return { interrupt: listenForInterrupt(() => inFlight), said, exit };
};

test('with a trial in flight it is finished first, then stopped, then the process ends', () => {
  const { interrupt, said, exit } = listen('trials');
  press();
  expect([interrupt.stopSoon.aborted, interrupt.stopNow.aborted]).toEqual([true, false]);
  press();
  expect(interrupt.stopNow.aborted).toBe(true);
  expect(exit).not.toHaveBeenCalled();
  press();
  expect(exit).toHaveBeenCalledWith(130);
  expect(said).toEqual([
    'Stopping after the trial in flight. Ctrl-C again stops it as well.\n',
    'Stopping now; the trial in flight is not kept.\n',
  ]);
});

test('without one nothing is promised of a trial', () => {
  const { said } = listen('other');
  press();
  press();
  expect(said).toEqual(['Stopping.\n']);
});

test('once all has ended Ctrl-C is the system’s again, but not where it was pressed: a second press may come late', () => {
  const quiet = listen('trials').interrupt;
  expect(process.listenerCount('SIGINT')).toBe(others.length + 1);
  quiet.dispose();
  expect(process.listenerCount('SIGINT')).toBe(others.length);
  const pressed = listen('trials').interrupt;
  press();
  pressed.dispose();
  expect(process.listenerCount('SIGINT')).toBe(others.length + 1);
});
