import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import { paths, type Actor } from '@dps/contract';

/** Reasons for the end of a stream. */
export const END_REASONS = ['client', 'slow', 'session', 'database', 'shutdown'] as const;
export type EndReason = (typeof END_REASONS)[number];

/** Maximum size of the events that a client has not read, in bytes, without the buffers of the operating system. */
const MOST_UNREAD_BYTES = 128 * 1024;
/** Browsers of a stopped process connect again within this range, so that not all of them do so at once. */
const RETRY_FROM_MS = 1_000;
const RETRY_RANGE_MS = 4_000;

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  // nginx buffers responses without this header.
  'x-accel-buffering': 'no',
  'cache-control': 'no-store, no-transform',
};

/** The response of `GET /api/events`, which stays open. */
export class EventStream {
  private ending: EndReason = 'client';

  constructor(
    readonly actor: Actor,
    /** Token of the session that has opened the stream. */
    readonly token: string,
    private readonly reply: FastifyReply,
  ) {}

  private get response(): ServerResponse {
    return this.reply.raw;
  }

  /** Sends the headers. `onEnd` runs once, when the stream has ended for any reason. */
  open(onEnd: (reason: EndReason) => void): void {
    this.response.once('close', () => onEnd(this.ending));
    const headers = { ...this.reply.getHeaders(), ...HEADERS, [paths.EVENTS_USER_HEADER]: this.actor.id };
    for (const [name, value] of Object.entries(headers))
      if (value !== undefined) this.response.setHeader(name, value);
    // Fastify would send the response at the end of the handler.
    this.reply.hijack();
    this.response.writeHead(200);
    this.send(`retry: ${Math.round(RETRY_FROM_MS + Math.random() * RETRY_RANGE_MS)}\n\n`);
  }

  /** Sends events. A client that does not read them loses its connection, and resumes later. */
  send(text: string): void {
    if (this.response.writableEnded || this.response.destroyed) return;
    this.response.write(text);
    if (this.response.writableLength <= MOST_UNREAD_BYTES) return;
    this.ending = 'slow';
    this.response.destroy();
  }

  /** Ends the response. The client connects again. */
  end(reason: EndReason): void {
    this.ending = reason;
    this.response.end();
  }
}
