import { useEffect, useState } from 'react';

/** True once something has been going on for so long without an end, in milliseconds. */
export const useLate = (isGoingOn: boolean, afterMs: number): boolean => {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isGoingOn) return setLate(false);
    const timer = setTimeout(() => setLate(true), afterMs);
    return () => clearTimeout(timer);
  }, [isGoingOn, afterMs]);
  return isGoingOn && isLate;
};
