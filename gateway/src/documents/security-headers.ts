import { WORKER_PATH } from '../offline/installed-app.ts';
import { REPORTS_PATH } from './policy-reports.ts';

/** Name of the endpoint for reports. */
const REPORTS = 'policy';

/** Returns the headers of documents, in addition to those of every response. They disable browser features, except payments in the provider's frame. */
export function documentHeaders(stripe: boolean): Record<string, string> {
  const payment = stripe ? '(self "https://js.stripe.com")' : '()';
  return {
    'permissions-policy': `camera=(), microphone=(), geolocation=(self), usb=(), payment=${payment}, publickey-credentials-create=(self), publickey-credentials-get=(self)`,
    'referrer-policy': 'strict-origin-when-cross-origin',
    'reporting-endpoints': `${REPORTS}="${REPORTS_PATH}"`,
  };
}

/**
 * Additional headers of a page whose address may be a secret: its parameter names one object, or it is a mailed link that a mail
 * program has changed. No search engine lists the page, and no request of it contains the address.
 */
export const SECRET_ADDRESS_HEADERS = { 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' };

const STRIPE_SCRIPT = ['https://js.stripe.com', 'https://*.js.stripe.com'];
const STRIPE_FRAME = [...STRIPE_SCRIPT, 'https://hooks.stripe.com'];
const STRIPE_API = ['https://api.stripe.com'];

interface PolicyOptions {
  /** Public origin of the gateway, which has the service worker. */
  publicOrigin: string;
  /** Random value of this document. */
  nonce: string;
  /** True with the real payment provider, which shows its fields and challenges in frames of its own origin. */
  stripe: boolean;
  /** Allowed origins of module dev servers: `http://localhost:*`. */
  devOrigins?: readonly string[];
  /** Origins of the backends of modules: `https://forecast.example`. */
  backends?: readonly string[];
  /** Origin of the map tiles: `https://tiles.example`. */
  tiles?: string | undefined;
}

/**
 * Returns a second policy, which a script must fulfil as well: its origin. `strict-dynamic` in the first one allows the scripts
 * of a module to load any script, and browsers without Trusted Types, and `import()`, would run those of other origins.
 */
export function scriptOriginPolicy({
  nonce,
  stripe,
  devOrigins = [],
}: Omit<PolicyOptions, 'publicOrigin'>): string {
  const sources = ["'self'", `'nonce-${nonce}'`, ...(stripe ? STRIPE_SCRIPT : []), ...devOrigins];
  return `script-src-elem ${sources.join(' ')}; report-uri ${REPORTS_PATH}; report-to ${REPORTS}`;
}

/**
 * Returns the content security policy of a document. Scripts run by nonce and may load further scripts, as the module
 * loader does. Hosts in `script-src` apply only in browsers without `strict-dynamic`. Source of the provider's hosts:
 * https://docs.stripe.com/security/guide#content-security-policy.
 */
export function contentSecurityPolicy({
  publicOrigin,
  nonce,
  stripe,
  devOrigins = [],
  backends = [],
  tiles,
}: PolicyOptions): string {
  const serviceWorker = `${publicOrigin}${WORKER_PATH}`;
  const directives: Record<string, string[]> = {
    'default-src': ["'none'"],
    'script-src': [`'nonce-${nonce}'`, "'strict-dynamic'", ...(stripe ? STRIPE_SCRIPT : [])],
    'style-src': ["'self'", `'nonce-${nonce}'`],
    // The client starts workers from memory after it verifies their digest: see WorkerScript in shared-contracts.
    // The only worker with an address is the service worker.
    'worker-src': ['blob:', serviceWorker],
    'manifest-src': ["'self'"],
    'img-src': [
      "'self'",
      'data:',
      'blob:',
      ...(stripe ? ['https://*.stripe.com'] : []),
      ...(tiles === undefined ? [] : [tiles]),
    ],
    'font-src': ["'self'"],
    // `strict-dynamic` covers the scripts of dev servers. Pages also fetch the release and its change events.
    'connect-src': ["'self'", ...(stripe ? STRIPE_API : []), ...devOrigins, ...backends],
    'frame-src': stripe ? STRIPE_FRAME : ["'none'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    // See scriptPolicy.
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ['default'],
    'report-uri': [REPORTS_PATH],
    'report-to': [REPORTS],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}
