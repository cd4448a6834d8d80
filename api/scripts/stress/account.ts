import { randomUUID } from 'node:crypto';
import { Agent, request, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { paths, type Role } from '@dps/contract';

const PASSWORD = 'correct horse';
/** Longer than every timeout of the API. */
const RESPONSE_TIMEOUT_MS = 30_000;

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Reply {
  status: number;
  headers: Headers;
  /** Parsed JSON, or the text of anything else. */
  body: unknown;
}

interface Call {
  method: Method;
  path: string;
  body?: unknown;
  cookie?: string;
}

/** An API process, and its agent if the connections are not shared. */
export interface Origin {
  url: string;
  agent?: Agent;
}

const sharedAgent = new Agent({ keepAlive: true });

function toHeaders(raw: IncomingHttpHeaders): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(raw)) {
    for (const each of [value ?? []].flat()) headers.append(name, each);
  }
  return headers;
}

/** Sends a request over a keep-alive connection. Throws if the connection fails. */
export async function call(
  { url, agent = sharedAgent }: Origin,
  { method, path, body, cookie }: Call,
): Promise<Reply> {
  const payload = body === undefined ? undefined : JSON.stringify(body);
  const { promise, resolve, reject } = Promise.withResolvers<Reply>();
  const sent = request(url + path, {
    method,
    agent,
    signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
    headers: {
      ...(payload !== undefined && {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(payload),
      }),
      ...(cookie !== undefined && { cookie }),
    },
  });
  sent.on('error', reject);
  sent.on('response', (response) => {
    const headers = toHeaders(response.headers);
    const isJson = headers.get('content-type')?.startsWith('application/json') ?? false;
    text(response).then(
      (content) =>
        resolve({ status: response.statusCode ?? 0, headers, body: isJson ? JSON.parse(content) : content }),
      reject,
    );
  });
  sent.end(payload);
  return promise;
}

/** A signed-in user who calls any API process. */
export class Account {
  readonly id: number;
  readonly cookie: string;

  constructor(id: number, cookie: string) {
    this.id = id;
    this.cookie = cookie;
  }

  get = (origin: Origin, path: string) => this.send(origin, 'GET', path);
  post = (origin: Origin, path: string, body?: unknown) => this.send(origin, 'POST', path, body);
  put = (origin: Origin, path: string, body?: unknown) => this.send(origin, 'PUT', path, body);
  patch = (origin: Origin, path: string, body?: unknown) => this.send(origin, 'PATCH', path, body);
  delete = (origin: Origin, path: string) => this.send(origin, 'DELETE', path);

  private send(origin: Origin, method: Method, path: string, body?: unknown): Promise<Reply> {
    return call(origin, { method, path, body, cookie: this.cookie });
  }
}

/** Returns a field of a response body. */
export function fieldOf(reply: Reply, name: string): unknown {
  return Reflect.get(Object(reply.body), name);
}

/** Returns the `id` of a response body. Throws if the response has another status. */
export function idOf(reply: Reply, status: number): number {
  const id = fieldOf(reply, 'id');
  if (reply.status === status && typeof id === 'number') return id;
  throw new Error(`Expected ${status} with an id, got ${reply.status}: ${JSON.stringify(reply.body)}`);
}

/** Creates an account and signs in. */
export async function createAccount(origin: Origin, role: Role): Promise<Account> {
  const username = `u${randomUUID().slice(0, 8)}`;
  const signup = {
    username,
    password: PASSWORD,
    email: `${username}@example.com`,
    name: `Test ${role}`,
    role,
  };
  const created = await call(origin, { method: 'POST', path: paths.signup(), body: signup });
  const login = { username, password: PASSWORD };
  const signedIn = await call(origin, { method: 'POST', path: paths.login(), body: login });
  const [cookie = ''] = signedIn.headers.getSetCookie()[0]?.split(';') ?? [];
  return new Account(idOf(created, 201), cookie);
}
