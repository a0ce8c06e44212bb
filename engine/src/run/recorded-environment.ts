import type { Environment } from '@benchloop/spec';
import { now } from '../kit/clock.ts';
import type { Recording } from './call-model.ts';

/** An environment whose results go into the trace. */
export const recordedEnvironment = (environment: Environment, recording: Recording, turn: () => number): Environment => ({
  call: async (call) => {
    const result = await environment.call(call);
    recording.trace.push({ type: 'tool-result', at: now() - recording.startedAt, turn: Math.max(0, turn()), call, ...result });
    return result;
  },
});
