import type { FastifyInstance } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';
import { DomainError } from '../errors/domain-error.ts';

/** JSON is the only body that is read: anything else is 415, so no form of another site can post here. */
export function parseJsonBodies(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  const parse = fastify.getDefaultJsonParser('error', 'error');
  fastify.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (request.routeOptions.config.rawBody) request.rawBody = Buffer.from(body);
    void parse(request, body, done);
  });
}

/** Lets a route's access rule set the size of its body. */
export function limitBodiesByRoute(fastify: FastifyInstance): void {
  fastify.addHook('onRoute', (route) => {
    if (route.config?.bodyLimit !== undefined) route.bodyLimit = route.config.bodyLimit;
  });
}

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
