import { exitCode, type Plan } from '@benchloop/spec';
import type { Session, WithFolders } from '@benchloop/engine';
import { createScreen } from '../screen/listener.ts';
import { askAboutImpossible } from './ask-about-impossible.ts';
import { readModelFolders } from './config-file.ts';
import { listenForInterrupt } from './interrupt.ts';
import { noteLine } from './print.ts';
import type { RunCommandOptions } from './session-flags.ts';

export type SessionOptions = {
  options: RunCommandOptions;
  plan: Plan;
  /** The real address, which a stored plan may not hold. */
  endpoint: string | null;
  /** The parts of the plan where suites came from folders; left out = those of this build. */
  suites?: Pick<WithFolders, 'parts' | 'folders'>;
  /** Said where the person stops before anything was stored. */
  stopped: string;
};

/** Opens a session for one use: key, Ctrl-C and screen. Null = the person stopped it, which was said, with its exit code set. */
export const withSession = async <Result>(
  { options, plan, endpoint, suites, stopped }: SessionOptions,
  use: (session: Session) => Promise<Result>,
): Promise<Result | null> => {
  const engine = await import('@benchloop/engine');
  const home = engine.benchloopHome();
  const key = await engine.keyFor({
    endpoint,
    endpointOrigin: plan.endpoint.origin,
    flag: options.apiKey ?? null,
    home,
    env: process.env,
  });
  for (const warning of key.warnings) noteLine(`! ${warning.message} ${warning.nextStep}`);
  const modelFolders = await readModelFolders(home);
  let trialsInFlight = 0;
  const screen = createScreen({
    concurrency: plan.concurrency.value,
    interval: (passed, judged) => ({ value: passed / judged, ...engine.wilsonInterval(passed / judged, judged) }),
  });
  const interrupt = listenForInterrupt(() => (trialsInFlight > 0 ? 'trials' : 'other'), screen.note);
  try {
    return await use({
      home,
      parts: suites?.parts ?? engine.createParts(),
      ...(suites === undefined ? {} : { suiteFolders: suites.folders }),
      listener: (event) => {
        if (event.type === 'trial-start') trialsInFlight += 1;
        if (event.type === 'trial-end') trialsInFlight -= 1;
        screen.listener(event);
      },
      stopSoon: interrupt.stopSoon,
      stopNow: interrupt.stopNow,
      ignoreQueue: options.queue === false,
      apiKey: key.value,
      allowInsecure: options.insecure === true,
      coldStart: options.coldStart === true,
      modelFolders,
      onImpossible: (impossible) => screen.aside(() => askAboutImpossible(impossible, options)),
    });
  } catch (failure) {
    if (!interrupt.stopSoon.aborted) throw failure;
  } finally {
    screen.done();
    interrupt.dispose();
  }
  // Said when the screen has drawn its last, which would wipe it.
  noteLine(stopped);
  process.exitCode = exitCode.interrupted;
  return null;
};
