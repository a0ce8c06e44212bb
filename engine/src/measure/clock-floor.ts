import type { Milliseconds } from '@benchloop/spec';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { now } from '../kit/clock.ts';
import { createMeasuringClient } from '../kit/http/client.ts';

export type ClockFloor = { p50Ms: Milliseconds; p99Ms: Milliseconds; samples: number };

const defaultSamples = 200;
/** Together about one second. */
const gapMs = 4;

const startStampingServer = async (samples: number) => {
  const server = createServer((_request, response) => {
    response.socket?.setNoDelay(true);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const send = async () => {
      for (let sent = 0; sent < samples; sent += 1) {
        await sleep(gapMs);
        response.write(`data: ${now()}\n\n`);
      }
      response.end();
    };
    send().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { port, close: () => new Promise<void>((resolve) => server.close(() => resolve())) };
};

const quantile = (sorted: readonly number[], share: number): number => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;

/**
 * How long after its sending a token is seen by the measuring client over loopback: what no time measured here can
 * be finer than. Takes about one second.
 */
export const measureClockFloor = async (samples = defaultSamples): Promise<ClockFloor> => {
  const server = await startStampingServer(samples);
  const client = createMeasuringClient();
  const delays: Milliseconds[] = [];
  const limits = { connectTimeoutMs: 5_000, idleTimeoutMs: 5_000, maxErrorBytes: 1 << 16, maxBytes: 1 << 24 };
  const request = { url: `http://127.0.0.1:${server.port}/`, method: 'GET' as const, headers: {}, body: null, limits };
  try {
    for await (const event of client.send(request, AbortSignal.timeout(10_000))) {
      // Of several events in one read only the last tells how long the way took.
      const stamp = event.type === 'read' ? /data: ([\d.]+)\n\n$/u.exec(event.text)?.[1] : undefined;
      if (stamp !== undefined) delays.push(Math.max(0, event.at - Number(stamp)));
    }
  } finally {
    await client.close();
    await server.close();
  }
  delays.sort((a, b) => a - b);
  return { p50Ms: quantile(delays, 0.5), p99Ms: quantile(delays, 0.99), samples: delays.length };
};
