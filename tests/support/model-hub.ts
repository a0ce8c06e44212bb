import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename } from 'node:path';

const trickleMs = 200;
const trickleBytes = 4096;

export type AskedFile = { path: string; start: number };

/** A hub and a registry on loopback that offer one real model file. */
export type ModelHub = {
  url: string;
  /** As `models pull` takes the file of the hub, one that no disk holds, and the file of the registry through an Ollama. */
  source: string;
  hugeSource: string;
  ollamaSource: string;
  fileName: string;
  sizeBytes: number;
  /** Requests for the bytes of the file, each with the byte that it began at. */
  asked: AskedFile[];
  /** Files that are being sent now. */
  sending: () => number;
  /** Sends this much of the file and then next to nothing; null = all at once. */
  holdAt: (bytes: number | null) => void;
  /** Sends other bytes than it announced. */
  spoil: (isSpoilt: boolean) => void;
  close: () => Promise<void>;
};

const repo = 'maker/SmolLM2-GGUF';
const huge = 'maker/Huge-GGUF';
const hugeBytes = 4e15;

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const spoiltOf = (content: Buffer): Buffer => Buffer.concat([content.subarray(0, -1), Buffer.from([(content.at(-1) ?? 0) ^ 1])]);

const json = (response: ServerResponse, data: unknown, type = 'application/json'): void =>
  void response.writeHead(200, { 'content-type': type }).end(JSON.stringify(data));

const entryOf = (id: string, total: number) => ({
  id,
  downloads: 12_345,
  likes: 6,
  gated: false,
  lastModified: '2026-01-02T03:04:05.000Z',
  gguf: { total, architecture: 'llama', context_length: 8192 },
});

/** Starts the hub with the file at `path`: the addresses of Hugging Face, and those of a registry as Ollama asks them. */
export const startModelHub = async (path: string): Promise<ModelHub> => {
  const content = await readFile(path);
  // Other bytes, so that an Ollama which has the model already still has to fetch them.
  const weights = Buffer.concat([content, Buffer.alloc(32)]);
  const fileName = basename(path);
  const digest = sha256(content);
  const config = Buffer.from(JSON.stringify({ model_format: 'gguf', model_family: 'llama', model_type: '134.52M', file_type: 'Q4_1' }));
  const asked: AskedFile[] = [];
  let hold: number | null = null;
  let isSpoilt = false;
  let sending = 0;

  const trickle = (content: Buffer, response: ServerResponse, start: number): void => {
    let at = start;
    const timer = setInterval(() => {
      if (response.destroyed) return clearInterval(timer);
      const end = hold === null ? content.length : Math.min(content.length, at + trickleBytes);
      response.write(content.subarray(at, end));
      at = end;
      if (at < content.length) return;
      clearInterval(timer);
      response.end();
    }, trickleMs);
    response.on('close', () => clearInterval(timer));
  };

  const sendFile = (content: Buffer, request: IncomingMessage, response: ServerResponse): void => {
    const range = /^bytes=(\d+)-(\d*)$/u.exec(request.headers.range ?? '');
    const start = Number(range?.[1] ?? 0);
    const last = range?.[2] ? Math.min(Number(range[2]), content.length - 1) : content.length - 1;
    const headers = { etag: `"${sha256(content)}"`, 'accept-ranges': 'bytes', 'content-length': last - start + 1 };
    if (range === null) response.writeHead(200, headers);
    else response.writeHead(206, { ...headers, 'content-range': `bytes ${start}-${last}/${content.length}` });
    if (request.method === 'HEAD') return void response.end();
    asked.push({ path: request.url ?? '', start });
    sending += 1;
    response.once('close', () => (sending -= 1));
    const sent = isSpoilt ? spoiltOf(content) : content;
    if (hold === null || last < content.length - 1) return void response.end(sent.subarray(start, last + 1));
    const first = Math.max(start, hold);
    response.write(sent.subarray(start, first));
    trickle(sent, response, first);
  };

  /** A registry tells a blob's size itself and sends for its bytes elsewhere; Ollama takes only another host name for that. */
  const sendBlob = (blob: Buffer, request: IncomingMessage, response: ServerResponse): void => {
    if (request.method === 'HEAD') return void response.writeHead(200, { 'content-length': blob.length }).end();
    response.writeHead(307, { location: `http://localhost:${request.socket.localPort ?? 0}/blobs/${sha256(blob)}` }).end();
  };

  const answers: [RegExp, (request: IncomingMessage, response: ServerResponse) => void][] = [
    [/^\/api\/models$/u, (_, response) => json(response, [entryOf(repo, 134_515_008), entryOf(huge, 7e12)])],
    [
      /^\/api\/models\/maker\/SmolLM2-GGUF\/tree\/main$/u,
      (_, response) =>
        json(response, [
          { type: 'file', path: fileName, size: 1, lfs: { oid: digest, size: content.length } },
          { type: 'file', path: 'SmolLM2-F32.gguf', size: 1, lfs: { oid: digest, size: hugeBytes } },
        ]),
    ],
    [
      /^\/api\/models\/maker\/Huge-GGUF\/tree\/main$/u,
      (_, response) => json(response, [{ type: 'file', path: 'Huge-Q4_K_M.gguf', size: hugeBytes }]),
    ],
    [
      new RegExp(`^/${repo}/resolve/main/${fileName.replaceAll('.', '\\.')}$`, 'u'),
      (request, response) => sendFile(content, request, response),
    ],
    [
      /^\/v2\/library\/tiny\/manifests\/latest$/u,
      (_, response) =>
        json(
          response,
          {
            schemaVersion: 2,
            mediaType: 'application/vnd.docker.distribution.manifest.v2+json',
            config: {
              mediaType: 'application/vnd.docker.container.image.v1+json',
              digest: `sha256:${sha256(config)}`,
              size: config.length,
            },
            layers: [{ mediaType: 'application/vnd.ollama.image.model', digest: `sha256:${sha256(weights)}`, size: weights.length }],
          },
          'application/vnd.docker.distribution.manifest.v2+json',
        ),
    ],
    ...[weights, config].flatMap((blob): [RegExp, (request: IncomingMessage, response: ServerResponse) => void][] => [
      [new RegExp(`^/v2/library/tiny/blobs/sha256:${sha256(blob)}$`, 'u'), (request, response) => sendBlob(blob, request, response)],
      [new RegExp(`^/blobs/${sha256(blob)}$`, 'u'), (request, response) => sendFile(blob, request, response)],
    ]),
  ];

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://loopback');
    const answer = answers.find(([pattern]) => pattern.test(decodeURIComponent(pathname)));
    if (answer === undefined) response.writeHead(404).end('{}');
    else answer[1](request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `http://${host}`,
    source: `hf:${repo}:Q4_1`,
    hugeSource: `hf:${huge}`,
    ollamaSource: `ollama:http://${host}/library/tiny:latest`,
    fileName,
    sizeBytes: content.length,
    asked,
    sending: () => sending,
    holdAt: (bytes) => void (hold = bytes),
    spoil: (spoils) => void (isSpoilt = spoils),
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
};
