import { Socket } from 'node:net';
import { calibrateCpu } from './cpu-time.ts';
import { createLines } from './lines.ts';
import type { FromChild, RuntimeFiles, ToChild } from './messages.ts';
import { createModules } from './modules.ts';
import { createPool } from './pool.ts';
import { runRequest } from './run-request.ts';

const aliveEveryMs = 1000;

const files = JSON.parse(process.argv[2] ?? '') as RuntimeFiles;
const parent = new Socket({ fd: 1, readable: false });
const tell = (message: FromChild): void => void parent.write(`${JSON.stringify(message)}\n`);

const cpuScale = calibrateCpu();
const pool = createPool({ modules: createModules(files), cpuScale });
const running = new Map<number, AbortController>();

const take = async (message: ToChild): Promise<void> => {
  if (message.op === 'cancel') return running.get(message.id)?.abort();
  const controller = new AbortController();
  running.set(message.id, controller);
  try {
    const run = await runRequest(message.request, { pool, signal: controller.signal });
    tell({ type: 'result', id: message.id, run });
  } catch (error) {
    tell({ type: 'failed', id: message.id, reason: error instanceof Error ? error.message : 'unknown' });
  } finally {
    running.delete(message.id);
  }
};

const takeChunk = createLines((line) => void take(JSON.parse(line) as ToChild));
process.stdin.on('data', takeChunk).on('end', () => process.exit(0));
setInterval(() => tell({ type: 'alive', rssBytes: process.memoryUsage.rss() }), aliveEveryMs);
tell({ type: 'ready', cpuScale, escapes: {} });
