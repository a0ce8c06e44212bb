import { createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';

export type LoopbackProxy = {
  url: string;
  /** `CONNECT host:port` and `GET http://host/path`, as they came. */
  seen: string[];
  logins: (string | undefined)[];
  close: () => Promise<void>;
};

export type LoopbackProxyOptions = {
  /** Port on this machine that stands for every host, whose names nobody knows. */
  targetPort: number;
  /** Answers CONNECT with this status instead of a tunnel. */
  refuseWith?: number;
};

/** An HTTP proxy on loopback: tunnels for CONNECT, and requests with whole addresses, all to one port of this machine. */
export const startLoopbackProxy = async ({ targetPort, refuseWith }: LoopbackProxyOptions): Promise<LoopbackProxy> => {
  const seen: string[] = [];
  const logins: (string | undefined)[] = [];
  const sockets = new Set<Socket>();
  const note = (request: IncomingMessage) => {
    seen.push(`${request.method} ${request.url}`);
    logins.push(request.headers['proxy-authorization']);
  };
  const server = createServer((request, response) => {
    note(request);
    const url = new URL(request.url ?? '');
    const onward = httpRequest(
      { host: '127.0.0.1', port: targetPort, method: request.method, path: url.pathname + url.search, headers: request.headers },
      (reply) => {
        response.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.pipe(response);
      },
    );
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  });
  server.on('connect', (request, socket: Socket) => {
    note(request);
    socket.on('error', () => socket.destroy());
    if (refuseWith !== undefined) return void socket.end(`HTTP/1.1 ${refuseWith} No\r\ncontent-length: 0\r\n\r\n`);
    const upstream = connect(targetPort, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      upstream.pipe(socket).pipe(upstream);
    });
    sockets.add(upstream);
    upstream.on('error', () => socket.destroy());
  });
  server.on('connection', (socket) => void sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    logins,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
};
