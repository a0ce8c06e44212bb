import type { Harness, Manifest, Suite, Task, Thinking, Tokens } from '@benchloop/spec';

/** One task of the plan as the checks see it. */
export type PlannedTask = {
  /** Suite and task id: `toolcall/choose-01`. */
  key: string;
  suiteId: string;
  /** Everything that the task itself puts into the prompt; a template adds a little. */
  promptText: string;
  replyTokens: Tokens;
  /** The window that the task itself says it needs, prompt and reply; null = it does not say. */
  contextTokens: Tokens | null;
  offersTools: boolean;
};

/** What a plan asks of a stack. Lists name suites. */
export type PlanNeeds = {
  tasks: PlannedTask[];
  /** Suites judged by the clock. */
  timed: string[];
  /** Suites whose tools go through the server's own tool calling. */
  tools: string[];
  /** Suites that put a tool's result back into the conversation. */
  toolResults: string[];
  systemRole: string[];
  jsonSchema: string[];
  /** Suites whose steps the harness holds to a JSON Schema; without one they can’t be run. */
  heldSteps: string[];
  stop: string[];
  /** Timed suites whose prompts a prefix cache could know. */
  cacheable: string[];
  thinking: Thinking;
  temperature: number;
};

export type PlannedWork = { suite: Suite; task: Task };

const textOf = ({ messages, tools = [] }: Task): string =>
  [...messages.map(({ content }) => content), ...tools.map((tool) => JSON.stringify(tool))].join('\n');

export const keyOf = ({ suite, task }: PlannedWork): string => `${suite.id}/${task.id}`;

/** What the work of a plan asks of the server. A dialect writes tools into the prompt, and stops the model by a stop string or holds its steps to a schema. */
export const needsOf = (options: {
  manifest: Pick<Manifest, 'maxTokens' | 'thinking' | 'sampling'>;
  harness: Pick<Harness, 'kind' | 'constrains'>;
  work: readonly PlannedWork[];
}): PlanNeeds => {
  const { manifest, harness } = options;
  const work = [...new Map(options.work.map((item) => [keyOf(item), item])).values()];
  const suitesWhere = (holds: (item: PlannedWork) => boolean): string[] => [...new Set(work.filter(holds).map(({ suite }) => suite.id))];
  const raw = harness.kind === 'raw';
  const hasTools = ({ task }: PlannedWork) => (task.tools ?? []).length > 0;
  const holdsSteps = (item: PlannedWork) => harness.constrains === true && hasTools(item);
  return {
    tasks: work.map((item) => ({
      key: keyOf(item),
      suiteId: item.suite.id,
      promptText: textOf(item.task),
      contextTokens: item.task.contextTokens ?? null,
      offersTools: hasTools(item),
      replyTokens: Math.min(item.task.limits.maxTokens, manifest.maxTokens ?? Infinity),
    })),
    timed: suitesWhere(({ suite }) => suite.judge === 'clock'),
    tools: suitesWhere((item) => raw && hasTools(item)),
    toolResults: suitesWhere((item) => raw && hasTools(item) && item.task.limits.maxTurns > 1),
    systemRole: suitesWhere(({ task }) => raw && task.messages.some(({ role }) => role === 'system')),
    jsonSchema: suitesWhere((item) => item.task.responseSchema !== undefined || holdsSteps(item)),
    heldSteps: suitesWhere(holdsSteps),
    stop: suitesWhere((item) => harness.kind === 'dialect' && !holdsSteps(item) && hasTools(item)),
    cacheable: suitesWhere(({ suite, task }) => suite.judge === 'clock' && task.nonce === undefined),
    thinking: manifest.thinking,
    temperature: manifest.sampling.temperature,
  };
};
