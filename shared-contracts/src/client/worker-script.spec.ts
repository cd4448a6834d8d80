import { jest } from '@jest/globals';
import { WorkerScript } from './worker-script.ts';

const url = new URL('https://example.test/modules/a/1.0.0/assets/7.abc.js');

/** A page whose module vouches for its script 7, and what it has fetched and started. */
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
    ['with the digest of its script', url, 'sha256-seven'],
    ['with a digest that nothing has, where nobody vouches for it', new URL('8.abc.js', url), /^sha256-A+=$/],
  ])('is fetched %s, and started from memory', async (_how, address, digest) => {
    // Blobs of one context are not those of another, and each test file is one: they are only handed on here.
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

  it('does not start when the browser refuses its script', async () => {
    const started = page(() => Promise.reject(new TypeError('Failed to fetch')));
    await expect(new WorkerScript(url).start()).rejects.toThrow('Failed to fetch');
    expect(started).toEqual([]);
  });
});
