/** How many mutations of one kind were tried, and how many of them a proof noticed. */
export type MutationShare = { count: (caught: number, tried: number) => void; say: () => string };

/** Counts over the tests of a file. The last test annotates `say()`, which the reporter prints at the end of the run. */
export const createMutationShare = (suiteId: string, what: string): MutationShare => {
  let caughtSoFar = 0;
  let triedSoFar = 0;
  return {
    count: (caught, tried) => {
      caughtSoFar += caught;
      triedSoFar += tried;
    },
    say: () =>
      `${suiteId}: ${caughtSoFar} of ${triedSoFar} ${what} caught (${triedSoFar === 0 ? 0 : Math.floor((100 * caughtSoFar) / triedSoFar)} %)`,
  };
};
