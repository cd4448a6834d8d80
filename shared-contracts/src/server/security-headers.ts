import { STATUS_CODES } from 'node:http';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * Escapes a text for the content of an HTML element or for a quoted attribute.
 *
 * @returns the text without `&`, `<`, `>` and quotes: `&lt;b&gt;` for `<b>`
 */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}

const YEAR_SECONDS = 31_536_000;

/**
 * Returns the headers of every response of a server: browsers do not load from it, run, frame or interpret it as another type.
 * Documents replace some of them.
 *
 * @param isSecure whether browsers reach the product by HTTPS
 */
export function securityHeaders(isSecure: boolean): Readonly<Record<string, string>> {
  return {
    'content-security-policy':
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-permitted-cross-domain-policies': 'none',
    'x-xss-protection': '0',
    ...(isSecure && { 'strict-transport-security': `max-age=${YEAR_SECONDS}; includeSubDomains` }),
  };
}

/** Returns a complete HTTP response for a connection without a readable request, which the server closes afterwards. */
export function unreadableRequestResponse(
  status: number,
  headers: Readonly<Record<string, string>>,
  body: string,
): string {
  const fields = { ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...lines, '', body].join('\r\n');
}
