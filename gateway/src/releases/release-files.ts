import { createHash } from 'node:crypto';
import { messageOf } from '@dps/release/store/command-error';
import { mediaTypeOf } from '@dps/release/store/media-type';
import type { ReleaseStore } from '@dps/release/store/release-store';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { texts } from '../texts.ts';

const HASHED_NAME = /\.[0-9a-f]{8,}\.\w+(\.(br|gz))?$/;
const IMMUTABLE = 'public, max-age=31536000, immutable';
const RETRY_AFTER_SECONDS = '2';
/** Encodings in which the build stores each text file, the smallest first. */
const ENCODINGS = [
  { encoding: 'br', suffix: '.br' },
  { encoding: 'gzip', suffix: '.gz' },
] as const;

/** File types that the build compresses. The gateway looks for compressed copies of these only. */
const COMPRESSIBLE = /\.(js|mjs|json|map|css|svg|txt)$/;

/** Returns the Cache-Control header: immutable if the file name has a content hash, otherwise with revalidation. */
export function cacheControlOf(path: string): string {
  return HASHED_NAME.test(path.slice(path.lastIndexOf('/') + 1)) ? IMMUTABLE : 'no-cache';
}

/** Returns whether a path can be a release file. Rejects parent folders and hidden files. */
export function isReleasePath(path: string): boolean {
  return path.split('/').every((segment) => /^[^.\\\0][^\\\0]{0,199}$/.test(segment));
}

/** Returns whether an Accept-Encoding header names and allows a content encoding. */
export function acceptsEncoding(header: string, encoding: string): boolean {
  return header
    .toLowerCase()
    .split(',')
    .map((each) => each.split(';').map((part) => part.trim()))
    .some(
      ([name, ...parameters]) => name === encoding && !parameters.some((each) => /^q=0(\.0*)?$/.test(each)),
    );
}

type ReadFile = ReleaseStore['readFile'];

interface ReleaseFile {
  content: Buffer;
  encoding?: string;
}

async function readBest(readFile: ReadFile, path: string, accepted: string): Promise<ReleaseFile | null> {
  for (const { encoding, suffix } of ENCODINGS) {
    if (!COMPRESSIBLE.test(path) || !acceptsEncoding(accepted, encoding)) continue;
    const content = await readFile(path + suffix);
    if (content) return { content, encoding };
  }
  const content = await readFile(path);
  return content && { content };
}

function sendFile(reply: FastifyReply, path: string, { content, encoding }: ReleaseFile): FastifyReply {
  const etag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`;
  reply.headers({ etag, vary: 'accept-encoding', 'cache-control': cacheControlOf(path) });
  const known = reply.request.headers['if-none-match'] ?? '';
  if (known.split(',').some((each) => each.trim().replace(/^W\//, '') === etag))
    return reply.code(304).send();
  if (encoding) reply.header('content-encoding', encoding);
  return reply.type(mediaTypeOf(path) ?? 'application/octet-stream').send(content);
}

/**
 * Serves the files of released shells and modules in the encodings of the build.
 *
 * @param readFile returns a file of the store by its path, or null if it is missing
 */
export function serveReleases(app: FastifyInstance, readFile: ReadFile, log: (line: string) => void): void {
  const respond =
    (kind: string) => async (request: FastifyRequest<{ Params: { '*': string } }>, reply: FastifyReply) => {
      const path = `${kind}/${request.params['*']}`;
      if (!isReleasePath(path)) return reply.callNotFound();
      try {
        const file = await readBest(readFile, path, request.headers['accept-encoding'] ?? '');
        return file ? sendFile(reply, path, file) : reply.callNotFound();
      } catch (error) {
        log(`${path} cannot be served: ${messageOf(error)}`);
        return reply
          .code(503)
          .headers({ 'retry-after': RETRY_AFTER_SECONDS, 'cache-control': 'no-store' })
          .type('text/plain; charset=utf-8')
          .send(`${texts.storeUnavailable}\n`);
      }
    };
  for (const kind of ['shell', 'modules']) app.get(`/${kind}/*`, respond(kind));
}
