import { createServer } from 'node:net';
import { BuildFailure } from '../build-failure.ts';

const FIRST_PORT = 4300;
/** More than the number of modules that one developer runs at the same time. */
const TRIED_PORTS = 50;
/** A browser may resolve `localhost` to either address. */
const LOOPBACK = ['127.0.0.1', '::1'];

function isTaken(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    // A machine may have only one of the addresses. No program listens on the other one.
    server.once('error', (error) => resolve('code' in error && error.code !== 'EADDRNOTAVAIL'));
    server.listen(port, host, () => server.close(() => resolve(false)));
  });
}

async function isFree(port: number): Promise<boolean> {
  for (const host of LOOPBACK) if (await isTaken(port, host)) return false;
  return true;
}

/**
 * Returns the port to listen on: the requested one, or the first free one from 4300.
 *
 * @throws BuildFailure if the port is not available
 */
export async function choosePort(requested: number | undefined): Promise<number> {
  if (requested === undefined) {
    for (let port = FIRST_PORT; port < FIRST_PORT + TRIED_PORTS; port += 1)
      if (await isFree(port)) return port;
  } else if (await isFree(requested)) return requested;
  const ports =
    requested === undefined ? `${FIRST_PORT} to ${FIRST_PORT + TRIED_PORTS - 1}` : String(requested);
  throw new BuildFailure(
    `Port ${ports} is not available: another program uses it, or the user has no permission`,
    'Stop that program, or set another port: PORT=4390',
  );
}
