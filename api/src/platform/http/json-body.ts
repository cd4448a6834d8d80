import type { FastifyInstance } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';
import { TEXTS } from '../../texts.ts';
import { DomainError } from '../errors/domain-error.ts';

/** The type of a body that is a file. */
const BYTES = 'application/octet-stream';

/** The types in which programs for mail send the form of RFC 8058. */
const FORM = /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i;

/** Parses JSON. `acceptByRoute` refuses other types with 415. So a form of another site can post only to a route with `form`. */
export function parseJsonBodies(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  const parse = fastify.getDefaultJsonParser('error', 'error');
  fastify.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (request.routeOptions.config.rawBody) request.rawBody = Buffer.from(body);
    void parse(request, body, done);
  });
  fastify.addContentTypeParser(FORM, { parseAs: 'string' }, (_request, _body, done) => done(null));
  // `receiveLargeBodies` has read the file.
  fastify.addContentTypeParser(BYTES, (_request, payload, done) => {
    payload.resume();
    done(null);
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

function hasBody({ 'transfer-encoding': encoding, 'content-length': length }: IncomingHttpHeaders) {
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

/** True if the headers declare one content type, a file without compression. */
function isPlainFile({ headersDistinct }: BodyHeaders): boolean {
  const { 'content-type': types = [], 'content-encoding': encodings = [] } = headersDistinct;
  return types.length === 1 && types[0]?.toLowerCase() === BYTES && encodings.length === 0;
}

/** Refuses a body of another type than the route's before it is read: JSON, or a file if the route declares one. */
export function acceptByRoute(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    if (!hasBody(request.headers)) {
      done();
      return;
    }
    const { large, form } = request.routeOptions.config;
    const expectsFile = large === 'file';
    const isForm = form === true && FORM.test(request.headers['content-type'] ?? '');
    const accepted = isForm || (expectsFile ? isPlainFile(request.raw) : isPlainJson(request.raw));
    const message = expectsFile ? { message: TEXTS.onlyBytes } : {};
    done(accepted ? undefined : new DomainError('unsupported_media_type', message));
  });
}
