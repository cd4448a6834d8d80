import {
  cookieValue,
  findRoute,
  OUTLINE_FILE,
  parseOutlines,
  PENDING_SIGN_OUT_KEY,
  ROLE_COOKIE,
  SESSION_COOKIE,
  type Outlines,
  type Registry,
  type RegistryRoute,
  type RouteHeading,
  type ShellRelease,
} from '@dps/contract';
import { escapeHtml } from '@dps/contract/server';
import { integrityOf } from '@dps/release/store/integrity';
import { messageOf } from '@dps/release/store/command-error';
import type { ReleaseStore } from '@dps/release/store/release-store';
import { texts } from '../texts.ts';

/** Attribute of the document element while a sign-out is pending. */
const SIGNING_OUT = 'data-signing-out';

/** Hides the outline while a sign-out is pending, and without scripts, because nothing would replace it. */
const HIDDEN = `[${SIGNING_OUT}] #outline{visibility:hidden}@media (scripting:none){#outline{display:none}}`;

/**
 * Inline script that hides the outline after a sign-out that has not reached the server: the browser still has the cookie of the
 * session.
 */
export const OUTLINE_SCRIPT = `try{if(localStorage.getItem('${PENDING_SIGN_OUT_KEY}'))document.documentElement.setAttribute('${SIGNING_OUT}','')}catch(e){}`;

/** Returns the outlines of a shell's release, or undefined for a release without them. */
export type ReadOutlines = (shell: ShellRelease) => Promise<Outlines | undefined>;

/**
 * Reads the outlines of shells from their releases, each once.
 *
 * @param readFile returns a file of the store by its path, or null if it is missing
 * @param log receives a line for outlines that cannot be used
 */
export function outlineReader(readFile: ReleaseStore['readFile'], log: (line: string) => void): ReadOutlines {
  const known = new Map<string, Outlines>();
  return async ({ base, files }) => {
    const integrity = files[OUTLINE_FILE];
    if (integrity === undefined) return undefined;
    const path = base.slice(1) + OUTLINE_FILE;
    try {
      const read = known.get(integrity);
      if (read) return read;
      const content = await readFile(path);
      if (!content || integrityOf(content) !== integrity) throw new Error(texts.notReleased);
      const outlines = parseOutlines(content.toString());
      known.set(integrity, outlines);
      return outlines;
    } catch (error) {
      log(`${path}: ${messageOf(error)}; documents have no outline`);
      return undefined;
    }
  };
}

/** Returns the role of the user whose session the browser has. The session can have expired. */
function roleOf(cookies: string): string | undefined {
  return cookieValue(cookies, SESSION_COOKIE) ? cookieValue(cookies, ROLE_COOKIE) : undefined;
}

/** Returns the first heading of a route for a role. */
function headingOf({ headings = [] }: RegistryRoute, role: string | undefined): RouteHeading | undefined {
  return headings.find((each) => each.role === undefined || each.role === role);
}

/** Returns the kind of outline for a page with a heading. Otherwise the shell may redirect, or show its page for unknown addresses. */
function kindOf(
  { access }: RegistryRoute,
  role: string | undefined,
): 'user' | 'guest' | 'public' | 'checking' {
  if (role === undefined) return access === 'user' ? 'checking' : access;
  return access === 'guest' ? 'checking' : 'user';
}

/** The outline of one page, for its document. */
export interface PageOutline {
  style: string;
  /** The content of the root element. */
  markup: string;
}

/**
 * Returns an outline of the page of one address, which the browser shows until the shell replaces it. It has the frame of the shell
 * and the heading of the page, and no data of a user. Screen readers ignore it, because they would read the heading twice.
 *
 * @param outlines the outlines of the document's shell
 * @param registry the registry of the document
 * @param pathname the path of the requested address
 * @param cookies the own cookies of the browser, which show whether a user is probably signed in
 */
export function pageOutline(
  outlines: Outlines,
  registry: Registry,
  pathname: string,
  cookies: string,
): PageOutline {
  const route = findRoute(registry, pathname)?.route;
  const role = roleOf(cookies);
  const heading = route && headingOf(route, role);
  const kind = route && heading ? kindOf(route, role) : 'checking';
  const places: Record<string, string> = {
    title: heading?.title ?? '',
    text: heading?.text ?? '',
    loading: route?.loadingText ?? texts.loading,
  };
  const markup = outlines[kind].replaceAll(/\{\{(\w+)\}\}/g, (_place, name: string) =>
    escapeHtml(places[name] ?? ''),
  );
  return {
    style: outlines.style + HIDDEN,
    markup: `<div id="outline" inert aria-hidden="true">${markup}</div>`,
  };
}
