import type { ToolCall } from '@benchloop/spec';
import { fencedBlocks, textCallForms } from './text-tool-call-forms.ts';
import { syntheticCallId, toolCallOf } from './tool-arguments.ts';

export type TextToolCalls = {
  calls: ToolCall[];
  /** The text without the calls. */
  text: string;
};

export type TextToolCallOptions = {
  /** Names of the tools that were offered; a call of another name is then no call. */
  toolNames?: readonly string[];
  /** Ids of the forms that count; left out = all. */
  formIds?: readonly string[];
};

/** Some models write the namespace of their training before the name. */
const plainName = (name: string): string => name.trim().replace(/^functions\./u, '');

/** Most answers have none of these, so the search for forms is skipped. */
const everyFormHas = /\{|<tool_call>|<function=|<invoke /u;

const withoutSpans = (text: string, spans: readonly { start: number; end: number }[]): string => {
  let kept = '';
  let at = 0;
  for (const span of spans) {
    kept += text.slice(at, span.start);
    at = Math.max(at, span.end);
  }
  return (kept + text.slice(at)).trim();
};

/**
 * Finds calls that a model wrote as text, in the forms of the common model families. Markup inside a fenced code block
 * is talk about calls, not a call; only a fenced block that is nothing but a call counts.
 */
export const findTextToolCalls = (text: string, options: TextToolCallOptions = {}): TextToolCalls => {
  if (!everyFormHas.test(text)) return { calls: [], text };
  const fences = fencedBlocks(text);
  const inFence = (start: number) => fences.some((fence) => start > fence.start && start < fence.end);
  const taken: { start: number; end: number; calls: { name: string; argumentsText: string }[] }[] = [];
  for (const form of textCallForms.filter(({ id }) => options.formIds?.includes(id) ?? true)) {
    for (const match of form.find(text)) {
      const known = match.calls.every((call) => options.toolNames === undefined || options.toolNames.includes(plainName(call.name)));
      const free = taken.every((other) => match.end <= other.start || match.start >= other.end);
      if (match.calls.length > 0 && known && free && !(form.markup && inFence(match.start))) taken.push(match);
    }
  }
  taken.sort((a, b) => a.start - b.start);
  const calls = taken
    .flatMap((match) => match.calls)
    .map((call, index) => toolCallOf({ id: syntheticCallId(text, index), name: plainName(call.name), argumentsText: call.argumentsText }));
  return { calls, text: calls.length === 0 ? text : withoutSpans(text, taken) };
};
