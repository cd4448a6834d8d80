import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A TCP proxy to a database. */
export interface DatabaseProxy {
  /** The URL of the database through the proxy. */
  url: string;
  /** Closes all connections. New connections are accepted and do not get a response. */
  stopResponding(): void;
  close(): Promise<void>;
}

export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const database = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let silent = false;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    return socket;
  };
  const closeAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  const server = createServer((near) => {
    keep(near);
    if (silent) return;
    const far = keep(connect(Number(database.port), database.hostname));
    near.pipe(far).pipe(near);
    near.on('close', () => far.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const proxy = new URL(databaseUrl);
  proxy.port = String(typeof address === 'object' && address ? address.port : 0);
  return {
    url: proxy.href,
    stopResponding: () => {
      silent = true;
      closeAll();
    },
    close: async () => {
      server.close();
      closeAll();
      await once(server, 'close');
    },
  };
}
