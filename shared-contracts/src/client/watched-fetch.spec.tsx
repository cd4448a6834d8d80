import { createServer, type RequestListener, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { fakeUpload } from '../testing/fake-upload.ts';
import { watchedFetch } from './watched-fetch.ts';

const KILO = 'x'.repeat(1024);
const servers: Server[] = [];

/** Starts a server that accepts calls of this page's origin. Resolves with its address. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', window.location.origin);
    response.setHeader('access-control-allow-credentials', 'true');
    response.setHeader('access-control-allow-headers', 'content-type');
    response.setHeader('access-control-expose-headers', 'retry-after');
    if (request.method === 'OPTIONS') response.end();
    else listener(request, response);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return `http://127.0.0.1:${address.port}/`;
}

const options = (body: string, signal = new AbortController().signal) =>
  ({
    method: 'POST',
    credentials: 'include',
    signal,
    headers: { 'content-type': 'application/json' },
    body,
  }) as const;

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

describe('watchedFetch', () => {
  it('sends a body and returns a response as fetch does', async () => {
    const url = await serve((request, response) => {
      void text(request).then((body) => {
        if (body === '') return response.writeHead(204).end();
        response.writeHead(503, { 'retry-after': '7' });
        return response.end(`${request.headers['content-type']} ${body.length}`);
      });
    });
    const answer = await watchedFetch(url, options(KILO), () => {});
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '7']);
    expect(await answer.text()).toBe('application/json 1024');
    const empty = await watchedFetch(url, options(''), () => {});
    expect([empty.status, await empty.text()]).toEqual([204, '']);
  });

  it('rejects with the abort reason, and stops sending', async () => {
    const closed = Promise.withResolvers<string>();
    const arrived = Promise.withResolvers<string>();
    const url = await serve((request) => {
      arrived.resolve('arrived');
      request.on('close', () => closed.resolve('closed'));
    });
    const call = new AbortController();
    const answer = watchedFetch(url, options(KILO, call.signal), () => {});
    await arrived.promise;
    call.abort(new Error('given up'));
    await expect(answer).rejects.toThrow('given up');
    expect(await closed.promise).toBe('closed');
    await expect(watchedFetch(url, options(KILO, call.signal), () => {})).rejects.toThrow('given up');
  });

  it('reports progress, and fails without a response', async () => {
    const broken = fakeUpload((_url, _call, sent) => {
      for (const part of [0.25, 1]) sent(part);
      return Promise.reject(new Error('reset'));
    });
    Object.assign(globalThis, { XMLHttpRequest: broken });
    const parts: number[] = [];
    const answer = watchedFetch('/', options(KILO), (part) => parts.push(part));
    await expect(answer).rejects.toThrow('Failed to fetch');
    expect(parts).toEqual([0.25, 1]);
  });
});
