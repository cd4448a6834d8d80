import { createServer } from 'node:http';

export interface StubProvider {
  url: string;
  /** The received idempotency keys, oldest first. */
  keys: string[];
  close(): Promise<void>;
}

/** Starts a provider that responds to each call with the result of `respond` for its idempotency key. */
export async function startStubProvider(
  respond: (key: string) => { status: number; body: object },
): Promise<StubProvider> {
  const keys: string[] = [];
  const server = createServer((request, response) => {
    const key = String(request.headers['idempotency-key']);
    keys.push(key);
    const { status, body } = respond(key);
    response.writeHead(status, { 'content-type': 'application/json', connection: 'close' });
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { url: `http://127.0.0.1:${port}`, keys, close };
}
