import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';

export type TunnelProxy = { url: string; seen: string[]; close: () => Promise<void> };

/** A proxy on loopback whose tunnels all end at one port of this machine; with `refuseWith` it answers that status instead. */
export const startTunnelProxy = async (targetPort: number, refuseWith?: number): Promise<TunnelProxy> => {
  const seen: string[] = [];
  const open = new Set<Socket>();
  const keep = (socket: Socket) => {
    open.add(socket);
    socket.on('error', () => socket.destroy());
  };
  const server = createServer((_request, response) => response.writeHead(405).end());
  server.on('connect', (request, socket: Socket) => {
    keep(socket);
    seen.push(`CONNECT ${request.url}`);
    if (refuseWith !== undefined) return void socket.end(`HTTP/1.1 ${refuseWith} No\r\ncontent-length: 0\r\n\r\n`);
    const onward = connect(targetPort, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    keep(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    close: () =>
      new Promise((resolve) => {
        for (const socket of open) socket.destroy();
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};
