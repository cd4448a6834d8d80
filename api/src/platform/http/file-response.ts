import type { Readable } from 'node:stream';
import { applyDecorators, StreamableFile } from '@nestjs/common';
import { ApiHeader, ApiOkResponse, ApiResponse, type ApiResponseOptions } from '@nestjs/swagger';
import { DomainError } from '../errors/domain-error.ts';
import { blocksOf } from '../files/content-hash.ts';
import { RANGE_HEADERS, VALIDATOR_HEADERS } from '../openapi/headers.ts';
import { completeRange, requestedRange, type ByteRange, type RangedFile } from './byte-range.ts';
import type { Download } from './download-guard.ts';

/** A stored file to send. */
export interface SentFile extends RangedFile {
  mediaType: string;
  /** The `Content-Disposition` header. */
  disposition: string;
  /** Opens a part of the content as a stream. */
  open: (range: ByteRange) => Promise<Readable>;
}

/** Characters that RFC 8187 encodes and `encodeURIComponent` does not. */
const ALSO_ENCODED = /['()*]/g;

const percent = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;

/** Returns the `Content-Disposition` header (RFC 6266) of a file. The name may contain any characters. */
export function contentDisposition(type: 'inline' | 'attachment', fileName: string): string {
  const name = fileName.toWellFormed();
  const ascii = name.replace(/[^\x20-\x7e]|["\\%/]/g, '_');
  const extended = encodeURIComponent(name).replace(ALSO_ENCODED, percent);
  return `${type}; filename="${ascii}"; filename*=UTF-8''${extended}`;
}

/**
 * Responds with a file, or with the part that the request names, so that a client continues an interrupted download. Throws
 * `range_not_satisfiable`, `rate_limited`, or what `open` throws.
 */
export async function sendFile(download: Download, file: SentFile): Promise<StreamableFile> {
  const { request, reply, guard } = download;
  const { size, etag, mediaType, disposition } = file;
  // HTTP defines ranges for GET alone.
  const range = request.method === 'GET' ? requestedRange(request.headers, file) : null;
  if (range === 'unsatisfiable') {
    void reply.header('content-range', `bytes */${size}`);
    throw new DomainError('range_not_satisfiable');
  }
  const { start, end } = range ?? completeRange(file);
  const blocks = blocksOf({ start, end }, size);
  await guard.count(download, blocks.end - blocks.start);
  const content = await file.open({ start, end });
  const length = end - start;
  guard.closeIfSlow(download);
  void reply.headers({ 'accept-ranges': 'bytes', etag });
  if (range) void reply.status(206).header('content-range', `bytes ${start}-${end - 1}/${size}`);
  return new StreamableFile(content, { type: mediaType, length, disposition });
}

/** Documents a route that responds with `sendFile`. */
export const RespondsWithFile = (content: NonNullable<ApiResponseOptions['content']>): MethodDecorator =>
  applyDecorators(
    ApiHeader({
      name: 'range',
      description: 'One range of bytes, such as `bytes=500-`. Several ranges and other units are ignored.',
      required: false,
      schema: { type: 'string' },
    }),
    ApiHeader({
      name: 'if-range',
      description: 'The `ETag` of an earlier response. With any other value, the range is ignored.',
      required: false,
      schema: { type: 'string' },
    }),
    ApiOkResponse({ description: 'The file', headers: VALIDATOR_HEADERS, content }),
    ApiResponse({
      status: 206,
      description: 'The requested part of the file',
      headers: { ...VALIDATOR_HEADERS, ...RANGE_HEADERS },
      content,
    }),
  );
