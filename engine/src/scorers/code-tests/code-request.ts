import type { CodeLanguage, CodeLimits, CodeRequest, Task, Transcript } from '@benchloop/spec';
import { codeTestsExpectSchema } from './expect.ts';
import { extractCode } from './extract-code.ts';
import { callId } from './scorer.ts';

const limits: Omit<CodeLimits, 'cpuMs'> = { memoryBytes: 256 * 2 ** 20, outputBytes: 64 * 2 ** 10, fileBytes: 2 ** 20 };

/** The words with which modules share names mean nothing to a program that stands alone; its lines stay where they are. */
const withoutExports = (program: string): string =>
  program
    .replaceAll(/^([ \t]*)export\s+\{[^}]*\};?[ \t]*$/gm, '$1')
    .replaceAll(/^([ \t]*)export\s+default\s+(?=(?:async\s+)?function\b|class\b|abstract\s+class\b)/gm, '$1')
    .replaceAll(/^([ \t]*)export\s+default\s+[\w$]+;?[ \t]*$/gm, '$1')
    .replaceAll(/^([ \t]*)export\s+(?=async\b|function\b|class\b|const\b|let\b|var\b|type\b|interface\b|enum\b|abstract\b)/gm, '$1');

/** The program as it is run. */
const programOf = (code: string, language: CodeLanguage): string => {
  if (language === 'python') return code;
  const needsModule = /\bmodule\b|\bexports\b/.test(code) && !/\b(?:const|let|var)\s+module\b/.test(code);
  return `${needsModule ? 'var module = { exports: {} }, exports = module.exports; ' : ''}${withoutExports(code)}`;
};

/** The code of a reply with the calls of the task's hidden tests; null where the reply holds none. No expected value is in it. */
export const codeRequestOf = (task: Pick<Task, 'expect'>, transcript: Pick<Transcript, 'finalText'>): CodeRequest | null => {
  const expect = codeTestsExpectSchema.parse(task.expect);
  const code = extractCode(transcript.finalText, expect);
  if (code === null || code.trim() === '') return null;
  return {
    language: expect.language,
    program: programOf(code, expect.language),
    calls: expect.tests.flatMap(({ calls }, test) => calls.map(({ script }, call) => ({ id: callId(test, call), script }))),
    limits: { ...limits, cpuMs: expect.cpuMs },
  };
};
