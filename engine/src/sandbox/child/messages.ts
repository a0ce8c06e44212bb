import type { CodeEnd, CodeLanguage, CodeRequest, CodeRun, GuestValue } from '@benchloop/spec';
import type { WasmModule } from './web-assembly.ts';

/** Where the runtimes' files are. */
export type RuntimeFiles = { pythonModule: string; pythonLibrary: string; quickjsModule: string };

/** Parent to child, one JSON text a line. The end of the stream ends the child. */
export type ToChild = { op: 'run'; id: number; request: CodeRequest } | { op: 'cancel'; id: number };

export type ChildRun = Pick<CodeRun, 'load' | 'calls' | 'runtime'>;

/** Child to parent, one JSON text a line. */
export type FromChild =
  | { type: 'ready'; cpuScale: number; escapes: Record<string, string> }
  | { type: 'alive'; rssBytes: number }
  | { type: 'result'; id: number; run: ChildRun }
  | { type: 'failed'; id: number; reason: string };

export type StepError = { type: string; message: string; line: number | null };

/** How one step, the load or a call, ended inside a worker. */
export type Step = { end: CodeEnd; error: StepError | null; value: GuestValue | null; output: string; dead: boolean };

/** What a worker gets at its start. `control` holds two numbers: a counter of messages to the worker, and the milliseconds slept. */
export type WorkerStart = {
  language: CodeLanguage;
  module: WasmModule;
  library: Uint8Array | null;
  limits: { memoryBytes: number; outputBytes: number; fileBytes: number };
  control: Int32Array;
};

export type ToWorker = { kind: 'load' | 'call'; text: string };
export type FromWorker = { type: 'up'; thread: string | null } | { type: 'waiting' } | { type: 'step'; step: Step };
