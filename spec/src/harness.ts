import type { Environment } from './environment.ts';
import type { Generation, ModelRequest } from './generation.ts';
import type { HarnessId } from './ids.ts';
import type { Model } from './model.ts';
import type { Limits, Reply, Task } from './task.ts';
import type { Transcript } from './transcript.ts';

/** The part of a request that a harness decides; sampling, thinking and caching come from the plan. */
export type HarnessRequest = Pick<ModelRequest, 'messages' | 'tools' | 'toolChoice' | 'constraint' | 'stop' | 'maxTokens'>;

/**
 * What one attempt may use. `generate` resolves with the model's reply; when the call fails it rejects with an
 * error that only the runner understands: a harness lets it pass.
 */
export type AttemptContext = {
  task: Task;
  model: Model;
  limits: Limits;
  environment: Environment;
  generate: (request: HarnessRequest) => Promise<Generation>;
};

export type Support = { supported: true } | { supported: false; reason: string; remedy: string };

/**
 * Puts a task to a model and reads the reply back. `raw` uses the server's own tool calling, a `dialect` writes
 * tools into the prompt and reads calls from text, a `program` is a real agent CLI.
 * `attempt` must be a pure function of the replies, so that `verify` can replay it.
 */
export type Harness = {
  id: HarnessId;
  version: string;
  kind: 'raw' | 'dialect' | 'program';
  title: string;
  /** True where the replies to tasks with tools are held to a JSON Schema while they are decoded: another stack than one that decodes freely. */
  constrains?: true;
  supports: (task: Task, model: Model) => Support;
  attempt: (context: AttemptContext) => Promise<Transcript>;
  /** Writes a scripted reply the way this harness reads one: identity for `raw`. */
  encodeReply: (reply: Reply, task: Task) => Reply;
};
