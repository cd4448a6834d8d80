import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/**
 * Faults of the bytes of a connection. `delay` holds each part for a second. `halve` passes half of a part and closes. `reset`
 * closes without a response. `drip` passes 64 bytes in 50 ms.
 */
export const LINK_FAULTS = ['delay', 'halve', 'reset', 'drip'] as const;
export type LinkFault = (typeof LINK_FAULTS)[number];

const DELAY_MS = 1_000;
const DRIP_BYTES = 64;
const DRIP_MS = 50;

/** A TCP proxy between two parts of the product. */
export interface FaultyProxy {
  port: number;
  /** Applies a fault to all connections, open ones included; null heals the link. */
  set(fault: LinkFault | null): void;
  close(): Promise<void>;
}

/** Passes the bytes of one direction on, subject to the current fault. */
function passOn(from: Socket, to: Socket, current: () => LinkFault | null): void {
  /** The parts in order: each waits for the part before it. */
  let queue = Promise.resolve();
  const write = (bytes: Buffer): void => void (to.writable && to.write(bytes));
  const after = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));

  async function pass(bytes: Buffer): Promise<void> {
    const fault = current();
    if (fault === 'reset') return void (from.resetAndDestroy(), to.resetAndDestroy());
    if (fault === 'delay') await after(DELAY_MS);
    if (fault === 'drip')
      for (let at = 0; at < bytes.length; at += DRIP_BYTES) {
        write(bytes.subarray(at, at + DRIP_BYTES));
        if (current() !== 'drip') return write(bytes.subarray(at + DRIP_BYTES));
        await after(DRIP_MS);
      }
    else if (fault === 'halve') {
      write(bytes.subarray(0, Math.floor(bytes.length / 2)));
      from.destroy();
      to.end();
    } else write(bytes);
  }
  from.on('data', (bytes: Buffer) => void (queue = queue.then(() => pass(bytes))));
  from.on('end', () => void (queue = queue.then(() => void to.end())));
}

/** Starts a proxy to a port of the loopback interface, without a fault. */
export async function startFaultyProxy(target: number): Promise<FaultyProxy> {
  let fault: LinkFault | null = null;
  const sockets = new Set<Socket>();
  const keep = (socket: Socket, other: () => Socket | undefined): Socket => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      sockets.delete(socket);
      other()?.destroy();
    });
    return socket;
  };
  const server = createServer((near) => {
    const far: Socket = keep(connect(target, '127.0.0.1'), () => near);
    keep(near, () => far);
    passOn(near, far, () => fault);
    passOn(far, near, () => fault);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    set: (next) => void (fault = next),
    close: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}
