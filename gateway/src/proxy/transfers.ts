import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { watchRate, type MinimumRate } from './minimum-rate.ts';
import { networkOf } from './networks.ts';
import { ProxyRefusal, sendRefusal } from './refusal.ts';

export interface TransferLimits {
  /** Maximum number of concurrent uploads and downloads. */
  atOnce: number;
  /** Maximum number for one network. */
  perNetwork: number;
  /** Responses up to this size are read from the API at once, in bytes. Larger ones are downloads. */
  responseBytes: number;
  /** Minimum rate at which a client reads a download. */
  rate: MinimumRate;
}

/**
 * Limits uploads and downloads, which hold a connection to the API for as long as the client takes. The other connections
 * stay free for short calls.
 */
export class Transfers {
  private readonly taken = new Map<string, number>();
  private total = 0;

  private readonly limits: TransferLimits;

  constructor(limits: TransferLimits) {
    this.limits = limits;
  }

  /**
   * Counts a transfer until its response has ended or the client has disconnected.
   *
   * @throws ProxyRefusal `rate_limited` or `unavailable`
   */
  begin(reply: FastifyReply): void {
    const network = networkOf(reply.request.ip);
    const own = this.taken.get(network) ?? 0;
    if (own >= this.limits.perNetwork) throw new ProxyRefusal('rate_limited');
    if (this.total >= this.limits.atOnce) throw new ProxyRefusal('unavailable');
    this.taken.set(network, own + 1);
    this.total += 1;
    reply.raw.once('close', () => this.end(network));
  }

  private end(network: string): void {
    this.total -= 1;
    const left = (this.taken.get(network) ?? 1) - 1;
    if (left > 0) this.taken.set(network, left);
    else this.taken.delete(network);
  }

  /** Sends a response of the API, whose headers `reply` has already, to the client. */
  async deliver(reply: FastifyReply, body: Readable): Promise<void> {
    try {
      if (this.isDownload(reply)) this.stream(reply, body);
      else {
        const content = await buffer(body);
        void reply.send(content.length > 0 ? content : undefined);
      }
    } catch (error) {
      body.destroy();
      sendRefusal(reply, error instanceof ProxyRefusal ? error.code : 'unavailable');
    }
  }

  private isDownload(reply: FastifyReply): boolean {
    const isEmpty = reply.request.method === 'HEAD' || [204, 304].includes(reply.statusCode);
    const length = Number(reply.getHeader('content-length') ?? Infinity);
    return !isEmpty && length > this.limits.responseBytes;
  }

  private stream(reply: FastifyReply, body: Readable): void {
    this.begin(reply);
    const { raw } = reply;
    const { socket } = reply.request.raw;
    const before = socket.bytesWritten;
    const stop = watchRate(
      this.limits.rate,
      () => socket.bytesWritten - before - socket.writableLength,
      () => socket.destroy(),
    );
    raw.once('close', () => {
      stop();
      body.destroy();
    });
    void reply.send(body);
  }
}
