import { createServer } from 'node:net';
import { BuildFailure } from '../build-failure.ts';

const FIRST_PORT = 4300;
/** As many modules as one person develops at a time, and some more. */
const TRIED_PORTS = 50;
/** A browser that is told `localhost` may go to either. */
const LOOPBACK = ['127.0.0.1', '::1'];

function isTaken(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    // Not every machine has both addresses; what one lacks nobody listens on.
    server.once('error', (error) => resolve('code' in error && error.code !== 'EADDRNOTAVAIL'));
    server.listen(port, host, () => server.close(() => resolve(false)));
  });
}

async function isFree(port: number): Promise<boolean> {
  for (const host of LOOPBACK) if (await isTaken(port, host)) return false;
  return true;
}

/**
 * The port to listen on: the wanted one, or the first free one from 4300 on.
 *
 * @throws BuildFailure where it cannot be had
 */
export async function choosePort(wanted: number | undefined): Promise<number> {
  if (wanted === undefined) {
    for (let port = FIRST_PORT; port < FIRST_PORT + TRIED_PORTS; port += 1)
      if (await isFree(port)) return port;
  } else if (await isFree(wanted)) return wanted;
  const taken = wanted === undefined ? `${FIRST_PORT} to ${FIRST_PORT + TRIED_PORTS - 1}` : String(wanted);
  throw new BuildFailure(
    `Port ${taken} cannot be had: another program uses it, or this user may not`,
    'Stop that program, or choose another port: PORT=4390',
  );
}
