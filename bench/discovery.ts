import { createServer, type Server, type Socket } from 'node:net';
import { discover } from '../engine/src/discovery/discover.ts';
import { printTable } from './table.ts';

/** Wall time of one search for servers: with ten ports where nothing listens, and with five that accept and never answer. */
const rounds = 5;

type Listener = { port: number; close: () => Promise<void> };

const listen = async (): Promise<Listener> => {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
};

const many = (count: number): Promise<Listener[]> => Promise.all(Array.from({ length: count }, listen));

const times = async (ports: readonly number[]): Promise<number[]> => {
  const all: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now();
    await discover({ env: {}, ports });
    all.push(performance.now() - began);
  }
  return all.toSorted((a, b) => a - b);
};

const dead = await many(10);
const deadPorts = dead.map(({ port }) => port);
await Promise.all(dead.map(({ close }) => close()));
const hanging = await many(5);
const hangingPorts = hanging.map(({ port }) => port);

const cases: [string, readonly number[]][] = [
  ['ten dead ports', deadPorts],
  ['five hanging ports', hangingPorts],
  ['ten dead and five hanging ports', [...deadPorts, ...hangingPorts]],
];
const rows: Record<string, string | number>[] = [];
for (const [what, ports] of cases) {
  const all = await times(ports);
  rows.push({
    what,
    medianMs: (all[Math.floor(rounds / 2)] as number).toFixed(0),
    slowestMs: (all.at(-1) as number).toFixed(0),
    targetMs: 1200,
  });
}
await Promise.all(hanging.map(({ close }) => close()));
printTable(`discovery, ${rounds} rounds`, rows);
