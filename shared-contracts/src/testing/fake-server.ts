import { writeJson } from '../domain/money.ts';
import { pathMatches } from '../route-match.ts';
import { fakeUpload } from './fake-upload.ts';

export interface FakeRequest {
  method: string;
  /** Path and query. */
  url: string;
  /** Parsed JSON body, with money in dollars as in the JSON; the text of any other body; undefined without one. */
  body: unknown;
}

/** Reports the sent part of a body, from 0 to 1. */
type Sent = (part: number) => void;
/** Responds to one call: a plain value is a 200, `reply(…)` any response; a promise delays the response. */
export type Handler = (request: FakeRequest, sent: Sent) => unknown;
/** Handlers by method and path: `'GET /api/jobs/:id'`. */
export type Handlers = Readonly<Record<string, Handler>>;

/** A response with a status; API errors are `{ code, message }`. Money in the body is in cents, as in the program. */
export function reply(status: number, body?: unknown, headers: Record<string, string> = {}): Response {
  return body === undefined
    ? new Response(null, { status, headers })
    : new Response(writeJson(body), {
        status,
        headers: { 'content-type': 'application/json', ...headers },
      });
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

function findHandler(handlers: Handlers, { method, url }: FakeRequest): Handler {
  const [pathname = ''] = url.split('?');
  const exact = handlers[`${method} ${pathname}`];
  if (exact) return exact;
  for (const [route, handler] of Object.entries(handlers)) {
    const [wantedMethod, pattern = ''] = route.split(' ');
    if (wantedMethod === method && pathMatches(pattern, pathname)) return handler;
  }
  throw new Error(`No handler for ${method} ${pathname}`);
}

/** Returns a `fetch` and an `XMLHttpRequest` that use the handlers, and the recorded calls. */
export function fakeServer(handlers: Handlers) {
  const calls: FakeRequest[] = [];
  const respond = async (url: string, init: RequestInit, sent: Sent) => {
    const { method = 'GET', body } = init;
    const request: FakeRequest = { method, url, body: typeof body === 'string' ? parse(body) : undefined };
    calls.push(request);
    const result = await findHandler(handlers, request)(request, sent);
    return result instanceof Response ? result : reply(200, result);
  };
  const fetched: typeof fetch = (input, init = {}) => {
    const { promise: aborted, reject } = Promise.withResolvers<never>();
    init.signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
    return Promise.race([
      respond(input instanceof Request ? input.url : input.toString(), init, () => {}),
      aborted,
    ]);
  };
  return { fetch: fetched, XMLHttpRequest: fakeUpload(respond), calls };
}
