import type { ToolCall } from './message.ts';
import type { Evidence } from './transcript.ts';

/** A tool's answer as the model will read it. */
export type ToolResult = { content: string; isError: boolean };

/** What a task's tools do. Deterministic, so that a stored attempt can be replayed from its receipts. */
export type Environment = {
  call: (call: ToolCall) => Promise<ToolResult>;
  /** What the attempt left behind, for the scorer; left out where there is nothing but the calls. Asked once, at the end. */
  evidence?: () => Promise<Evidence>;
};
