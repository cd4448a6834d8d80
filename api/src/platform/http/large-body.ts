import { Readable } from 'node:stream';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { watchRate, type MinimumRate, type SlotLimits } from '@dps/contract/server';
import type { FastifyInstance, FastifyReply, FastifyRequest, RequestPayload } from 'fastify';
import { BoundedQueue } from '../concurrency/bounded-queue.ts';
import { Pacer } from '../concurrency/pacer.ts';
import { DomainError } from '../errors/domain-error.ts';
import { FileIntake, type ReceivedFile } from '../files/received-file.ts';
import { releaseMemory } from '../files/spool.ts';
import { UPLOADS_BYTES } from '../memory.ts';
import { AccountSlots, senderOf } from './account-slots.ts';

/** The content of a large body: a file, or JSON with a file in base64. */
export type LargeBody = 'file' | 'json';

declare module 'fastify' {
  interface FastifyRequest {
    receivedFile?: ReceivedFile;
  }
}

/** The file of a request to a route whose large body is a file. */
export const FileOf = createParamDecorator((_data: undefined, context: ExecutionContext): ReceivedFile => {
  const { receivedFile } = context.switchToHttp().getRequest<FastifyRequest>();
  if (!receivedFile) throw new DomainError('unsupported_media_type');
  return receivedFile;
});

export interface UploadLimits {
  rate: MinimumRate;
  /** Bytes that unfinished uploads hold. */
  held: SlotLimits;
}

/** The rate detects stalled senders. A slow sender of a large file exceeds the server's request timeout first. */
const LIMITS: UploadLimits = {
  rate: { graceMs: 15_000, bytesPerSecond: 32 * 1024 },
  // A client may send all files of a job at once, in base64.
  held: { atOnce: UPLOADS_BYTES, perClient: 72 * 1024 ** 2 },
};

/** Memory of an upload in addition to its body: the buffer of its spool, and a part of the body. */
const BUFFERS_BYTES = 256 * 1024;

/** Pause between two parts of 64 KB, of all uploads: 32 MB a second, which take a quarter of the event loop's time. */
const PAUSE_MS = 2;

/** JSON bodies in memory: each takes 14 MB as text and 10 MB as its file, and the collector frees several of both late. */
const PARSED_AT_A_TIME = 1;
const MOST_WAITING = 200;
const READ_BYTES = 256 * 1024;

/** Yields the parts of a body. Throws `request_timeout`, `payload_too_large`, or `malformed_request` for a truncated body. */
async function* arriving(body: Readable, limit: number, rate: MinimumRate): AsyncGenerator<Buffer, void> {
  const parts: AsyncIterator<Buffer> = body.iterator({ destroyOnReturn: false });
  let received = 0;
  const { promise: tooSlow, resolve } = Promise.withResolvers<void>();
  const stopWatch = watchRate(rate, () => received, resolve);
  try {
    for (;;) {
      const next = await Promise.race([parts.next(), tooSlow]).catch((error: unknown) => {
        throw new DomainError('malformed_request', { cause: error });
      });
      if (!next) throw new DomainError('request_timeout');
      if (next.done) return;
      received += next.value.length;
      if (received > limit) throw new DomainError('payload_too_large');
      yield next.value;
    }
  } finally {
    stopWatch();
  }
}

/** Stores a body. */
async function receive(
  parts: AsyncIterable<Buffer>,
  intake: FileIntake,
  pacer: Pacer,
): Promise<ReceivedFile> {
  try {
    for await (const part of parts) {
      await pacer.next();
      await intake.push(part);
      releaseMemory(part);
    }
    return intake.end();
  } catch (error) {
    await intake.discard();
    throw error;
  }
}

/** Returns the bytes that an upload holds at most. A client without a `Content-Length` may send the largest body. */
function heldBytes({ headers, routeOptions: { bodyLimit } }: FastifyRequest): number {
  return Math.min(Number(headers['content-length'] ?? bodyLimit), bodyLimit) + BUFFERS_BYTES;
}

/** Runs a task after the response was sent or its client disconnected. */
function afterResponse(reply: FastifyReply, task: () => void): void {
  if (reply.raw.destroyed) task();
  else reply.raw.once('close', task);
}

/**
 * Receives a large body completely before it is parsed, in memory and in a temporary file. So a slow client delays no other
 * one. Reserves the bytes before it reads them. The parser then gets one JSON body at a time, and the accounts take turns.
 * Register this hook after authentication and after `acceptByRoute`.
 */
export function receiveLargeBodies(fastify: FastifyInstance, limits: UploadLimits = LIMITS): void {
  const held = new AccountSlots(limits.held);
  const pacer = new Pacer(PAUSE_MS);
  const parsing = new BoundedQueue(PARSED_AT_A_TIME, MOST_WAITING);

  const takeBody = async (request: FastifyRequest, reply: FastifyReply, body: RequestPayload) => {
    const { user, routeOptions } = request;
    const { bodyLimit, config } = routeOptions;
    if (!user) return body;
    if (Number(request.headers['content-length']) > bodyLimit) throw new DomainError('payload_too_large');
    afterResponse(reply, held.acquire(senderOf(request, user), heldBytes(request)));
    const intake = new FileIntake();
    const file = await receive(arriving(body, bodyLimit, limits.rate), intake, pacer);
    afterResponse(reply, () => {
      intake
        .discard()
        .catch((error: unknown) => request.log.warn({ err: error }, 'a temporary file could not be closed'));
    });
    const isJson = config.large === 'json';
    if (isJson) afterResponse(reply, await parsing.acquire(user.id));
    else request.receivedFile = file;
    const parsed = Readable.from(isJson ? file.read(READ_BYTES) : [], { objectMode: false });
    return Object.assign(parsed, { receivedEncodedLength: file.size });
  };

  fastify.addHook('onRoute', (route) => {
    if (route.config?.large) route.preParsing = takeBody;
  });
}
