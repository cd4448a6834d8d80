import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** The way to a database, which a test can cut. */
export interface DatabaseLine {
  /** The database's address by this way. */
  url: string;
  /** Breaks all connections; from now on somebody takes new ones, and says nothing. */
  fallSilent(): void;
  close(): Promise<void>;
}

export async function openDatabaseLine(databaseUrl: string): Promise<DatabaseLine> {
  const database = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let silent = false;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    return socket;
  };
  const breakAll = () => {
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
  const line = new URL(databaseUrl);
  line.port = String(typeof address === 'object' && address ? address.port : 0);
  return {
    url: line.href,
    fallSilent: () => {
      silent = true;
      breakAll();
    },
    close: async () => {
      server.close();
      breakAll();
      await once(server, 'close');
    },
  };
}
