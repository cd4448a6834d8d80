import type { FastifyInstance } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';
import { DomainError } from '../errors/domain-error.ts';

/** Parses only JSON. Other types are refused with 415, so a form of another site cannot post. */
export function parseJsonBodies(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  const parse = fastify.getDefaultJsonParser('error', 'error');
  fastify.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (request.routeOptions.config.rawBody) request.rawBody = Buffer.from(body);
    void parse(request, body, done);
  });
}

/** Applies the body limit of each route's access rule. */
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

interface BodyHeaders {
  /** All values of each header. */
  headersDistinct: NodeJS.Dict<string[]>;
}

/** True if the headers declare one content type, JSON in UTF-8, without compression. */
export function isPlainJson({ headersDistinct }: BodyHeaders): boolean {
  const [type, ...moreTypes] = headersDistinct['content-type'] ?? [];
  const encodings = headersDistinct['content-encoding'] ?? [];
  const isPlain = encodings.every((encoding) => encoding.toLowerCase() === 'identity');
  return type !== undefined && moreTypes.length === 0 && isJsonInUtf8(type) && isPlain;
}

/** Refuses any other body before it is read. */
export function acceptOnlyJson(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    const refused = announcesBody(request.headers) && !isPlainJson(request.raw);
    done(refused ? new DomainError('unsupported_media_type') : undefined);
  });
}
