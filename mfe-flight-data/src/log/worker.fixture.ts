import { webcrypto } from 'node:crypto';
import { answerLog } from './answer-log.ts';

/** Runs what the worker runs, on the page's own thread: the test's document has no workers. */
class PageWorker extends EventTarget {
  #ended = false;

  postMessage(file: unknown): void {
    if (!(file instanceof File)) return;
    void answerLog(file, (data) => {
      if (!this.#ended) this.dispatchEvent(new MessageEvent('message', { data }));
    });
  }

  terminate(): void {
    this.#ended = true;
  }
}

/** The bytes of a file, which the test's document cannot tell by itself. */
function readBytes(this: Blob): Promise<unknown> {
  const reader = new FileReader();
  return new Promise((resolve) => {
    reader.addEventListener('load', () => resolve(reader.result));
    reader.readAsArrayBuffer(this);
  });
}

/** Has workers run on the page's own thread, after `renderInShell`; those whose script is not `reachable` never start. */
export function runWorkersOnThePage({ reachable = true } = {}): void {
  const script = () =>
    reachable ? Promise.resolve(new Response('')) : Promise.reject(new TypeError('Failed to fetch'));
  const server = globalThis.fetch;
  Object.assign(globalThis, {
    Worker: PageWorker,
    __webpack_require__: { integrity: {}, u: (id: string) => id },
    fetch: (input: RequestInfo | URL, init?: RequestInit) =>
      input instanceof URL ? script() : server(input, init),
  });
  Object.defineProperty(globalThis, 'crypto', { value: webcrypto, configurable: true });
  Object.assign(File.prototype, { arrayBuffer: readBytes });
  Object.assign(Response.prototype, { blob: () => Promise.resolve(new Blob()) });
  Object.assign(URL, { createObjectURL: () => 'blob:test', revokeObjectURL: () => {} });
}
