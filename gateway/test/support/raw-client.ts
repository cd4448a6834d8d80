import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';

/** Sends the lines of a request's head, and the start of its body, and keeps the connection open. */
export function send(port: number, lines: readonly string[], body = ''): Socket {
  const socket = connect(port, '127.0.0.1');
  // A refused client may receive a reset in addition to the response.
  socket.on('error', () => socket.destroy());
  socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
  return socket;
}

/** Sends the lines of a request to a port and returns the raw response. */
export async function exchange(port: number, lines: readonly string[], body = ''): Promise<string> {
  return text(send(port, lines, body));
}
