import { useEffect, useRef, useState, type RefObject } from 'react';

const widest = 960;

/** Width in pixels of an element, for charts; null until it is measured. */
export const useRoom = <Element extends HTMLElement>(): { place: RefObject<Element | null>; width: number | null } => {
  const place = useRef<Element>(null);
  const [width, setWidth] = useState<number | null>(null);
  useEffect(() => {
    if (place.current === null) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setWidth(Math.min(widest, Math.floor(entry.contentRect.width)));
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return { place, width };
};
