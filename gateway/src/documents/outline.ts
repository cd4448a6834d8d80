import {
  COLOR_SCHEME_ATTRIBUTE,
  cookieValue,
  findRoute,
  PENDING_SIGN_OUT_KEY,
  ROLE_COOKIE,
  SESSION_COOKIE,
  type Registry,
  type RegistryRoute,
  type RouteHeading,
} from '@dps/contract';
import { texts } from '../texts.ts';
import { escapeHtml } from '@dps/contract/server';

/** A phone, on which the side panel is a drawer. */
const NARROW = '@media (max-width:56.24em)';
/** Attribute of the document element while a sign-out is pending. */
const SIGNING_OUT = 'data-signing-out';
const SMALL = '@media (max-width:599.95px)';

/** The colours and measures of the shell's frame, so that nothing moves when the shell replaces the outline. */
export const OUTLINE_STYLE = [
  ':root{--outline-surface:#fff;--outline-line:#DDE2DC;--outline-soft:#51605A;--outline-shape:#E9ECEA;--outline-main:#0F5C4D}',
  `[${COLOR_SCHEME_ATTRIBUTE}=dark]{--outline-surface:#171F1C;--outline-line:#2A3531;--outline-soft:#A5B3AC;--outline-shape:#2A3531;--outline-main:#5CC2A7}`,
  // Inter itself can arrive at any time, and its words can wrap differently.
  '.outline{font:400 .875rem/1.42857 "Inter Fallback",system-ui,sans-serif;overflow-wrap:break-word}',
  '.outline *{box-sizing:border-box}',
  '.outline-bar{display:flex;align-items:center;height:56px;padding:0 16px;border-bottom:1px solid var(--outline-line);background:var(--outline-surface);white-space:nowrap;overflow:hidden}',
  '.outline-bar b{padding-inline-start:calc(1.5rem + 10px);font-size:1rem;font-weight:650;letter-spacing:-.01em}',
  `${NARROW}{.outline-bar[data-menu]{padding-inline-start:52px}}`,
  '@media (max-width:359.95px){.outline-bar b{padding:0}}@media (max-width:19.99em){.outline-bar b{font-size:0}}',
  '.outline-columns{display:flex;min-height:calc(100dvh - 56px)}',
  '.outline-panel{flex:0 0 248px;border-inline-end:1px solid var(--outline-line);background:var(--outline-surface);padding:76px 20px}',
  `${NARROW}{.outline-panel{display:none}}`,
  '.outline-page{flex:1;min-width:0}',
  '.outline-content{max-width:1280px;margin:0 auto;padding:24px}',
  `${NARROW}{.outline-content{padding:20px min(16px,5vw)}}`,
  '.outline-ground{display:flex;justify-content:center;padding:clamp(24px,6vh,72px) 16px 40px}',
  '.outline-sheet{width:100%;max-width:440px;padding:32px;border:1px solid var(--outline-line);border-radius:8px;background:var(--outline-surface)}',
  `${SMALL}{.outline-ground{padding:24px min(16px,5vw) 40px}.outline-sheet{padding:24px min(20px,6vw)}.outline-sheet h1{margin-bottom:.35em}}`,
  '.outline h1{margin:0;font-size:1.75rem;font-weight:650;line-height:1.2857;letter-spacing:-.015em}.outline-sheet h1{margin-bottom:.35em}',
  '.outline p{margin:0 0 24px;color:var(--outline-soft)}',
  '@media (min-width:56.25em){.outline-lead{max-width:34rem}}.outline-lead h1{margin-bottom:.5rem}.outline-lead p{font-size:1rem;line-height:1.5}',
  '.outline i{display:block;height:44px;margin:0 0 20px;border-radius:8px;background:var(--outline-shape)}.outline-panel i{height:16px;margin:0 0 26px;width:70%}.outline-content i{height:120px}',
  '.outline-check{max-width:560px;margin:auto;padding:96px 16px;text-align:center}',
  '.outline-check:before{content:"";display:block;width:2.5rem;height:2.5rem;margin:0 auto 8px;border:4px solid var(--outline-main);border-inline-end-color:transparent;border-radius:50%}',
  // Without scripts, nothing replaces the outline.
  `[${SIGNING_OUT}] .outline{visibility:hidden}@media (scripting:none){.outline{display:none}}`,
].join('');

/**
 * Inline script that hides the outline after a sign-out that has not reached the server: the browser still has the cookie of the
 * session.
 */
export const OUTLINE_SCRIPT = `try{if(localStorage.getItem('${PENDING_SIGN_OUT_KEY}'))document.documentElement.setAttribute('${SIGNING_OUT}','')}catch(e){}`;

/** Returns the role of the user whose session the browser has. The session can have expired. */
function roleOf(cookies: string): string | undefined {
  return cookieValue(cookies, SESSION_COOKIE) ? cookieValue(cookies, ROLE_COOKIE) : undefined;
}

/** Returns the first heading of a route for a role. */
function headingOf({ headings = [] }: RegistryRoute, role: string | undefined): RouteHeading | undefined {
  return headings.find((each) => each.role === undefined || each.role === role);
}

/** The line "Loading..." makes this paragraph the largest text of the page, also when the page replaces it. */
function headingMarkup({ title, text }: RouteHeading, loading: string): string {
  const lines = [...(text === undefined ? [] : [text]), loading].map(escapeHtml);
  return `<h1>${escapeHtml(title)}</h1><p>${lines.join('<br>')}</p>`;
}

const shapes = (count: number) => '<i></i>'.repeat(count);

/**
 * Returns an outline of the page of one address, which the browser shows until the shell replaces it. It has the top bar, the
 * side panel, the heading of the page and shapes, and no data of a user. Screen readers ignore it, because they would read
 * the heading twice.
 *
 * @param registry the registry of the document
 * @param pathname the path of the requested address
 * @param cookies the own cookies of the browser, which show whether a user is probably signed in
 */
export function pageOutline(registry: Registry, pathname: string, cookies: string): string {
  const route = findRoute(registry, pathname)?.route;
  const role = roleOf(cookies);
  const loading = route?.loadingText ?? texts.loading;
  const heading = route && headingOf(route, role);
  const bar = (menu: string) => `<div class="outline-bar"${menu}><b>${escapeHtml(texts.product)}</b></div>`;
  const outline = (content: string) => `<div class="outline" aria-hidden="true">${content}</div>`;
  const page = (lead: string) => `<div class="outline-content">${lead}${shapes(3)}</div>`;
  if (route && route.access !== 'guest' && role !== undefined && heading) {
    const columns = `<div class="outline-panel">${shapes(6)}</div><div class="outline-page">${page(headingMarkup(heading, loading))}</div>`;
    return outline(`${bar(' data-menu')}<div class="outline-columns">${columns}</div>`);
  }
  if (route?.access === 'guest' && role === undefined && heading) {
    const content = `${headingMarkup(heading, loading)}${shapes(4)}`;
    return outline(`${bar('')}<div class="outline-ground"><div class="outline-sheet">${content}</div></div>`);
  }
  if (route?.access === 'public' && role === undefined && heading)
    return outline(bar('') + page(`<div class="outline-lead">${headingMarkup(heading, loading)}</div>`));
  // The shell may redirect, or show its page for unknown addresses.
  return outline(`${bar('')}<div class="outline-check">${escapeHtml(loading)}</div>`);
}
