import { cookieText, cookieValue, isObject, paths, type PreviewNotice, type Registry } from '@dps/contract';
import type { FastifyRequest } from 'fastify';
import type { Testers } from '../config/config.ts';
import { addressOf } from './navigation.ts';

/** Parameter of a preview link. */
const PREVIEW_PARAMETER = 'preview';
/** Value of the parameter that leaves a preview. */
const END = 'end';
/** Cookie with the id of the preview that a browser follows, until the browser closes. It does not give access by itself. */
const PREVIEW_COOKIE = 'dps_preview';
const ID = /^[a-z\d-]{1,64}$/;
const RESPONSE_TIMEOUT_MS = 3_000;

/** The response of the gateway to a preview link. */
interface PreviewRedirect {
  /** The address without the parameter. */
  address: string;
  cookie: string;
}

/**
 * Returns the redirect for an address with `?preview=<id>`, which starts or ends a preview in this browser; undefined for
 * another address.
 *
 * @param url path and query of the request
 */
export function previewRedirect(url: string, publicOrigin: string): PreviewRedirect | undefined {
  const { pathname, searchParams } = new URL(url, publicOrigin);
  const id = searchParams.get(PREVIEW_PARAMETER);
  if (id === null) return undefined;
  searchParams.delete(PREVIEW_PARAMETER);
  const starts = id !== END && ID.test(id);
  const isSecure = publicOrigin.startsWith('https:');
  const cookie = cookieText(PREVIEW_COOKIE, starts ? id : '', isSecure, starts ? undefined : 0);
  return { address: addressOf(pathname, searchParams), cookie: `${cookie}; HttpOnly` };
}

/** The preview for one document: its notice and, for a tester, the release. */
interface ChosenPreview {
  notice: PreviewNotice;
  release?: { module: string; version: string };
}

function findPreview(registry: Registry, id: string, now: number) {
  for (const { name: module, title, previews = [] } of registry.modules) {
    const found = previews.find((each) => each.id === id && each.expires > now);
    if (found) return { module, title, version: found.version };
  }
  return undefined;
}

/** Returns the response of the API about the signed-in user of a request; undefined if it does not respond in time. */
async function currentUser(api: string, { id, ip, headers }: FastifyRequest): Promise<Response | undefined> {
  try {
    return await fetch(new URL(paths.currentUser(), api), {
      headers: { cookie: headers.cookie ?? '', 'x-forwarded-for': ip, 'x-request-id': id },
      redirect: 'error',
      signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
    });
  } catch {
    return undefined;
  }
}

async function stateFor(
  request: FastifyRequest,
  { api, testers }: PreviewOptions,
): Promise<PreviewNotice['state']> {
  const response = await currentUser(api, request);
  if (response?.status === 401) return 'signed-out';
  if (!response?.ok) return 'unknown';
  const user: unknown = await response.json().catch(() => undefined);
  const userId = isObject(user) ? user['id'] : undefined;
  if (typeof userId !== 'number') return 'unknown';
  return testers === 'any' || testers.includes(userId) ? 'runs' : 'refused';
}

export interface PreviewOptions {
  /** `http://127.0.0.1:4201` */
  api: string;
  testers: Testers;
}

/**
 * Chooses the preview that a browser follows. Only browsers that follow one cause a request to the API.
 *
 * @param cookies the own cookies of the browser
 * @returns undefined for all other browsers, and for a shell that cannot show that it runs a preview
 */
export async function choosePreview(
  registry: Registry,
  request: FastifyRequest,
  cookies: string,
  options: PreviewOptions,
): Promise<ChosenPreview | undefined> {
  const id = cookieValue(cookies, PREVIEW_COOKIE);
  if (!id || (registry.shell.documentFormat ?? 0) < 1) return undefined;
  const found = findPreview(registry, id, Date.now());
  if (!found) return { notice: { state: 'ended' } };
  const state = await stateFor(request, options);
  if (state !== 'runs') return { notice: { state } };
  const { title, ...release } = found;
  return { notice: { state, title, version: release.version }, release };
}
