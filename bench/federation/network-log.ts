import { setTimeout as delay } from 'node:timers/promises';
import type { CDPSession } from '@playwright/test';
import { paths } from '@dps/contract';

/** Time without a request after which the network is idle, as Playwright counts it. */
const QUIET_MS = 500;
const POLL_MS = 50;

interface Request {
  url: string;
  /** URL of the initiator: a script or the document. */
  initiator: string;
  script: boolean;
  /** Whether the network rather than a cache delivered it. */
  network: boolean;
  /** Compressed bytes of the body. */
  bytes: number;
}

/** The parts of the protocol's `Network.Initiator` that identify the initiator. */
interface Initiator {
  url?: string;
  stack?: Stack;
}
interface Stack {
  callFrames: { url: string }[];
  parent?: Stack;
}

function initiatorUrl({ url, stack }: Initiator, document: string): string {
  for (let each = stack; each; each = each.parent) {
    const frame = each.callFrames.find((call) => call.url !== '');
    if (frame) return frame.url;
  }
  return url ?? document;
}

/** Records the requests of a page. */
export class NetworkLog {
  readonly #requests = new Map<string, Request>();
  readonly #document: string;
  readonly #active = new Set<string>();
  #lastChange = performance.now();

  private constructor(document: string) {
    this.#document = document;
  }

  /** @param document URL of the page that opens next */
  static async start(session: CDPSession, document: string): Promise<NetworkLog> {
    const log = new NetworkLog(document);
    const { origin } = new URL(document);
    const found = (id: string) => log.#requests.get(id);
    session.on('Network.requestWillBeSent', ({ requestId, request, initiator, type }) => {
      if (!request.url.startsWith(origin)) return;
      const { url } = request;
      log.#begin(requestId, url);
      log.#requests.set(requestId, {
        url,
        initiator: initiatorUrl(initiator, document),
        script: type === 'Script',
        network: true,
        bytes: 0,
      });
    });
    session.on('Network.requestServedFromCache', ({ requestId }) => {
      const request = found(requestId);
      if (request) request.network = false;
    });
    session.on('Network.responseReceived', ({ requestId, type, response }) => {
      const request = found(requestId);
      if (!request) return;
      // The response shows whether a preload is a script.
      request.script = type === 'Script' || new URL(request.url).pathname.endsWith('.js');
      request.bytes = Number(response.headers['content-length'] ?? 0);
      if (response.fromDiskCache || response.fromPrefetchCache) request.network = false;
    });
    session.on('Network.loadingFinished', ({ requestId }) => log.#end(requestId));
    session.on('Network.loadingFailed', ({ requestId }) => log.#end(requestId));
    await session.send('Network.enable');
    return log;
  }

  /** Resolves when the network is idle, except for a stream of events, which has no end. */
  async quiet(): Promise<void> {
    while (this.#active.size > 0 || performance.now() - this.#lastChange < QUIET_MS) await delay(POLL_MS);
  }

  #begin(id: string, url: string): void {
    this.#lastChange = performance.now();
    if (new URL(url).pathname !== paths.events()) this.#active.add(id);
  }

  #end(id: string): void {
    this.#lastChange = performance.now();
    this.#active.delete(id);
  }

  /** Scripts from the network, without duplicates. */
  scripts(): { url: string; bytes: number }[] {
    const scripts = [...this.#requests.values()].filter(({ script, network }) => script && network);
    return [...new Map(scripts.map(({ url, bytes }) => [url, { url, bytes }])).values()];
  }

  /** Length of the longest chain of initiators, the document included. */
  longestChain(): number {
    const initiators = new Map<string, string>();
    for (const { url, initiator } of this.#requests.values())
      if (!initiators.has(url)) initiators.set(url, initiator);
    const depth = (url: string, seen: ReadonlySet<string>): number => {
      const initiator = initiators.get(url);
      if (url === this.#document || initiator === undefined || initiator === url || seen.has(url)) return 1;
      return 1 + depth(initiator, new Set([...seen, url]));
    };
    return Math.max(...[...initiators.keys()].map((url) => depth(url, new Set())));
  }
}
