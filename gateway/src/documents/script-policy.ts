/** Paths of the scripts that the product loads from its own origin, and of its service worker. */
const OWN_SCRIPTS = String.raw`^\/(shell|modules)\/|^\/payment-sandbox\/stripe\.js$|^\/service-worker\.js$`;
const STRIPE = String.raw`^https:\/\/([\w-]+\.)?js\.stripe\.com\/`;

/** Returns a pattern for the scripts of a dev server: `http://localhost:*` matches every port. */
function devPattern(origin: string): string {
  const escaped = origin.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
  return String.raw`^${escaped.replace(/:\\\*$/, String.raw`:\d+`)}\/`;
}

interface ScriptSources {
  stripe: boolean;
  devOrigins: readonly string[];
}

/**
 * Returns an inline script with the default policy for Trusted Types. The document has no other policy. So a string becomes
 * the address of a script only if it is a file of a release, of a dev server or of the payment provider. Workers start from
 * memory, after their content is verified. The toasts write a blank into a style element, so HTML without markup is allowed.
 * Stripe.js requires the default policy as well:
 * https://docs.stripe.com/security/guide#content-security-policy.
 */
export function scriptPolicy({ stripe, devOrigins }: ScriptSources): string {
  const others = [...(stripe ? [STRIPE] : []), ...devOrigins.map(devPattern)];
  const other = others.length > 0 ? `||/${others.join('|')}/.test(u.href)` : '';
  return `window.trustedTypes&&trustedTypes.createPolicy('default',{
createHTML:function(s){return/[<&]/.test(s)?null:s},
createScriptURL:function(s,t,sink){
var u=new URL(s,location.origin),own=u.origin===location.origin;
return own&&(/${OWN_SCRIPTS}/.test(u.pathname)||/^Worker/.test(sink)&&u.protocol==='blob:')${other}?s:null}})`;
}
