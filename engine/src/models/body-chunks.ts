import type { Readable } from 'node:stream';

const mostQueuedBytes = 1024 * 1024;

/**
 * The chunks of a body, listened for from the moment of this call. Unlike iterating the stream itself, chunks that came
 * before a drop are all handed out before the error, so that a resume can go on behind them.
 */
export const bodyChunks = (body: Readable): AsyncIterable<Buffer> => {
  const queue: Buffer[] = [];
  let queuedBytes = 0;
  let ended: { error: Error | null } | null = null;
  let wake = (): void => undefined;

  const end = (error: Error | null): void => {
    ended ??= { error };
    wake();
  };
  body.on('data', (chunk: Buffer) => {
    queue.push(chunk);
    queuedBytes += chunk.length;
    if (queuedBytes > mostQueuedBytes) body.pause();
    wake();
  });
  body.on('end', () => end(null));
  body.on('error', end);
  body.on('close', () => end(new Error('the body was closed')));

  const next = async (): Promise<Buffer | null> => {
    while (queue.length === 0 && ended === null) await new Promise<void>((resolve) => (wake = resolve));
    const chunk = queue.shift();
    if (chunk === undefined) {
      if (ended?.error) throw ended.error;
      return null;
    }
    queuedBytes -= chunk.length;
    if (queuedBytes <= mostQueuedBytes && body.isPaused()) body.resume();
    return chunk;
  };

  return {
    async *[Symbol.asyncIterator]() {
      for (let chunk = await next(); chunk !== null; chunk = await next()) yield chunk;
    },
  };
};
