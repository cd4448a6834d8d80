import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieName, SESSION_COOKIE } from '@dps/contract';
import type { Config } from '../../platform/config/config.ts';
import { SESSION_LIFETIME_MS } from './session.service.ts';

type CookieConfig = Pick<Config, 'secureCookies'>;

/** 32 bytes in base64url. Other values are not looked up. */
const TOKEN = /^[\w-]{43}$/;

function attributes(config: CookieConfig) {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: config.secureCookies } as const;
}

/** Returns the values of a cookie in a Cookie header, in order. */
function valuesOf(header: string, name: string): string[] {
  return header
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
}

/**
 * Returns the session token of a request. Several different cookies with this name are ignored: another host of the site
 * has set one, and the server cannot recognize its own.
 */
export function readSessionCookie(request: FastifyRequest, config: CookieConfig): string | undefined {
  return readTokenCookie(request, SESSION_COOKIE, config);
}

/** Returns the token in another cookie of the server, by the same rules. */
export function readTokenCookie(
  request: FastifyRequest,
  name: string,
  config: CookieConfig,
): string | undefined {
  const [token = '', ...others] = new Set(
    valuesOf(request.headers.cookie ?? '', cookieName(name, config.secureCookies)),
  );
  return others.length === 0 && TOKEN.test(token) ? token : undefined;
}

export function setSessionCookie(reply: FastifyReply, token: string, config: CookieConfig): void {
  setTokenCookie(reply, { name: SESSION_COOKIE, token, maxAge: SESSION_LIFETIME_MS / 1000 }, config);
}

/** Sets a cookie with a token, with the attributes of the session's. `maxAge` is in seconds. */
export function setTokenCookie(
  reply: FastifyReply,
  { name, token, maxAge }: { name: string; token: string; maxAge: number },
  config: CookieConfig,
): void {
  void reply.setCookie(cookieName(name, config.secureCookies), token, { ...attributes(config), maxAge });
}

export function clearSessionCookie(reply: FastifyReply, config: CookieConfig): void {
  void reply.clearCookie(cookieName(SESSION_COOKIE, config.secureCookies), attributes(config));
}
