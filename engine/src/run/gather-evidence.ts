import type { Environment, Evidence, Sandbox, SandboxRefusal, Suite, Task, Transcript } from '@benchloop/spec';

export type EvidenceSources = { environment: Environment; sandbox: Sandbox | null; signal: AbortSignal };

const noSandbox: SandboxRefusal = {
  reason: 'this build of BenchLoop has no sandbox for the code of a reply',
  remedy: 'leave the suite out',
};

/** Code that ran without a wall is never judged, whatever it gave back. */
const noWall: SandboxRefusal = {
  reason: 'the code ran without a wall around it, and such a result is never scored',
  remedy: 'run `bench-loop doctor sandbox` to see which wall holds here',
};

/**
 * Evidence of a finished attempt: the reply's code is run, or the world is asked what the attempt left behind. Null = the
 * transcript tells all. Attempts that no scorer will see are not run.
 */
export const gatherEvidence = async (
  suite: Suite,
  { task, transcript }: { task: Task; transcript: Transcript },
  { environment, sandbox, signal }: EvidenceSources,
): Promise<Evidence | null | SandboxRefusal> => {
  if (environment.evidence !== undefined) return environment.evidence();
  if (suite.codeOf === undefined || transcript.stop !== 'answer') return null;
  const request = suite.codeOf(task, transcript);
  if (request === null) return null;
  const run = await (sandbox?.run(request, signal) ?? noSandbox);
  if ('reason' in run) return run;
  return run.level === 'none' ? noWall : { kind: 'code-run', data: run };
};

/** True where the evidence cannot be had on this machine. */
export const isRefusal = (evidence: Evidence | null | SandboxRefusal): evidence is SandboxRefusal =>
  evidence !== null && 'reason' in evidence;
