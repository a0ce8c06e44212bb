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

/** A kind of world. `start` throws where `data` is no state of it. */
export type World = {
  id: string;
  tools: readonly ToolDefinition[];
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

/** The form of `task.world.state`: what the world starts from, and what goes wrong in it. */
export const worldStateSchema = z.strictObject({ data: z.unknown(), faults: z.array(worldFaultSchema).default([]) });
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
