import { useSyncExternalStore } from 'react';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const storeName = 'benchloop-theme';
const listeners = new Set<() => void>();

const isTheme = (text: string | null): text is Theme => themes.some((theme) => theme === text);

const stored = (): Theme => {
  const text = localStorage.getItem(storeName);
  return isTheme(text) ? text : 'system';
};

let now: Theme = stored();

const apply = (): void => {
  if (now === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = now;
};

/** Chooses light or dark for this browser, or leaves it to the system. */
export const setTheme = (theme: Theme): void => {
  now = theme;
  localStorage.setItem(storeName, theme);
  apply();
  for (const listener of listeners) listener();
};

/** Puts the stored choice on the page. */
export const restoreTheme = (): void => apply();

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useTheme = (): Theme => useSyncExternalStore(subscribe, () => now);
