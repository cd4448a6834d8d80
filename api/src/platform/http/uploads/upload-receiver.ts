import { Readable } from 'node:stream';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { watchRate, type MinimumRate, type SlotLimits } from '@dps/contract/server';
import type { FastifyInstance, FastifyReply, FastifyRequest, RequestPayload } from 'fastify';
import { Pacer } from '../../concurrency/pacer.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { Base64Decoder, DataUrlDecoder, IDENTITY } from '../../files/base64-decoder.ts';
import { JsonFieldSplitter } from '../../files/json-field-splitter.ts';
import { FileIntake, type ReceivedFile } from '../../files/received-file.ts';
import { releaseMemory } from '../../files/spool.ts';
import { UPLOADS_BYTES } from '../../memory.ts';
import { AccountSlots, senderOf } from '../account-slots.ts';

/** The file in a route's body. */
export interface UploadRules {
  /** The field that contains the file as base64; null if the body is the file. */
  field: string | null;
  /** Maximum size of the decoded file. */
  maxBytes: number;
  /** Pattern of the prefix, up to the comma, if the field is a data URL. */
  dataUrl?: RegExp;
}

declare module 'fastify' {
  interface FastifyRequest {
    receivedFile?: ReceivedFile;
  }
}

/** The file of a request to a route that declares an upload. */
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
  // A user may attach all files of a job at once.
  held: { atOnce: UPLOADS_BYTES, perClient: 64 * 1024 ** 2 },
};

/** Memory of an upload in addition to its file: the buffer of its spool, a part of the body, and the rest of it. */
const BUFFERS_BYTES = 256 * 1024;

/** Pause between two parts of 64 KB, of all uploads: 32 MB a second, which take a quarter of the event loop's time. */
const PAUSE_MS = 2;

interface Received {
  file: ReceivedFile;
  /** The body with a placeholder for the file. */
  rest: Buffer;
  /** Size of the body, in bytes. */
  bytes: number;
}

/** Yields the parts of a body. Throws `request_timeout`, `payload_too_large`, or `malformed_request` for a truncated body. */
async function* arriving(body: Readable, limit: number, rate: MinimumRate): AsyncGenerator<Buffer, number> {
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
      if (next.done) return received;
      received += next.value.length;
      if (received > limit) throw new DomainError('payload_too_large');
      yield next.value;
    }
  } finally {
    stopWatch();
  }
}

const decoderOf = ({ dataUrl }: UploadRules) => (dataUrl ? new DataUrlDecoder(dataUrl) : new Base64Decoder());

/** Reads a body to its end. */
async function receive(parts: AsyncIterable<Buffer>, rules: UploadRules, pacer: Pacer): Promise<Received> {
  const splitter = rules.field === null ? null : new JsonFieldSplitter(rules.field);
  const intake = new FileIntake(splitter ? decoderOf(rules) : IDENTITY, rules.maxBytes);
  try {
    let bytes = 0;
    for await (const part of parts) {
      await pacer.next();
      bytes += part.length;
      await intake.push(splitter ? splitter.push(part) : part);
      releaseMemory(part);
    }
    return { file: await intake.end(), rest: splitter?.rest() ?? Buffer.alloc(0), bytes };
  } catch (error) {
    await intake.discard();
    throw error;
  }
}

/** Returns the bytes that an upload holds at most. A client without a `Content-Length` may send the largest file. */
function heldBytes({ headers }: FastifyRequest, { maxBytes }: UploadRules): number {
  return Math.min(Number(headers['content-length'] ?? maxBytes), maxBytes) + BUFFERS_BYTES;
}

/** Runs a task after the response was sent or its client disconnected. */
function afterAnswer(reply: FastifyReply, task: () => void): void {
  if (reply.raw.destroyed) task();
  else reply.raw.once('close', task);
}

/**
 * Streams the file of an upload route out of the request body, so that memory never holds the complete body. Reserves its
 * bytes before it reads them. The handler validates the rest. Register this hook after authentication and after `acceptByRoute`.
 */
export function receiveUploads(fastify: FastifyInstance, limits: UploadLimits = LIMITS): void {
  const held = new AccountSlots(limits.held);
  const pacer = new Pacer(PAUSE_MS);

  const takeFile = async (request: FastifyRequest, reply: FastifyReply, body: RequestPayload) => {
    const { config, bodyLimit } = request.routeOptions;
    const { upload } = config;
    if (!upload || !request.user) return body;
    if (Number(request.headers['content-length']) > bodyLimit) throw new DomainError('payload_too_large');
    afterAnswer(reply, held.acquire(senderOf(request, request.user), heldBytes(request, upload)));
    const parts = arriving(body, bodyLimit, limits.rate);
    const { file, rest, bytes } = await receive(parts, upload, pacer);
    request.receivedFile = file;
    afterAnswer(reply, () => {
      file
        .discard()
        .catch((error: unknown) => request.log.warn({ err: error }, 'a temporary file could not be closed'));
    });
    return Object.assign(Readable.from([rest], { objectMode: false }), { receivedEncodedLength: bytes });
  };

  fastify.addHook('onRoute', (route) => {
    if (route.config?.upload) route.preParsing = takeFile;
  });
}
