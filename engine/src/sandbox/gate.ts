type Job = { alone: boolean; start: () => void };

/** Lets at most `width` jobs run at a time, in order; one that enters alone runs with no other. */
export const createGate = (width: number) => {
  const queue: Job[] = [];
  let running = 0;
  let isAlone = false;
  const next = (): void => {
    for (let job = queue[0]; job !== undefined; job = queue[0]) {
      if (isAlone || running >= width || (job.alone && running > 0)) return;
      queue.shift();
      running += 1;
      isAlone = job.alone;
      job.start();
    }
  };
  const enter = async <Result>(alone: boolean, act: () => Promise<Result>): Promise<Result> => {
    await new Promise<void>((start) => {
      queue.push({ alone, start });
      next();
    });
    try {
      return await act();
    } finally {
      running -= 1;
      if (alone) isAlone = false;
      next();
    }
  };
  return {
    enter: <Result>(act: () => Promise<Result>) => enter(false, act),
    enterAlone: <Result>(act: () => Promise<Result>) => enter(true, act),
  };
};
