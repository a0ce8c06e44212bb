import { z } from 'zod';
import type { Milliseconds } from './units.ts';

/** How strong the wall around a model's code is, weakest first. `none` is never scored. */
export const sandboxLevelSchema = z.enum(['none', 'wasm', 'wasm+os', 'os', 'container']);
export type SandboxLevel = z.infer<typeof sandboxLevelSchema>;

export const codeLanguageSchema = z.enum(['python', 'javascript', 'typescript']);
export type CodeLanguage = z.infer<typeof codeLanguageSchema>;

/**
 * A value as it left the sandbox, tagged with its exact type there. Numbers are decimal text so that none is rounded:
 * `int` (a JavaScript number without fraction is one too), `float` (also `nan`, `inf`, `-inf`, `-0`), `bigint` (JavaScript only).
 * `text` is UTF-16 text, `bytes` hexadecimal, `dict` a Python dict, a JavaScript Map or plain object, as pairs in their order.
 * `other` is a value of a type that may not cross, by the type's name.
 */
export type GuestValue =
  | { t: 'none' }
  | { t: 'undefined' }
  | { t: 'bool'; v: boolean }
  | { t: 'int' | 'float' | 'bigint' | 'text' | 'bytes' | 'other'; v: string }
  | { t: 'list' | 'tuple' | 'set'; v: GuestValue[] }
  | { t: 'dict'; v: [GuestValue, GuestValue][] };

export const guestValueSchema: z.ZodType<GuestValue> = z.lazy(() =>
  z.union([
    z.object({ t: z.enum(['none', 'undefined']) }),
    z.object({ t: z.literal('bool'), v: z.boolean() }),
    z.object({ t: z.enum(['int', 'float', 'bigint', 'text', 'bytes', 'other']), v: z.string() }),
    z.object({ t: z.enum(['list', 'tuple', 'set']), v: z.array(guestValueSchema) }),
    z.object({ t: z.literal('dict'), v: z.array(z.tuple([guestValueSchema, guestValueSchema])) }),
  ]),
);

/** Limits of one program. Times are CPU time of a reference machine; the sandbox scales them by its own calibration. */
export type CodeLimits = {
  /** For loading the program, and again for each call. */
  cpuMs: Milliseconds;
  memoryBytes: number;
  outputBytes: number;
  fileBytes: number;
};

/**
 * One test of a program: the body of a function in the program's language that sees all names of the program and returns
 * the actual value. It holds arguments, never an expected value.
 */
export type CodeCall = { id: string; script: string };

/** A program and the calls that test it, in order. A call that has to be ended is followed by a fresh instance. */
export type CodeRequest = { language: CodeLanguage; program: string; calls: CodeCall[]; limits: CodeLimits };

/**
 * How loading or a call ended. `not-plain`: the value may not cross the wall (type, depth or size). `exited`: the program
 * ended its interpreter. `not-run`: loading had failed.
 */
export const codeEndSchema = z.enum(['returned', 'raised', 'time', 'memory', 'output', 'not-plain', 'exited', 'not-run']);
export type CodeEnd = z.infer<typeof codeEndSchema>;

const endedSchema = z.object({
  end: codeEndSchema,
  error: z.object({ type: z.string(), message: z.string(), line: z.number().int().nullable() }).nullable(),
});

/** What really happened. Data of the evidence of kind `code-run`. */
export const codeRunSchema = z.object({
  level: sandboxLevelSchema,
  /** Such as `CPython 3.11.3`. */
  runtime: z.string(),
  load: endedSchema,
  calls: z.array(endedSchema.extend({ id: z.string(), value: guestValueSchema.nullable(), output: z.string() })),
});
export type CodeRun = z.infer<typeof codeRunSchema>;

/** Why code cannot be run here, and what would change that. */
export type SandboxRefusal = { reason: string; remedy: string };

/** Runs hostile code behind a wall. Nothing that the code does makes `run` reject; only `signal` does. */
export type Sandbox = {
  run: (request: CodeRequest, signal: AbortSignal) => Promise<CodeRun | SandboxRefusal>;
  /** Ends the child processes. A later `run` starts them again. */
  close: () => Promise<void>;
};
