import type { CDPSession } from '@playwright/test';

interface Request {
  url: string;
  /** What asked for it: a script's address, or that of the document. */
  by: string;
  script: boolean;
  /** Whether it came over the network rather than out of a cache. */
  network: boolean;
  /** Bytes of the body as they travelled. */
  bytes: number;
}

/** The parts of the protocol's `Network.Initiator` that tell who asked. */
interface Initiator {
  url?: string;
  stack?: Stack;
}
interface Stack {
  callFrames: { url: string }[];
  parent?: Stack;
}

function askedBy({ url, stack }: Initiator, document: string): string {
  for (let each = stack; each; each = each.parent) {
    const frame = each.callFrames.find((call) => call.url !== '');
    if (frame) return frame.url;
  }
  return url ?? document;
}

/** What a page asks the network for, from now on. */
export class NetworkLog {
  readonly #requests = new Map<string, Request>();
  readonly #document: string;

  private constructor(document: string) {
    this.#document = document;
  }

  /** @param document address of the page that is going to be opened */
  static async start(session: CDPSession, document: string): Promise<NetworkLog> {
    const log = new NetworkLog(document);
    const { origin } = new URL(document);
    const found = (id: string) => log.#requests.get(id);
    session.on('Network.requestWillBeSent', ({ requestId, request, initiator, type }) => {
      if (!request.url.startsWith(origin)) return;
      const by = askedBy(initiator, document);
      const url = request.url;
      log.#requests.set(requestId, { url, by, script: type === 'Script', network: true, bytes: 0 });
    });
    session.on('Network.requestServedFromCache', ({ requestId }) => {
      const request = found(requestId);
      if (request) request.network = false;
    });
    session.on('Network.responseReceived', ({ requestId, type, response }) => {
      const request = found(requestId);
      if (!request) return;
      // A preload is a script from its answer on.
      request.script = type === 'Script' || new URL(request.url).pathname.endsWith('.js');
      request.bytes = Number(response.headers['content-length'] ?? 0);
      if (response.fromDiskCache || response.fromPrefetchCache) request.network = false;
    });
    await session.send('Network.enable');
    return log;
  }

  /** Each script that came over the network, once. */
  scripts(): { url: string; bytes: number }[] {
    const scripts = [...this.#requests.values()].filter(({ script, network }) => script && network);
    return [...new Map(scripts.map(({ url, bytes }) => [url, { url, bytes }])).values()];
  }

  /** The most requests that had to wait for each other, the document counted: who was asked for by whom. */
  longestChain(): number {
    const askers = new Map<string, string>();
    for (const { url, by } of this.#requests.values()) if (!askers.has(url)) askers.set(url, by);
    const depth = (url: string, seen: ReadonlySet<string>): number => {
      const by = askers.get(url);
      if (url === this.#document || by === undefined || by === url || seen.has(url)) return 1;
      return 1 + depth(by, new Set([...seen, url]));
    };
    return Math.max(...[...askers.keys()].map((url) => depth(url, new Set())));
  }
}
