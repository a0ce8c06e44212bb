import type { ToolCall } from './message.ts';

/** A tool's answer as the model will read it. */
export type ToolResult = { content: string; isError: boolean };

/** What a task's tools do. Deterministic, so that a stored attempt can be replayed from its receipts. */
export type Environment = { call: (call: ToolCall) => Promise<ToolResult> };
