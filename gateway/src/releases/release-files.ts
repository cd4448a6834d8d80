import { createHash } from 'node:crypto';
import { messageOf } from '@dps/release-store/refusal';
import { mediaTypeOf } from '@dps/release-store/media-type';
import type { ReleaseStore } from '@dps/release-store/release-store';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { texts } from '../texts.ts';

const HASHED_NAME = /\.[0-9a-f]{8,}\.\w+(\.(br|gz))?$/;
const IMMUTABLE = 'public, max-age=31536000, immutable';
const RETRY_AFTER_SECONDS = '2';
/** What the build has compressed each text file with, the smallest first. */
const ENCODINGS = [
  { encoding: 'br', suffix: '.br' },
  { encoding: 'gzip', suffix: '.gz' },
] as const;

/** Text files, which the build compresses; a remote store is not searched for compressed copies of others. */
const COMPRESSIBLE = /\.(js|mjs|json|map|css|svg|txt)$/;

/** How long a browser may keep a file: for ever when its name has the hash of its content, else until it changes. */
export function cacheControlOf(path: string): string {
  return HASHED_NAME.test(path.slice(path.lastIndexOf('/') + 1)) ? IMMUTABLE : 'no-cache';
}

/** Whether a path can be that of a release file: no folder above the store, and no hidden file. */
export function isReleasePath(path: string): boolean {
  return path.split('/').every((segment) => /^[^.\\\0][^\\\0]{0,199}$/.test(segment));
}

/** Whether an Accept-Encoding header allows a content coding by its name. */
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
 * Serves the files of released shells and modules as the build compressed them.
 *
 * @param readFile reads a file of the store by its path, or null where there is none
 */
export function serveReleases(app: FastifyInstance, readFile: ReadFile, log: (line: string) => void): void {
  const answer =
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
  for (const kind of ['shell', 'modules']) app.get(`/${kind}/*`, answer(kind));
}
