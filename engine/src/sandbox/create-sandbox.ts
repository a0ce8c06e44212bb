import { availableParallelism } from 'node:os';
import type { CodeRequest, CodeRun, Sandbox, SandboxRefusal } from '@benchloop/spec';
import { digestOf } from '../kit/digest.ts';
import { canonicalJson } from '../kit/canonical-json.ts';
import { createGate } from './gate.ts';
import { openStrongest, type OpenedLevel } from './levels.ts';
import { SandboxProcessEnded, type SandboxSession } from './sandbox-session.ts';

/** A program that ends its process twice did so by itself. */
const mostAttempts = 2;
const mostKeptResults = 5000;

const crashed = ({ level }: SandboxSession, request: CodeRequest): CodeRun => ({
  level,
  runtime: 'unknown',
  load: { end: 'exited', error: { type: 'ProcessFailure', message: 'the process around the interpreter ended', line: null } },
  calls: request.calls.map(({ id }) => ({ id, end: 'not-run', error: null, value: null, output: '' })),
});

export type SandboxOptions = {
  /** Starts the strongest level that holds here; replaced to get a certain one. */
  open?: () => Promise<OpenedLevel>;
  /** Programs at a time. */
  parallel?: number;
  /** Whether a request that has been run before gives the same result without being run: programs are deterministic. */
  keepsResults?: boolean;
};

const isRefusal = (opened: SandboxSession | SandboxRefusal): opened is SandboxRefusal => 'reason' in opened;

/** The sandbox of this machine. Nothing is started before the first program. */
export const createSandbox = ({
  open = openStrongest,
  parallel = Math.max(1, Math.min(2, availableParallelism())),
  keepsResults = true,
}: SandboxOptions = {}): Sandbox => {
  const gate = createGate(parallel);
  const kept = new Map<string, CodeRun>();
  let opening: Promise<OpenedLevel> | null = null;

  const session = async (): Promise<SandboxSession | SandboxRefusal> => {
    const opened = await (opening ??= open());
    if (isRefusal(opened.session) || opened.session.alive()) return opened.session;
    await closeOpened();
    return session();
  };
  const closeOpened = async (): Promise<void> => {
    const old = opening;
    opening = null;
    if (old !== null) await (await old.catch(() => null))?.close();
  };

  const attempt = async (request: CodeRequest, signal: AbortSignal): Promise<CodeRun | SandboxRefusal> => {
    for (let attempts = 1; ; attempts += 1) {
      signal.throwIfAborted();
      const opened = await session();
      if (isRefusal(opened)) return opened;
      const once = async (): Promise<CodeRun> => ({ level: opened.level, ...(await opened.run(request, signal)) });
      try {
        // The second time alone, so that no neighbour can be the one that ends the process.
        return await (attempts === 1 ? gate.enter(once) : gate.enterAlone(once));
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof SandboxProcessEnded))
          return {
            reason: `the sandbox cannot run the program: ${(error as Error).message}`,
            remedy: 'report this as a fault of BenchLoop',
          };
        if (attempts === mostAttempts) return crashed(opened, request);
      }
    }
  };

  return {
    run: async (request, signal) => {
      const key = keepsResults ? digestOf(canonicalJson(request)) : null;
      const known = key === null ? undefined : kept.get(key);
      if (known !== undefined) return structuredClone(known);
      const run = await attempt(request, signal);
      if (key !== null && 'calls' in run && run.load.error?.type !== 'ProcessFailure') {
        if (kept.size >= mostKeptResults) kept.delete(kept.keys().next().value ?? '');
        kept.set(key, structuredClone(run));
      }
      return run;
    },
    close: closeOpened,
  };
};
