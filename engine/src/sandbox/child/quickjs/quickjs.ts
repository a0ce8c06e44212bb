import type { CodeLanguage } from '@benchloop/spec';
import baseVariant from '@jitl/quickjs-wasmfile-release-sync';
import { newQuickJSWASMModuleFromVariant, newVariant, type QuickJSContext, type QuickJSHandle } from 'quickjs-emscripten-core';
import type { GuestOptions } from '../guest.ts';
import type { Step } from '../messages.ts';
import { createOutput, OutputOverflow, type Output } from '../output.ts';
import { pageBytes } from '../memory-section.ts';
import { wasm } from '../web-assembly.ts';
import { preludeSource } from './prelude.ts';
import { transpile } from './transpile.ts';

/** As bytes of the interpreter's own stack; the module reserves more. */
const stackBytes = 3 * 1024 * 1024;
/** What the interpreter itself takes of its memory. */
const runtimeBytes = 32 * 1024 ** 2;
const programFile = 'solution.js';
const jobsAtATime = 1000;

type Answer = Pick<Step, 'end' | 'error' | 'value'>;
type Tools = { answer: QuickJSHandle; describe: QuickJSHandle; publish: QuickJSHandle; runTimer: QuickJSHandle };

const failed = (end: Step['end'], type: string, message: string): Answer => ({ end, error: { type, message, line: null }, value: null });
const outOfMemory = failed('memory', 'InternalError', 'out of memory');

const lineIn = (stack: string): number | null => {
  const found = new RegExp(`${programFile.replace('.', '\\.')}:(\\d+)`, 'u').exec(stack);
  return found === null ? null : Number(found[1]);
};

const openContext = async ({ start }: GuestOptions, output: Output): Promise<{ context: QuickJSContext; tools: Tools }> => {
  const initial = 256;
  const wasmMemory = new wasm.Memory({ initial, maximum: Math.ceil((start.limits.memoryBytes + runtimeBytes) / pageBytes) });
  const variant = newVariant(baseVariant, { wasmModule: start.module as never, wasmMemory: wasmMemory as never });
  const quickjs = await newQuickJSWASMModuleFromVariant(variant);
  const runtime = quickjs.newRuntime({ memoryLimitBytes: start.limits.memoryBytes, maxStackSizeBytes: stackBytes });
  const context = runtime.newContext();
  const made = context.unwrapResult(context.evalCode(preludeSource, 'prelude.js'));
  const tool = (name: string): QuickJSHandle => context.getProp(made, name);
  const write = context.newFunction('write', (line) => output.write(Buffer.from(context.getString(line), 'utf8')));
  context.unwrapResult(context.callFunction(tool('consoleFor'), context.undefined, write)).dispose();
  return {
    context,
    tools: { answer: tool('answer'), describe: tool('describe'), publish: tool('publish'), runTimer: tool('runTimer') },
  };
};

type Guest = { context: QuickJSContext; tools: Tools; slept: (ms: number) => void };

const raised = ({ context, tools }: Guest, error: QuickJSHandle): Answer => {
  const described = context.callFunction(tools.describe, context.undefined, error);
  if (described.error !== undefined) return outOfMemory;
  const { type, message, stack } = JSON.parse(context.getString(described.value)) as { type: string; message: string; stack: string };
  described.value.dispose();
  if (message === 'out of memory' || type === 'null') return outOfMemory;
  return { end: 'raised', error: { type: type.slice(0, 200), message: message.slice(0, 500), line: lineIn(stack) }, value: null };
};

const load = (guest: Guest, program: string, language: CodeLanguage): Answer => {
  let script: string;
  try {
    script = transpile(program, language);
  } catch (error) {
    return failed('raised', 'SyntaxError', error instanceof Error ? error.message.slice(0, 500) : 'not readable');
  }
  const { context, tools } = guest;
  const result = context.evalCode(script, programFile);
  if (result.error !== undefined) return raised(guest, result.error);
  result.value.dispose();
  const published = context.callFunction(tools.publish, context.undefined);
  if (published.error !== undefined) return raised(guest, published.error);
  return { end: 'returned', error: null, value: null };
};

/** Runs promise jobs and timers until the promise is settled or nothing is left to run. */
const settle = ({ context, tools, slept }: Guest, promise: QuickJSHandle): ReturnType<QuickJSContext['getPromiseState']> => {
  for (;;) {
    while (context.runtime.hasPendingJob()) {
      const ran = context.runtime.executePendingJobs(jobsAtATime);
      if (ran.error !== undefined) return { type: 'rejected', error: ran.error };
    }
    const state = context.getPromiseState(promise);
    if (state.type !== 'pending') return state;
    const timer = context.callFunction(tools.runTimer, context.undefined);
    if (timer.error !== undefined) return { type: 'rejected', error: timer.error };
    const ms = context.getNumber(timer.value);
    if (ms < 0 && !context.runtime.hasPendingJob()) return state;
    if (ms > 0) slept(ms);
  }
};

const call = (guest: Guest, script: string): Answer => {
  const { context, tools } = guest;
  const started = context.evalCode(`(async function () {${script}\n})()`, 'script.js');
  if (started.error !== undefined) return raised(guest, started.error);
  const state = settle(guest, started.value);
  if (state.type === 'pending') return failed('not-plain', 'Promise', 'the promise never settles');
  if (state.type === 'rejected') return raised(guest, state.error);
  const answered = context.callFunction(tools.answer, context.undefined, state.value);
  if (answered.error !== undefined) return outOfMemory;
  return JSON.parse(context.getString(answered.value)) as Answer;
};

const endOf = (cause: unknown, hasOverflown: boolean): Answer => {
  if (hasOverflown || cause instanceof OutputOverflow) return failed('output', 'OutputLimit', 'the program printed more than it may');
  if (cause instanceof RangeError && cause.message.includes('call stack'))
    return failed('raised', 'RangeError', 'the stack of the interpreter is full');
  const message = cause instanceof Error ? cause.message.slice(0, 200) : 'unknown';
  return /memory|OOM/iu.test(message) ? outOfMemory : failed('exited', 'InterpreterFailure', message);
};

/** Runs one interpreter until a fault of the program ends it: workers are ended from outside. */
export const runQuickjs = async (options: GuestOptions): Promise<void> => {
  const { start, nextWork, report, slept } = options;
  const output = createOutput(start.limits.outputBytes);
  const guest: Guest = { ...(await openContext(options, output)), slept };
  for (;;) {
    const { kind, text } = nextWork();
    try {
      const answer = kind === 'load' ? load(guest, text, start.language) : call(guest, text);
      if (output.overflown()) throw new OutputOverflow();
      report({ ...answer, output: output.take(), dead: false });
    } catch (cause) {
      report({ ...endOf(cause, output.overflown()), output: output.take(), dead: true });
      return;
    }
  }
};
