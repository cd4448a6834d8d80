import { toApiError, unreachable, type ApiError } from './api-error.ts';
import * as paths from '../paths.ts';
import type { JobStatus } from '../domain/job.ts';
import { readJson, writeJson } from '../domain/money.ts';
import type { LoginBody } from '../schemas/user.ts';

/** Describes a call that waits on the device for the network. */
export interface OfflineCall {
  /** Names the call for the user: "Progress 40% of Roof inspection". */
  title: string;
  /** The change that the screens show meanwhile. */
  job?: { id: number; progress?: number; status?: JobStatus };
}

/** What a list shows of a file. */
export type FileFacts = Pick<File, 'name' | 'size' | 'type' | 'lastModified'>;

/** A file of a message: one that the server has, by its id, or one to upload, with the same key for each attempt. */
export type CallFile = { id: number; file: FileFacts } | { id: null; file: File; idempotencyKey: string };

export interface ApiRequest {
  url: string;
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** JSON body; without it no content type is sent. */
  body?: unknown;
  /** Follows `Link: rel="next"` and joins the pages of a list into one array. */
  allPages?: boolean;
  /** Makes a repeated call return the row that the first one created. Earlier shells omit it. */
  idempotencyKey?: string;
  /**
   * If there is no response, the call is kept on the device and sent later. The promise rejects with `isQueued`. Only for calls
   * that are safe hours later, and not for money. Earlier shells ignore it.
   */
  whenOffline?: OfflineCall;
  /**
   * The log of the flight that the call records. The shell uploads it after the call, also hours later, and keeps it on the device
   * until then. `title` names it for the user. Only with `whenOffline`.
   */
  log?: { file: File; title: string };
  /**
   * The files of a message about a job. If some have no id, the call waits on the device, and the shell uploads them before it,
   * also hours later: their ids replace `fileIds` of the body. Only with `whenOffline`.
   */
  files?: { jobId: number; all: readonly CallFile[] };
  /** Completes even if the page unloads; browsers limit such bodies to a few kilobytes. */
  keepalive?: boolean;
  /**
   * The user in whose name the call is made: the server refuses the session of another user. By default, calls of the store name
   * the user that the page shows; null names no user.
   */
  userId?: number | null | undefined;
  /** The call is about the session itself: a 401 is a result, and does not wait for re-authentication. */
  aboutSession?: boolean;
}

const NEXT_LINK = /<([^>]+)>;\s*rel="next"/;

/**
 * Makes one call. Resolves with the parsed JSON (undefined for an empty body), the address of the next page, if any, and as
 * `meta`, whether the service worker has kept the response.
 *
 * @param request the call; `allPages` has no effect here
 */
export async function send(
  request: ApiRequest,
  signal: AbortSignal,
): Promise<{ data: unknown; next?: string; meta: boolean } | { error: ApiError }> {
  const { url, method = 'GET', body, keepalive = false, idempotencyKey, userId } = request;
  try {
    const response = await fetch(url, {
      method,
      credentials: 'include',
      signal,
      keepalive,
      headers: {
        ...(typeof userId === 'number' && { [paths.PAGE_USER_HEADER]: String(userId) }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      },
      ...(body !== undefined && { body: writeJson(body) }),
    });
    const text = await response.text();
    if (!response.ok) return { error: toApiError(response, text) };
    const next = NEXT_LINK.exec(response.headers.get('link') ?? '')?.[1];
    return {
      data: text ? readJson(text) : undefined,
      ...(next && { next }),
      meta: response.headers.has('x-kept'),
    };
  } catch (cause) {
    return { error: unreachable(cause) };
  }
}

/** Requests about the session, by endpoint. The store makes them, and pages without the store. */
export const sessionCalls = {
  coreCurrentUser: () => ({ url: paths.currentUser(), userId: null, aboutSession: true }),
  coreLogin: (body: LoginBody) => ({
    url: paths.login(),
    method: 'POST',
    body,
    userId: null,
    aboutSession: true,
  }),
  coreLogout: () => ({ url: paths.logout(), method: 'POST', aboutSession: true }),
} as const satisfies Record<string, (body: LoginBody) => ApiRequest>;
