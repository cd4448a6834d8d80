import {
  findRoute,
  cookieText,
  FAILED_SHELL_COOKIE,
  type Deployment,
  type Outlines,
  type Registry,
} from '@dps/contract';
import { escapeHtml } from '@dps/contract/server';
import { commonHead } from './document-head.ts';
import { planDocument, type DocumentFile } from './document-plan.ts';
import { attributes, jsonElement } from './html.ts';
import { OUTLINE_SCRIPT, pageOutline } from './outline.ts';
import { REGISTER_WORKER } from '../offline/installed-app.ts';
import { texts } from '../texts.ts';

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
 * The map library tests its browser with one constant element.
 * Stripe.js requires the default policy as well:
 * https://docs.stripe.com/security/guide#content-security-policy.
 */
export function scriptPolicy({ stripe, devOrigins }: ScriptSources): string {
  const others = [...(stripe ? [STRIPE] : []), ...devOrigins.map(devPattern)];
  const other = others.length > 0 ? `||/${others.join('|')}/.test(u.href)` : '';
  return `window.trustedTypes&&trustedTypes.createPolicy('default',{
createHTML:function(s){return/[<&]/.test(s)&&s!=='<svg/>'?null:s},
createScriptURL:function(s,t,sink){
var u=new URL(s,location.origin),own=u.origin===location.origin;
return own&&(/${OWN_SCRIPTS}/.test(u.pathname)||/^Worker/.test(sink)&&u.protocol==='blob:')${other}?s:null}})`;
}

/** Event that the shell dispatches on the window when it cannot start. A listener that cancels it handles the failure. */
const SHELL_FAILED = 'dps:shell-failed';

/** Seconds for which a browser uses the previous shell, unless a newer one is released. */
const HOUR = 3600;

const failedShell = (isSecure: boolean): string =>
  cookieText(FAILED_SHELL_COOKIE, "'+m.content+'", isSecure, HOUR);

/**
 * Inline script that runs before every other script of the document.
 *
 * It removes a script tag that failed: on a retry, the loaders of webpack and of federation would find the tag and wait
 * for it forever. The shell fails to start if one of its own scripts (`data-shell`) fails or if it dispatches the event.
 * Then the script reloads the document with the previous shell, because no part of a half-started shell survives a
 * reload. The element `shell-fallback` exists if there is a previous shell, and holds the failed version. Without a
 * previous shell, or if the server is unreachable, the page shows a message. Its button fetches the failed files past
 * the HTTP cache, which would otherwise keep a damaged immutable file for a year.
 */
export const DOCUMENT_GUARD = `(function(){var failed=false,broken=[];
function reload(){location.reload()}
function showMessage(){
var r=document.getElementById('root'),p=document.createElement('p'),b=document.createElement('button');
if(!r||r.querySelector('[role=alert]'))return;
p.setAttribute('role','alert');p.textContent='Drone Pilot Surveys could not start: a file of the application is incomplete. None of your data is lost. Check the connection and reload the page.';
b.textContent='Reload';b.onclick=function(){
Promise.all(broken.map(function(a){return fetch(a,{cache:'reload'}).then(function(c){return c.text()})})).then(reload,reload)};r.replaceChildren(p,b)}
function fail(){
if(failed)return;failed=true;
var m=document.querySelector('meta[name=shell-fallback]');
if(!m)return showMessage();
fetch(location.href,{method:'HEAD',headers:{accept:'text/html'},cache:'no-store'}).then(function(a){
if(!a.ok&&a.status!==404)throw a;
document.cookie=location.protocol==='https:'?'${failedShell(true)}':'${failedShell(false)}';reload()
}).catch(showMessage)}
addEventListener('${SHELL_FAILED}',function(e){
if(document.querySelector('meta[name=shell-fallback]'))e.preventDefault();fail()});
addEventListener('error',function(e){
var s=e.target;if(!s||s.tagName!=='SCRIPT')return;s.remove();
if('shell' in s.dataset){broken.push(s.src);fail()}},true)})()`;

interface DocumentRequest {
  registry: Registry;
  deployment: Deployment;
  /** The outlines of the shell; undefined if its release has none. */
  outlines: Outlines | undefined;
  /** The path of the requested address. */
  pathname: string;
  /** The own cookies of the browser. */
  cookies: string;
  nonce: string;
  /** True with the real payment provider. */
  stripe: boolean;
}

const integrityAttributes = ({ integrity }: DocumentFile, nonce: string) => ({
  crossorigin: 'anonymous',
  integrity,
  nonce,
});

function preloadTag(file: DocumentFile, nonce: string): string {
  return `<link${attributes({ rel: 'preload', as: 'script', href: file.href, ...integrityAttributes(file, nonce) })}>`;
}

/** The shell loads the font without integrity: a browser compares this attribute of a preload only for scripts and styles. */
function fontTag(href: string): string {
  return `<link${attributes({ rel: 'preload', as: 'font', type: 'font/woff2', href, crossorigin: 'anonymous' })}>`;
}

function scriptTag(file: DocumentFile, nonce: string): string {
  const given = {
    src: file.href,
    defer: true,
    'data-shell': true,
    ...integrityAttributes(file, nonce),
  } as const;
  return `<script${attributes(given)}></script>`;
}

/**
 * Returns the shell's document for one address. It holds the registry and the deployment, preloads the files of the address's
 * first screen, and shows an outline of it.
 */
export function shellDocument({
  registry,
  deployment,
  outlines,
  pathname,
  cookies,
  nonce,
  stripe,
}: DocumentRequest): string {
  const plan = planDocument(registry, pathname);
  const page = findRoute(registry, pathname)?.route.title;
  const { shell, previousShell } = registry;
  const devOrigins = deployment.overrides?.origins ?? [];
  const outline = outlines && pageOutline(outlines, registry, pathname, cookies);
  return `<!doctype html>
<html lang="en">
<head>
${commonHead(page === undefined ? texts.product : texts.title(page), nonce)}
${outline ? `<style${attributes({ nonce })}>${outline.style}</style>` : ''}
<meta name="description"${attributes({ content: texts.description })}>
<meta name="csp-nonce"${attributes({ nonce })}>
${previousShell ? `<meta${attributes({ name: 'shell-fallback', content: shell.version })}>` : ''}
<script${attributes({ nonce })}>${scriptPolicy({ stripe, devOrigins })};${DOCUMENT_GUARD};${OUTLINE_SCRIPT};${REGISTER_WORKER}</script>
${plan.preloads.map((file) => preloadTag(file, nonce)).join('\n')}
${plan.fonts.map((href) => fontTag(href)).join('\n')}
${plan.scripts.map((file) => scriptTag(file, nonce)).join('\n')}
</head>
<body dir="ltr">
<noscript><p>${escapeHtml(texts.noscript)}</p></noscript>
<div id="root">${outline?.markup ?? ''}</div>
${jsonElement('registry', plan.registry)}
${jsonElement('deployment', deployment)}
</body>
</html>
`;
}
