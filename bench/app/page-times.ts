import type { Page } from 'playwright-core';

/** Watches the page: gaps between frames, and input to next paint by the browser's Event Timing. */
const watcher = `
  window.benchGaps = []; window.benchInputs = [];
  let last = performance.now();
  const frame = () => { const now = performance.now(); window.benchGaps.push(now - last); last = now; requestAnimationFrame(frame); };
  requestAnimationFrame(frame);
  new PerformanceObserver((list) => { for (const { duration } of list.getEntries()) window.benchInputs.push(duration); })
    .observe({ type: 'event', durationThreshold: 16 });
`;

export const watch = async (page: Page): Promise<void> => void (await page.evaluate(watcher));

const settle = (page: Page): Promise<unknown> =>
  page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 100))))');

/** Milliseconds from input to the next paint, the slowest event of the interaction; 16 = as quick as a frame. */
export const inputMs = async (page: Page, act: () => Promise<unknown>): Promise<number> => {
  await settle(page);
  await page.evaluate('window.benchInputs = []');
  await act();
  await settle(page);
  return page.evaluate<number>('Math.max(16, ...window.benchInputs)');
};

/** The longest gap between two frames while `act` goes on, milliseconds. */
export const longestGapMs = async (page: Page, act: () => Promise<unknown>): Promise<number> => {
  await settle(page);
  await page.evaluate('window.benchGaps = []');
  await act();
  return page.evaluate<number>('Math.max(0, ...window.benchGaps)');
};
