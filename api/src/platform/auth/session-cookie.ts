import type { FastifyReply, FastifyRequest } from 'fastify';
import { SESSION_COOKIE } from '@dps/shared-contracts';
import type { Config } from '../config/config.ts';
import { SESSION_LIFETIME_MS } from './session.service.ts';

type CookieConfig = Pick<Config, 'secureCookies'>;

/** The cookie's name: behind TLS with the prefix that makes browsers insist on Secure, Path=/ and no Domain. */
export function cookieName(config: CookieConfig): string {
  return config.secureCookies ? `__Host-${SESSION_COOKIE}` : SESSION_COOKIE;
}

function attributes(config: CookieConfig) {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: config.secureCookies } as const;
}

/** The session token that a request carries. */
export function readSessionCookie(request: FastifyRequest, config: CookieConfig): string | undefined {
  return request.cookies[cookieName(config)];
}

export function setSessionCookie(reply: FastifyReply, token: string, config: CookieConfig): void {
  void reply.setCookie(cookieName(config), token, {
    ...attributes(config),
    maxAge: SESSION_LIFETIME_MS / 1000,
  });
}

export function clearSessionCookie(reply: FastifyReply, config: CookieConfig): void {
  void reply.clearCookie(cookieName(config), attributes(config));
}
