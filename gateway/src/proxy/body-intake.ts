import { Readable } from 'node:stream';
import { watchRate, type MinimumRate } from '@dps/contract/server';
import { ProxyError } from './proxy-error.ts';

export interface IntakeLimits {
  /** The gateway receives this part of a body before it opens a request to the API, in bytes. */
  startBytes: number;
  /** Minimum rate of that part. */
  rate: MinimumRate;
  /** Maximum memory of all unfinished starts, in bytes. */
  memoryBytes: number;
}

/** Memory of a connection without received bytes. */
const CONNECTION_BYTES = 8 * 1024;

/** A body whose start has not arrived yet. */
interface Pending {
  bytes: number;
  cancel: () => void;
}

export interface ReceivedBody {
  /** The body from its first byte. */
  body: Readable;
  /** False if only its start has arrived. */
  isComplete: boolean;
}

/**
 * Receives the starts of request bodies, so that a client that sends slowly does not hold a connection to the API. If they take
 * too much memory, the oldest body of the network with the most memory is refused.
 */
export class BodyIntake {
  private readonly pending = new Map<string, { bytes: number; entries: Set<Pending> }>();
  private bytes = 0;

  private readonly limits: IntakeLimits;

  constructor(limits: IntakeLimits) {
    this.limits = limits;
  }

  /**
   * Resolves when a body, or its start, has arrived.
   *
   * @param body a request body that no reader has started to read
   * @param network the client, from `clientNetwork`
   * @throws ProxyError `request_timeout` for a slow body, `malformed_request` for a truncated one
   */
  async receive(body: Readable, network: string): Promise<ReceivedBody> {
    const { promise, resolve, reject } = Promise.withResolvers<boolean>();
    const refuse = () => reject(new ProxyError('request_timeout'));
    const entry: Pending = { bytes: 0, cancel: refuse };
    const parts: Buffer[] = [];
    let received = 0;
    const onData = (part: Buffer) => {
      parts.push(part);
      received += part.length;
      if (received > this.limits.startBytes) {
        body.pause();
        resolve(false);
      } else this.add(entry, network, part.length);
    };
    const onEnd = () => resolve(true);
    const onClose = () => reject(new ProxyError('malformed_request'));
    const stopWatch = watchRate(this.limits.rate, () => received, refuse);
    this.add(entry, network, CONNECTION_BYTES);
    body.on('data', onData).on('end', onEnd).on('close', onClose);
    try {
      const isComplete = await promise;
      const start = Buffer.concat(parts);
      if (isComplete) return { body: Readable.from([start], { objectMode: false }), isComplete };
      body.unshift(start);
      return { body, isComplete };
    } finally {
      stopWatch();
      this.remove(entry, network);
      body.off('data', onData).off('end', onEnd).off('close', onClose);
    }
  }

  private add(entry: Pending, network: string, bytes: number): void {
    const own = this.pending.get(network) ?? { bytes: 0, entries: new Set() };
    this.pending.set(network, own);
    own.entries.add(entry);
    own.bytes += bytes;
    entry.bytes += bytes;
    this.bytes += bytes;
    while (this.bytes > this.limits.memoryBytes) this.refuseOldestOfLargest();
  }

  private remove(entry: Pending, network: string): void {
    const own = this.pending.get(network);
    if (!own?.entries.delete(entry)) return;
    own.bytes -= entry.bytes;
    this.bytes -= entry.bytes;
    entry.bytes = 0;
    if (own.entries.size === 0) this.pending.delete(network);
  }

  private refuseOldestOfLargest(): void {
    const [network, { entries }] = [...this.pending].reduce((a, b) => (b[1].bytes > a[1].bytes ? b : a));
    const [oldest] = entries;
    if (!oldest) return;
    this.remove(oldest, network);
    oldest.cancel();
  }
}
