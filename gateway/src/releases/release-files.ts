import { basename } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const HASHED_NAME = /\.[0-9a-f]{8,}\.\w+(\.(br|gz))?$/;
const IMMUTABLE = 'public, max-age=31536000, immutable';

/** How long a file may be kept: one whose name carries the hash of its content for ever, another until it changes. */
export function cacheControlOf(file: string): string {
  return HASHED_NAME.test(basename(file)) ? IMMUTABLE : 'no-cache';
}

/** Serves the files of the released shell and modules out of the store, as they were compressed by the build. */
export async function serveReleases(app: FastifyInstance, store: string): Promise<void> {
  for (const [index, kind] of ['shell', 'modules'].entries()) {
    await app.register(fastifyStatic, {
      root: `${store}/${kind}`,
      prefix: `/${kind}/`,
      decorateReply: index === 0,
      suppressWarning: true,
      preCompressed: true,
      index: false,
      dotfiles: 'ignore',
      cacheControl: false,
      setHeaders: (reply, file) => void reply.header('cache-control', cacheControlOf(file)),
    });
  }
}
