import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { DomainError } from '../errors/domain-error.ts';

const JSON_TYPE = /^application\/json\s*(?:;|$)/i;
const CHARSET = /;\s*charset\s*=\s*"?([^";\s]*)/gi;

function announcesBody({ 'transfer-encoding': encoding, 'content-length': length }: IncomingHttpHeaders) {
  return encoding !== undefined || Number(length ?? 0) > 0;
}

function isJsonInUtf8(type: string): boolean {
  const charsets = [...type.matchAll(CHARSET)].map(([, charset = '']) => charset.toLowerCase());
  return JSON_TYPE.test(type) && charsets.every((charset) => charset === 'utf-8' || charset === 'utf8');
}

interface Labels {
  /** Every value that each header came with. */
  headersDistinct: NodeJS.Dict<string[]>;
}

/** Whether a body is labelled, once, as JSON in UTF-8 that is not compressed. */
export function isPlainJson({ headersDistinct }: Labels): boolean {
  const [type, ...moreTypes] = headersDistinct['content-type'] ?? [];
  const encodings = headersDistinct['content-encoding'] ?? [];
  const isPlain = encodings.every((encoding) => encoding.toLowerCase() === 'identity');
  return type !== undefined && moreTypes.length === 0 && isJsonInUtf8(type) && isPlain;
}

/** Refuses any other body unread. */
export function acceptOnlyJson(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    const refused = announcesBody(request.headers) && !isPlainJson(request.raw);
    done(refused ? new DomainError('unsupported_media_type') : undefined);
  });
}
