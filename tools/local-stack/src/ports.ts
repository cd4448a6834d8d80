import { createServer } from 'node:net';
import { systemCodeOf } from './failure.ts';

function listenOnce(port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ port, host, exclusive: true }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : port));
    });
  });
}

/** A port of the loopback interface that nobody listens on at this moment. */
export function freePort(): Promise<number> {
  return listenOnce(0, '127.0.0.1');
}

/**
 * Why a port of the loopback interface cannot be had, or nothing when it can. Both of its addresses are looked at: a
 * browser that is told `localhost` may go to either.
 *
 * @returns `taken`: another program listens on it; `refused`: this user may not listen on it
 */
export async function portProblem(port: number): Promise<'taken' | 'refused' | undefined> {
  for (const host of ['127.0.0.1', '::1']) {
    try {
      await listenOnce(port, host);
    } catch (error) {
      if (systemCodeOf(error) === 'EACCES') return 'refused';
      if (systemCodeOf(error) === 'EADDRINUSE') return 'taken';
      // Not every machine has the second address.
      if (host === '127.0.0.1') throw error;
    }
  }
  return undefined;
}
