import { parentPort, workerData } from 'node:worker_threads';
import { startScriptedServer, type ServerStep } from './scripted-server.ts';

const server = await startScriptedServer(() => workerData as ServerStep[]);
parentPort?.on('message', () => parentPort?.postMessage(server.writtenAt));
parentPort?.postMessage(server.url);
