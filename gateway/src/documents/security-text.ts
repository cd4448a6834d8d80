import type { FastifyInstance } from 'fastify';

/** Validity of the text. Each request gets a new one, so it does not expire while it is served. */
const VALID_MS = 180 * 24 * 3_600_000;

/**
 * Returns the text of RFC 9116 that names where to report a vulnerability.
 *
 * @param contact a `mailto:` or `https:` address
 * @param publicOrigin of the gateway
 * @param now in ms since 1970
 */
export function securityText(contact: string, publicOrigin: string, now: number): string {
  const lines = {
    Contact: contact,
    Expires: new Date(now + VALID_MS).toISOString(),
    'Preferred-Languages': 'en',
    Canonical: `${publicOrigin}/.well-known/security.txt`,
  };
  return Object.entries(lines)
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('');
}

/** Serves `/.well-known/security.txt`. Without a contact, the address does not exist. */
export function serveSecurityText(
  app: FastifyInstance,
  { securityContact, publicOrigin }: { securityContact?: string | undefined; publicOrigin: string },
): void {
  if (securityContact === undefined) return;
  app.get('/.well-known/security.txt', (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(securityText(securityContact, publicOrigin, Date.now())),
  );
}
