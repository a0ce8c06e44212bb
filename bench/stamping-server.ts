import { createServer } from 'node:http';
import { now } from '../engine/src/kit/clock.ts';

/**
 * A server in a process of its own that streams chat chunks, one event per write, each holding the instant just before
 * its write on the machine's monotonic clock. The query says how many `events` and how many milliseconds between them.
 */
const chunk = (): string =>
  `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', choices: [{ index: 0, delta: { content: String(now()) } }] })}\n\n`;

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://localhost');
  let left = Number(url.searchParams.get('events') ?? 100);
  const gapMs = Number(url.searchParams.get('gap') ?? 25);
  request.resume();
  response.socket?.setNoDelay(true);
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const timer = setInterval(() => {
    response.write(chunk());
    left -= 1;
    if (left > 0) return;
    clearInterval(timer);
    response.end('data: [DONE]\n\n');
  }, gapMs);
  response.on('close', () => clearInterval(timer));
});

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.(typeof address === 'object' && address !== null ? address.port : 0);
});
process.on('disconnect', () => process.exit(0));
