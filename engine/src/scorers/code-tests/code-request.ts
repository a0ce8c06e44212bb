import type { CodeLimits, CodeRequest, Task, Transcript } from '@benchloop/spec';
import { codeTestsExpectSchema } from './expect.ts';
import { extractCode } from './extract-code.ts';
import { callId } from './scorer.ts';

const limits: Omit<CodeLimits, 'cpuMs'> = { memoryBytes: 256 * 2 ** 20, outputBytes: 64 * 2 ** 10, fileBytes: 2 ** 20 };

/** The code of a reply with the calls of the task's hidden tests; null where the reply holds none. No expected value is in it. */
export const codeRequestOf = (task: Pick<Task, 'expect'>, transcript: Pick<Transcript, 'finalText'>): CodeRequest | null => {
  const expect = codeTestsExpectSchema.parse(task.expect);
  const code = extractCode(transcript.finalText, expect);
  if (code === null || code.trim() === '') return null;
  return {
    language: expect.language,
    program: code,
    calls: expect.tests.flatMap(({ calls }, test) => calls.map(({ script }, call) => ({ id: callId(test, call), script }))),
    limits: { ...limits, cpuMs: expect.cpuMs },
  };
};
