import type { HarnessRequest, Manifest, Message, ModelRequest, Suite, Task } from '@benchloop/spec';
import { digestOf } from '../kit/digest.ts';

/** What the plan, the suite and the trial add to a harness's request. All of it is in the run, so a replay gets the same. */
export type RequestContext = {
  manifest: Pick<Manifest, 'sampling' | 'thinking' | 'maxTokens'>;
  suite: Pick<Suite, 'judge'>;
  task: Task;
  runId: string;
  trialId: string;
  /** 0 for the first call of a trial. */
  turn: number;
};

const withNonce = (messages: Message[], nonce: string): Message[] =>
  messages.map((message, index) => (index === 0 ? { ...message, content: `[${nonce}] ${message.content}` } : message));

export const completeRequest = (request: HarnessRequest, context: RequestContext): ModelRequest => {
  const { manifest, task } = context;
  const nonce = digestOf(`${context.runId}/${context.trialId}`).slice(-12);
  return {
    ...request,
    messages: task.nonce === 'prefix' ? withNonce(request.messages, nonce) : request.messages,
    maxTokens: Math.min(request.maxTokens, manifest.maxTokens ?? Infinity),
    sampling: manifest.sampling,
    thinking: manifest.thinking,
    // What another trial left in the cache must change neither a time nor an answer; a trial's own turns may build on each other.
    cachePrompt: context.suite.judge === 'scorer' && context.turn > 0,
    ...(task.ignoreEndToken === undefined ? {} : { ignoreEndToken: task.ignoreEndToken }),
  };
};
