import { z } from 'zod';
import type { ToolDefinition, ToolResult } from '@benchloop/spec';

/** What one call did: the text for the model, and whether the world is now another. */
export type WorldResult = ToolResult & { changed: boolean };

/** A running world: its own copy of a state, changed by calls. Deterministic: no clock and no chance but the state's own. */
export type RunningWorld = {
  /** `given` obeys the tool's parameters. Never throws for what a model may write. */
  call: (tool: string, given: Record<string, unknown>) => WorldResult | Promise<WorldResult>;
  /** The whole state as plain data, in one normal form: equal states give equal data. */
  snapshot: () => unknown;
  /** Gives back what the world holds outside of plain memory. Called once, after the last snapshot. */
  close?: () => void | Promise<void>;
};

/**
 * Another form of tools, such as after an update of a service: they do the same work, but take their arguments or show their
 * results otherwise. The arguments still fit the tools' parameters, so that a model that is held to those can write them.
 */
export type WorldForm = {
  id: string;
  /** What a result says of it, once, before it is in force. */
  notice: string;
  /** The arguments of the usual form, made from those of this one and the state as it is. Throws `WorldError` where there are none. */
  given?: (tool: string, given: Record<string, unknown>, state: unknown) => Record<string, unknown>;
  /** A result of this form, made from one of the usual form. */
  shown?: (tool: string, content: string) => string;
};

/** A kind of world. `start` throws where `data` is no state of it. */
export type World = {
  id: string;
  tools: readonly ToolDefinition[];
  /** Forms that a task can have its tools take in mid-task. */
  forms?: readonly WorldForm[];
  start: (data: unknown) => RunningWorld | Promise<RunningWorld>;
};

/**
 * A planned misbehaviour of one tool. It skips the first `skip` calls that it fits and answers the next `times`.
 * `when`: the call's arguments contain these values. `applied`: the call takes effect although the result says otherwise.
 */
export const worldFaultSchema = z.strictObject({
  tool: z.string(),
  when: z.record(z.string(), z.unknown()).optional(),
  skip: z.number().int().nonnegative().default(0),
  times: z.number().int().positive(),
  result: z.string().min(1),
  isError: z.boolean().default(true),
  applied: z.boolean().default(false),
});
export type WorldFault = z.input<typeof worldFaultSchema>;

/** A planned change: when `tool` has answered well `times` times, its result gives notice of `form`, which holds from the next call on. */
export const worldChangeSchema = z.strictObject({ form: z.string(), tool: z.string(), times: z.number().int().positive().default(1) });
export type WorldChange = z.input<typeof worldChangeSchema>;

/** The form of `task.world.state`: what the world starts from, what goes wrong in it, and which tools change their form. */
export const worldStateSchema = z.strictObject({
  data: z.unknown(),
  faults: z.array(worldFaultSchema).default([]),
  changes: z.array(worldChangeSchema).default([]),
});
export type WorldState = z.input<typeof worldStateSchema>;

/** The data of evidence of kind `world`: the end state, and of each call in order whether it went well and changed anything. */
export const worldEvidenceSchema = z.object({
  state: z.unknown(),
  calls: z.array(z.object({ ok: z.boolean(), changed: z.boolean() })),
});
export type WorldEvidence = z.infer<typeof worldEvidenceSchema>;

/** What a world cannot do for a call, told to the model as its result. */
export class WorldError extends Error {
  override readonly name = 'WorldError';
}
