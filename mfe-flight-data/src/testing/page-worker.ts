import { webcrypto } from 'node:crypto';
import { postLog } from '../log/post-log.ts';

/** Runs the code of the worker on the main thread, since jsdom has no workers. */
class PageWorker extends EventTarget {
  #ended = false;

  postMessage(file: unknown): void {
    if (!(file instanceof File)) return;
    void postLog(file, (data) => {
      if (!this.#ended) this.dispatchEvent(new MessageEvent('message', { data }));
    });
  }

  terminate(): void {
    this.#ended = true;
  }
}

/** Implements `Blob.arrayBuffer`, which jsdom does not have. */
function readBytes(this: Blob): Promise<unknown> {
  const reader = new FileReader();
  return new Promise((resolve) => {
    reader.addEventListener('load', () => resolve(reader.result));
    reader.readAsArrayBuffer(this);
  });
}

/** Replaces workers by `PageWorker`. Call it after `renderInShell`. If the script is not `reachable`, no worker starts. */
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
  Object.assign(Blob.prototype, { arrayBuffer: readBytes });
  Object.assign(Response.prototype, { blob: () => Promise.resolve(new Blob()) });
  Object.assign(URL, { createObjectURL: () => 'blob:test', revokeObjectURL: () => {} });
}
