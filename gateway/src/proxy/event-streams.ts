import type { Readable } from 'node:stream';
import { clientNetwork, TransferSlots, type SlotLimits } from '@dps/contract/server';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { ProxyError } from './proxy-error.ts';

/** True for a stream of events, false for an error and for headers alone. */
export const isStream = (reply: FastifyReply): boolean =>
  reply.request.method !== 'HEAD' &&
  (reply.getHeader('content-type')?.toString().startsWith('text/event-stream') ?? false);

/** Streams of events of the API, which stay open and silent for a long time. They have limits of their own. */
export class EventStreams {
  private readonly slots: TransferSlots;
  private readonly open = new Set<FastifyReply>();

  /** @param limits maximum number of streams; a client is a network */
  constructor(app: FastifyInstance, limits: SlotLimits) {
    this.slots = new TransferSlots(limits);
    // Browsers connect to another gateway, so a stream must not delay the shutdown.
    app.addHook('preClose', (done) => {
      for (const { raw } of this.open) raw.end();
      done();
    });
  }

  /**
   * Counts a stream until its response has ended, before the request to the API.
   *
   * @throws ProxyError `rate_limited` or `unavailable`
   */
  begin(reply: FastifyReply): void {
    const taken = this.slots.take(clientNetwork(reply.request));
    if (typeof taken !== 'function')
      throw new ProxyError(taken === 'perClient' ? 'rate_limited' : 'unavailable');
    reply.raw.once('close', taken);
  }

  /** Sends a response of the API as it arrives, without a minimum rate. A client that reads nothing loses its connection. */
  deliver(reply: FastifyReply, body: Readable): void {
    this.open.add(reply);
    reply.raw.once('close', () => {
      this.open.delete(reply);
      body.destroy();
    });
    void reply.send(body);
  }
}
