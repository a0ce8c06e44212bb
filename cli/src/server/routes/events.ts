import { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { StampedEvent } from '../bus.ts';
import type { ServerContext } from '../context.ts';

const heartbeatMs = 15_000;
/** A page that reads slower than this many events is told to ask for everything again. */
const mostWaiting = 5000;

/** Many small events cost one write. */
const mostTogether = 200;

/** One event in the form of an event stream; JSON holds no line break. https://html.spec.whatwg.org/multipage/server-sent-events.html */
const textOf = ({ id, event }: StampedEvent): string => `data: ${JSON.stringify(event)}\nid: ${id}\n\n`;

/** Live events for pages: each with an id, and from the last one seen where a page comes back. */
export const createEventRoutes = ({ bus, queue, signal }: ServerContext) =>
  new Hono().get('/', (context) =>
    streamSSE(context, async (stream) => {
      const last = context.req.header('last-event-id') ?? null;
      let waiting: StampedEvent[] = bus.since(last);
      let wake: () => void = () => undefined;
      const stop = bus.subscribe((stamped) => {
        waiting.push(stamped);
        if (waiting.length > mostWaiting) waiting = [{ ...stamped, event: { type: 'reset' } }];
        wake();
      });
      const end = () => wake();
      stream.onAbort(end);
      signal.addEventListener('abort', end, { once: true });
      try {
        if (last === null) await stream.writeSSE({ data: JSON.stringify({ type: 'queue', jobs: queue.list() }) });
        while (!stream.aborted && !signal.aborted) {
          const together = waiting.splice(0, mostTogether);
          if (together.length > 0) await stream.write(together.map(textOf).join(''));
          else {
            const timer = setTimeout(() => wake(), heartbeatMs);
            await new Promise<void>((resolve) => (wake = resolve));
            clearTimeout(timer);
            if (waiting.length === 0 && !stream.aborted) await stream.write(': still here\n\n');
          }
        }
      } finally {
        stop();
        signal.removeEventListener('abort', end);
      }
    }),
  );
