import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer, type Server as SecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';

export type ModelServer = { endpoint: string; close: () => Promise<void>; chats: () => number };
type Answer = (request: IncomingMessage, response: ServerResponse, chatNumber: number, body: string) => void;

const close = (server: Server | SecureServer): Promise<void> =>
  new Promise((resolve) => {
    server.closeAllConnections();
    server.close(() => resolve());
  });

export const sendJson = (response: ServerResponse, status: number, data: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(data));
};

/** A whole streamed chat reply of one text. */
export const sendChat = (response: ServerResponse, text: string): void => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const chunk = (data: unknown) => response.write(`data: ${JSON.stringify(data)}\n\n`);
  chunk({ model: 'm', choices: [{ index: 0, delta: { role: 'assistant', content: text } }] });
  chunk({ model: 'm', choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] });
  chunk({ model: 'm', choices: [], usage: { prompt_tokens: 5, completion_tokens: 2, total_tokens: 7 } });
  response.end('data: [DONE]\n\n');
};

/** A server with one model `m` whose chat route does what a test says. */
export const startModelServer = async (
  chat: Answer,
  models: Answer = (_request, response) => sendJson(response, 200, { object: 'list', data: [{ id: 'm', object: 'model' }] }),
  tls: { key: string; cert: string } | null = null,
): Promise<ModelServer> => {
  let chats = 0;
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      if (request.url === '/v1/models') models(request, response, chats, body);
      // Discovery asks with nothing which API there is; a server refuses that, and no model is asked.
      else if (request.url === '/v1/chat/completions' && body === '{}')
        sendJson(response, 400, { error: { message: 'messages is required', type: 'invalid_request_error' } });
      else if (request.url === '/v1/chat/completions') chat(request, response, (chats += 1), body);
      else sendJson(response, 404, { error: { message: 'no such route', type: 'not_found_error' } });
    });
  };
  const server = tls === null ? createServer(answer) : createSecureServer(tls, answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `${tls === null ? 'http' : 'https'}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => close(server),
    chats: () => chats,
  };
};
