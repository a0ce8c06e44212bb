import { UserError, type Gate } from '@benchloop/spec';
import { gateRun, type Minimums } from '../compare/gate.ts';
import { loadForComparison } from './compare-runs.ts';

export type GateStoredOptions = {
  home: string;
  run: string;
  baseline: string | null;
  maxRegression: number;
  minimums: Minimums;
  confidence: number;
};

/** Holds a stored run, or a report in a file, to its conditions. Throws `UserError` for a run against itself. */
export const gateStored = async ({ home, run, baseline, ...options }: GateStoredOptions): Promise<Gate> => {
  const [input, base] = await Promise.all([loadForComparison(home, run), baseline === null ? null : loadForComparison(home, baseline)]);
  if (base?.report.run.id === input.report.run.id)
    throw new UserError(`Run ${input.report.run.id} is its own baseline.`, 'Name another run with --baseline.');
  return gateRun(input, { ...options, baseline: base });
};
