import type { Readable } from 'node:stream';
import {
  clientNetwork,
  TransferSlots,
  watchRate,
  type MinimumRate,
  type SlotLimits,
} from '@dps/contract/server';
import type { FastifyReply } from 'fastify';
import { ProxyError, sendProxyError } from './proxy-error.ts';

/** Limits of uploads and downloads. A client is a network. */
export interface TransferLimits extends SlotLimits {
  /** Responses up to this size are read from the API at once, in bytes. Larger ones are downloads. */
  responseBytes: number;
  /** Minimum rate at which a client reads a download. */
  rate: MinimumRate;
}

/** Reads a body. An asynchronous iterator, as in `node:stream/consumers`, costs several promises for each part. */
function contentOf(body: Readable): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    body.on('data', (part: Buffer) => parts.push(part));
    body.on('error', reject);
    body.on('end', () => {
      const [first] = parts;
      resolve(first && parts.length === 1 ? first : Buffer.concat(parts));
    });
    body.on('close', () => reject(new Error('The response of the API is incomplete')));
  });
}

/**
 * Limits uploads and downloads, which hold a connection to the API for as long as the client takes. The other connections
 * stay free for short calls.
 */
export class Transfers {
  private readonly slots: TransferSlots;

  private readonly limits: TransferLimits;

  constructor(limits: TransferLimits) {
    this.limits = limits;
    this.slots = new TransferSlots(limits);
  }

  /**
   * Counts a transfer until its response has ended or the client has disconnected.
   *
   * @throws ProxyError `rate_limited` or `unavailable`
   */
  begin(reply: FastifyReply): void {
    const taken = this.slots.take(clientNetwork(reply.request));
    if (taken === 'perClient') throw new ProxyError('rate_limited');
    if (taken === 'atOnce') throw new ProxyError('unavailable');
    reply.raw.once('close', taken);
  }

  /** Sends a response of the API, whose headers `reply` has already, to the client. */
  async deliver(reply: FastifyReply, body: Readable): Promise<void> {
    try {
      if (this.isDownload(reply)) this.stream(reply, body);
      else {
        const content = await contentOf(body);
        void reply.send(content.length > 0 ? content : undefined);
      }
    } catch (error) {
      body.destroy();
      sendProxyError(reply, error instanceof ProxyError ? error.code : 'unavailable');
    }
  }

  private isDownload(reply: FastifyReply): boolean {
    const isEmpty = reply.request.method === 'HEAD' || [204, 304].includes(reply.statusCode);
    const length = Number(reply.getHeader('content-length') ?? Infinity);
    return !isEmpty && length > this.limits.responseBytes;
  }

  private stream(reply: FastifyReply, body: Readable): void {
    this.begin(reply);
    const { raw, server } = reply;
    const { socket } = reply.request.raw;
    const before = socket.bytesWritten;
    const stop = watchRate(
      this.limits.rate,
      () => socket.bytesWritten - before - socket.writableLength,
      () => {
        server.countRefusal('slow_download');
        socket.destroy();
      },
    );
    raw.once('close', () => {
      stop();
      body.destroy();
    });
    void reply.send(body);
  }
}
