const STRIPE_SCRIPT = ['https://js.stripe.com', 'https://*.js.stripe.com'];
const STRIPE_FRAME = [...STRIPE_SCRIPT, 'https://hooks.stripe.com'];
const STRIPE_API = ['https://api.stripe.com'];

interface PolicyOptions {
  /** Of this one document. */
  nonce: string;
  /** True with the real payment provider, whose fields and challenges are frames of its own origin. */
  stripe: boolean;
  /** Where dev servers of modules may be: `http://localhost:*`. */
  devOrigins?: readonly string[];
}

/**
 * The policy of a document. Scripts run by nonce and may load more scripts (the module loader does), so hosts count
 * only for browsers that do not know `strict-dynamic`. The provider's hosts are those of
 * https://docs.stripe.com/security/guide#content-security-policy.
 */
export function contentSecurityPolicy({ nonce, stripe, devOrigins = [] }: PolicyOptions): string {
  const directives: Record<string, string[]> = {
    'default-src': ["'none'"],
    'script-src': [`'nonce-${nonce}'`, "'strict-dynamic'", ...(stripe ? STRIPE_SCRIPT : [])],
    'style-src': ["'self'", `'nonce-${nonce}'`],
    // From memory, after their digest was checked: see WorkerScript of the contract.
    'worker-src': ['blob:'],
    'img-src': ["'self'", 'data:', 'blob:', ...(stripe ? ['https://*.stripe.com'] : [])],
    'font-src': ["'self'"],
    // Their scripts need no more than `strict-dynamic`; their release and the news of it are asked for.
    'connect-src': ["'self'", ...(stripe ? STRIPE_API : []), ...devOrigins],
    'frame-src': stripe ? STRIPE_FRAME : ["'none'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}
