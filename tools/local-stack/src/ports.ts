import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { StartFailure, systemCodeOf } from './failure.ts';

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

/**
 * Returns why a loopback port is unavailable, or undefined. Checks IPv4 and IPv6, because a browser may resolve
 * `localhost` to either.
 *
 * @returns `taken`: another program uses it; `refused`: this user has no permission
 */
export async function portProblem(port: number): Promise<'taken' | 'refused' | undefined> {
  for (const host of ['127.0.0.1', '::1']) {
    try {
      await listenOnce(port, host);
    } catch (error) {
      if (systemCodeOf(error) === 'EACCES') return 'refused';
      if (systemCodeOf(error) === 'EADDRINUSE') return 'taken';
      // Some machines have no IPv6 address.
      if (host === '127.0.0.1') throw error;
    }
  }
  return undefined;
}

/**
 * The ports below those that Linux (from 32768) and macOS (from 49152) give to outgoing connections. No outgoing
 * connection takes such a port before its server listens, or while its server restarts.
 */
const FIRST_SERVER_PORT = 10_000;
const LAST_SERVER_PORT = 32_767;

/** Returns a free port of the loopback interface, for a server that starts later or restarts. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST_SERVER_PORT, LAST_SERVER_PORT + 1);
    if ((await portProblem(port)) === undefined) return port;
  }
}

/** Checks that the ports are free. Throws StartFailure with the port and its variable. */
export async function checkPorts(ports: Readonly<Record<'PORT' | 'API_PORT', number>>): Promise<void> {
  for (const [name, port] of Object.entries(ports)) {
    const problem = await portProblem(port);
    const other = port < 65_436 ? Math.max(port + 100, 4300) : 4300;
    if (problem === 'taken')
      throw new StartFailure(
        `Port ${port} is in use by another program. Stop it, or choose another: ${name}=${other} npm start`,
      );
    if (problem === 'refused')
      throw new StartFailure(
        `Port ${port} needs permissions that this user does not have. Choose another: ${name}=${other} npm start`,
      );
  }
}
