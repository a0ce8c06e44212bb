import { chatEventSchema, type ApiProblem, type ChatAsk, type ChatEvent } from '@benchloop/spec';
import { AppProblem } from '../../data/api.ts';

const cutOff: ApiProblem = { message: 'The reply was cut off.', nextStep: 'See whether BenchLoop still runs, and send it again.' };

/** Whole lines of a text that comes in pieces; what is left of the last one waits for the next piece. */
export const createLineReader = (onLine: (line: string) => void) => {
  let rest = '';
  return (piece: string): void => {
    const lines = `${rest}${piece}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line !== '') onLine(line);
  };
};

/** Sends a message and tells what comes, as it comes. Stopping `signal` stops the model. Throws `AppProblem`. */
export const streamReply = async (
  ask: ChatAsk,
  { onEvent, signal }: { onEvent: (event: ChatEvent) => void; signal: AbortSignal },
): Promise<void> => {
  const answer = await fetch('/api/chat/reply', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ask),
    signal,
  });
  if (!answer.ok || answer.body === null) throw new AppProblem((await answer.json().catch(() => cutOff)) as ApiProblem, answer.status);
  let isDone = false;
  const read = createLineReader((line) => {
    const event = chatEventSchema.parse(JSON.parse(line));
    isDone ||= event.type === 'done' || event.type === 'failed';
    onEvent(event);
  });
  const reader = answer.body.getReader();
  const decoder = new TextDecoder();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    read(decoder.decode(value, { stream: true }));
  }
  if (!isDone) throw new AppProblem(cutOff, 0);
};
