import type { ToolResultRow } from '@benchloop/spec';
import type { PlannedCall } from '../planned.ts';

/**
 * One wish of a user that one call fulfils. `ask` is an order without a full stop; `hint` says the need without the
 * tool's words. `rivals` are tools that could pass for the right one, so they are not offered by chance.
 */
export type Scenario = { ask: string; hint: string; call: PlannedCall; rivals: string[]; result: string };

export const rowOf = (scenario: Scenario): ToolResultRow => ({ tool: scenario.call.tool, result: scenario.result });
