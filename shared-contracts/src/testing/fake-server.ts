import { pathMatches } from '../route-match.ts';

export interface FakeRequest {
  method: string;
  /** The address with its query. */
  url: string;
  /** The parsed JSON body; undefined without one. */
  body: unknown;
}

/** Answers one call: a plain value is a 200, `reply(…)` anything else; a promise keeps the call waiting. */
export type Handler = (request: FakeRequest) => unknown;
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

/** A `fetch` that handlers answer, and the calls it has had so far. */
export function fakeServer(handlers: Handlers): { fetch: typeof fetch; calls: FakeRequest[] } {
  const calls: FakeRequest[] = [];
  const answer = async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const url = input instanceof Request ? input.url : input.toString();
    const { method = 'GET', body } = init;
    const request: FakeRequest = {
      method,
      url,
      body: typeof body === 'string' ? JSON.parse(body) : undefined,
    };
    calls.push(request);
    const result = await findHandler(handlers, request)(request);
    return result instanceof Response ? result : reply(200, result);
  };
  return { fetch: answer, calls };
}
