import { jest } from '@jest/globals';
import { WorkerScript } from './worker-script.ts';

const url = new URL('https://example.test/modules/a/1.0.0/assets/7.abc.js');

/** A page with an integrity hash for script 7; records fetches and started workers. */
function page(fetched: typeof fetch) {
  const started: string[] = [];
  function FakeWorker(address: string): void {
    started.push(address);
  }
  Object.assign(globalThis, {
    Worker: FakeWorker,
    fetch: fetched,
    __webpack_require__: { integrity: { 7: 'sha256-seven' }, u: (id: string) => `assets/${id}.abc.js` },
  });
  return started;
}

const real = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = real;
  jest.restoreAllMocks();
});

describe('a worker', () => {
  it.each([
    ['with the integrity hash of its script', url, 'sha256-seven'],
    [
      'with an integrity hash that matches no file, if its own is missing',
      new URL('8.abc.js', url),
      /^sha256-A+=$/,
    ],
  ])('is fetched %s, and started from memory', async (_how, address, digest) => {
    // jsdom and Node have different Blob classes: the test only passes the blob on.
    const script = new Blob(['self.postMessage(1)']);
    const kept: (Blob | MediaSource)[] = [];
    jest.spyOn(URL, 'createObjectURL').mockImplementation((given) => {
      kept.push(given);
      return 'blob:the-script';
    });
    const asked: (RequestInit | undefined)[] = [];
    const started = page((_input, init) => {
      asked.push(init);
      return Promise.resolve(Object.assign(new Response(), { blob: () => Promise.resolve(script) }));
    });
    await new WorkerScript(address).start();
    expect(asked).toEqual([{ integrity: expect.stringMatching(digest) }]);
    expect(started).toEqual(['blob:the-script']);
    expect(kept[0]).toBe(script);
  });

  it('does not start when the integrity check fails', async () => {
    const started = page(() => Promise.reject(new TypeError('Failed to fetch')));
    await expect(new WorkerScript(url).start()).rejects.toThrow('Failed to fetch');
    expect(started).toEqual([]);
  });
});
