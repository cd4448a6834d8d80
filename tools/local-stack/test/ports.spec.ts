import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { freePort, portProblem } from '../src/ports.ts';

it('returns no port that the system gives to outgoing connections', async () => {
  const listening = await freePort();
  const server = createServer().listen(listening, '127.0.0.1');
  await once(server, 'listening');
  const connection = connect(listening, '127.0.0.1');
  await once(connection, 'connect');
  const found = await Promise.all(Array.from({ length: 20 }, () => freePort()));
  expect(Math.max(...found)).toBeLessThan(connection.localPort ?? 0);
  connection.destroy();
  server.close();
});

it('finds a port that nothing listens on', async () => {
  const port = await freePort();
  expect(await portProblem(port)).toBeUndefined();
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  expect(await portProblem(port)).toBe('taken');
  server.close();
});
