import { createServer } from 'node:net';
import { systemCodeOf } from './failure.ts';

function listenOnce(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : port));
    });
  });
}

/** A port of the loopback interface that nobody listens on at this moment. */
export function freePort(): Promise<number> {
  return listenOnce(0);
}

/**
 * Why a port of the loopback interface cannot be had, or nothing when it can.
 *
 * @returns `taken`: another program listens on it; `refused`: this user may not listen on it
 */
export async function portProblem(port: number): Promise<'taken' | 'refused' | undefined> {
  try {
    await listenOnce(port);
    return undefined;
  } catch (error) {
    if (systemCodeOf(error) === 'EACCES') return 'refused';
    if (systemCodeOf(error) === 'EADDRINUSE') return 'taken';
    throw error;
  }
}
