import { createServer } from 'node:http';
import { now } from '../engine/src/kit/clock.ts';

/**
 * A server in a process of its own that streams chat chunks, one event per write, each holding the instant just before
 * its write on the machine's monotonic clock. The query says how many `events`, how many milliseconds between them
 * (`gap`), and at which milliseconds of each gap of that clock they are due (`phase`): so the load is the same for each
 * client, however it opens its connections.
 */
const chunk = (): string =>
  `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', choices: [{ index: 0, delta: { content: String(now()) } }] })}\n\n`;

/** Timers of Node tell milliseconds at best; streams that are due in the same one are written one after another. */
const tickMs = 1;

type Due = { at: number; gapMs: number; write: () => void };
const streams = new Set<Due>();
setInterval(() => {
  const at = now();
  for (const due of streams) {
    if (due.at > at) continue;
    due.at += due.gapMs;
    due.write();
  }
}, tickMs).unref();

const server = createServer((request, response) => {
  const query = new URL(request.url ?? '/', 'http://localhost').searchParams;
  let left = Number(query.get('events') ?? 100);
  const gapMs = Number(query.get('gap') ?? 25);
  request.resume();
  response.socket?.setNoDelay(true);
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.flushHeaders();
  const due: Due = {
    at: (Math.floor(now() / gapMs) + 1) * gapMs + Number(query.get('phase') ?? 0),
    gapMs,
    write: () => {
      response.write(chunk());
      left -= 1;
      if (left > 0) return;
      streams.delete(due);
      response.end('data: [DONE]\n\n');
    },
  };
  streams.add(due);
  response.on('close', () => streams.delete(due));
});

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.(typeof address === 'object' && address !== null ? address.port : 0);
});
process.on('disconnect', () => process.exit(0));
