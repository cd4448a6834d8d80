import { pathMatches } from '../route-match.ts';
import { fakeUpload } from './fake-upload.ts';

export interface FakeRequest {
  method: string;
  /** The address with its query. */
  url: string;
  /** The parsed JSON body; undefined without one. */
  body: unknown;
}

/** Tells a page that watches its upload which part of the body was sent, from 0 to 1. */
type Sent = (part: number) => void;
/** Answers one call: a plain value is a 200, `reply(…)` anything else; a promise keeps the call waiting. */
export type Handler = (request: FakeRequest, sent: Sent) => unknown;
/** Handlers by method and path: `'GET /api/jobs/:id'`. */
export type Handlers = Readonly<Record<string, Handler>>;

/** An answer with a status; errors of the API are `{ code, message }`. */
export function reply(status: number, body?: unknown, headers: Record<string, string> = {}): Response {
  return body === undefined
    ? new Response(null, { status, headers })
    : new Response(JSON.stringify(body), {
        status,
        headers: { 'content-type': 'application/json', ...headers },
      });
}

function findHandler(handlers: Handlers, { method, url }: FakeRequest): Handler {
  const [pathname = ''] = url.split('?');
  const exact = handlers[`${method} ${pathname}`];
  if (exact) return exact;
  for (const [route, handler] of Object.entries(handlers)) {
    const [wantedMethod, pattern = ''] = route.split(' ');
    if (wantedMethod === method && pathMatches(pattern, pathname)) return handler;
  }
  throw new Error(`No handler answers ${method} ${pathname}`);
}

/** A `fetch` and an `XMLHttpRequest` that handlers answer, and the calls they have had so far. */
export function fakeServer(handlers: Handlers) {
  const calls: FakeRequest[] = [];
  const answer = async (url: string, init: RequestInit, sent: Sent) => {
    const { method = 'GET', body } = init;
    const request: FakeRequest = {
      method,
      url,
      body: typeof body === 'string' ? JSON.parse(body) : undefined,
    };
    calls.push(request);
    const result = await findHandler(handlers, request)(request, sent);
    return result instanceof Response ? result : reply(200, result);
  };
  const fetched: typeof fetch = (input, init = {}) =>
    answer(input instanceof Request ? input.url : input.toString(), init, () => {});
  return { fetch: fetched, XMLHttpRequest: fakeUpload(answer), calls };
}
