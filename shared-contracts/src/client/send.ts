import { toApiError, unreachable, type ApiError } from './api-error.ts';
import * as paths from '../paths.ts';
import type { LoginBody } from '../schemas/user.ts';
import type { CallOptions } from './watched-fetch.ts';

export interface ApiRequest {
  url: string;
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** JSON body; without it no content type is sent. A large body is a `Blob` that already contains JSON. */
  body?: unknown;
  /** Follows `Link: rel="next"` and joins the pages of a list into one array. */
  allPages?: boolean;
  /** Makes a repeated call return the row that the first one created. Earlier shells omit it. */
  idempotencyKey?: string;
  /** Completes even if the page unloads; browsers limit such bodies to a few kilobytes. */
  keepalive?: boolean;
  /** The call is about the session itself: a 401 is a result, and does not wait for re-authentication. */
  aboutSession?: boolean;
  /** Receives upload progress from 0 to 1; starts at 0 again if the call is repeated. */
  onProgress?: (part: number) => void;
}

const NEXT_LINK = /<([^>]+)>;\s*rel="next"/;

/** Facts about an answer. */
export interface AnswerMeta {
  /** The service worker has kept it, because the server is unreachable. */
  isKept: true;
}

/**
 * Makes one call. Resolves with the parsed JSON (undefined for an empty body) and the address of the next page, if any.
 *
 * @param request the call; `onProgress` and `allPages` have no effect here
 * @param make makes the HTTP request
 */
export async function send(
  request: ApiRequest,
  signal: AbortSignal,
  make: (url: string, options: CallOptions) => Promise<Response> = fetch,
): Promise<{ data: unknown; next?: string; meta?: AnswerMeta } | { error: ApiError }> {
  const { url, method = 'GET', body, keepalive = false, idempotencyKey } = request;
  try {
    const options: CallOptions = {
      method,
      credentials: 'include',
      signal,
      keepalive,
      ...(body !== undefined && {
        headers: {
          'content-type': 'application/json',
          ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
        },
        body: body instanceof Blob ? body : JSON.stringify(body),
      }),
    };
    const response = await make(url, options);
    const text = await response.text();
    if (!response.ok) return { error: toApiError(response, text) };
    const next = NEXT_LINK.exec(response.headers.get('link') ?? '')?.[1];
    return {
      data: text ? JSON.parse(text) : undefined,
      ...(next && { next }),
      ...(response.headers.has('x-kept') && { meta: { isKept: true } }),
    };
  } catch (cause) {
    return { error: unreachable(cause) };
  }
}

/** Requests about the session, by endpoint. The store makes them, and pages without the store. */
export const sessionCalls = {
  coreCurrentUser: () => ({ url: paths.currentUser(), aboutSession: true }),
  coreLogin: (body: LoginBody) => ({ url: paths.login(), method: 'POST', body, aboutSession: true }),
  coreLogout: () => ({ url: paths.logout(), method: 'POST', aboutSession: true }),
} as const satisfies Record<string, (body: LoginBody) => ApiRequest>;
