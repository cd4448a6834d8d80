import { connect, type Socket } from 'node:net';
import type { TestServer } from './server.ts';

/** Opens a TCP connection for raw bytes. */
export function openSocket(server: TestServer): Promise<Socket> {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => resolve(socket));
    socket.once('error', reject);
  });
}

/** Sends raw bytes. Returns the response after the server closes the connection. */
export async function exchange(server: TestServer, request: string | Buffer): Promise<string> {
  const socket = await openSocket(server);
  const received: Buffer[] = [];
  socket.on('data', (data) => received.push(data));
  // The server may close the connection during the request.
  socket.on('error', () => {});
  const closed = new Promise<string>((resolve) => {
    socket.once('close', () => resolve(Buffer.concat(received).toString('latin1')));
  });
  socket.write(request);
  return closed;
}
