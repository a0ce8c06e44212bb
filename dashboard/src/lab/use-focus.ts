import { useEffect, useRef, useState, type RefObject } from 'react';

const isLost = (): boolean => document.activeElement === null || document.activeElement === document.body;

/** When what was opened is closed, and the focus went with it, it goes back to what opened it, or to the page. */
export const useFocusReturn = (): void => {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (!isLost()) return;
      if (opener instanceof HTMLElement && opener !== document.body && opener.isConnected) opener.focus();
      else document.getElementById('content')?.focus();
    },
    [opener],
  );
};

/** When a button goes with the state that it changed, the focus goes to the first one that is there then. */
export const useFocusKept = <Element extends HTMLElement>(state: unknown): RefObject<Element | null> => {
  const place = useRef<Element>(null);
  const wasInside = useRef(false);
  useEffect(() => {
    const frame = place.current;
    const note = (): void => void (wasInside.current = true);
    const forget = (event: FocusEvent): void => {
      if (frame?.contains(event.target as Node) === false) wasInside.current = false;
    };
    frame?.addEventListener('focusin', note);
    document.addEventListener('focusin', forget);
    return () => {
      frame?.removeEventListener('focusin', note);
      document.removeEventListener('focusin', forget);
    };
  }, []);
  useEffect(() => {
    if (wasInside.current && isLost()) place.current?.querySelector<HTMLElement>('button:enabled')?.focus();
  }, [state]);
  return place;
};
