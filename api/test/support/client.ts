import { errorView, type ErrorCode, type ErrorView } from '@dps/contract';
import type { InferType, Schema } from 'yup';
import { checkExchange, DOCS } from './contract/check-exchange.ts';
import type { TestServer } from './server.ts';

export interface ApiResponse {
  status: number;
  headers: Headers;
  /** Parsed JSON, or the text of anything else. */
  body: unknown;
}

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';

async function readBody(response: Response): Promise<unknown> {
  // A stream of events has no end.
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
    await response.body?.cancel();
    return '';
  }
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  return isJson && text !== '' ? JSON.parse(text) : text;
}

/** Headers of every response. */
export const SECURITY_HEADERS = {
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

function checkSecurityHeaders(headers: Headers): void {
  const wrong = Object.entries(SECURITY_HEADERS).find(([name, value]) => headers.get(name) !== value);
  if (wrong) throw new Error(`The response has the header ${wrong[0]}: ${headers.get(wrong[0])}`);
  if (headers.has('access-control-allow-origin')) throw new Error('The response allows another origin');
}

/** An HTTP client of the API, with or without a session. */
export class TestClient {
  constructor(
    private readonly server: TestServer,
    readonly cookie: string | null = null,
    /** Gives the session the proof for each call. */
    private readonly proves = false,
  ) {}

  /** A client whose user signs in again before each call. */
  get proved(): TestClient {
    return new TestClient(this.server, this.cookie, true);
  }

  /** Gives the session the proof for one call, as another sign-in does. */
  async prove(): Promise<this> {
    await this.server.dataSource.query(
      `UPDATE sessions SET proof_expires_at = now() + interval '1 minute' WHERE token_hash = sha256(convert_to($1, 'UTF8'))`,
      [this.cookie?.split('=')[1] ?? ''],
    );
    return this;
  }

  get = (path: string) => this.send('GET', path);
  post = (path: string, body?: unknown) => this.send('POST', path, body);
  put = (path: string, body?: unknown) => this.send('PUT', path, body);
  patch = (path: string, body?: unknown) => this.send('PATCH', path, body);
  delete = (path: string) => this.send('DELETE', path);

  /**
   * Sends a request. A string is sent literally, bytes as a file, any other body as JSON. Throws if the request or the response
   * violates the OpenAPI document or the contract, or if the response lacks a security header.
   */
  async send(
    method: Method,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ApiResponse> {
    if (this.proves) await this.prove();
    const isFile = Buffer.isBuffer(body);
    const isText = body === undefined || typeof body === 'string';
    const text = isText ? body : isFile ? undefined : JSON.stringify(body);
    const sent = isFile ? body : text;
    const response = await fetch(this.server.url + path, {
      method,
      headers: {
        ...(sent !== undefined && {
          'content-type': isFile ? 'application/octet-stream' : 'application/json',
        }),
        ...(this.cookie && { cookie: this.cookie }),
        ...headers,
      },
      ...(sent !== undefined && { body: sent }),
    });
    const { status, headers: received } = response;
    const parsed = { status, headers: received, body: await readBody(response) };
    if (!path.startsWith(DOCS)) checkSecurityHeaders(received);
    await checkExchange({ method, target: path, sent: text, ...parsed });
    return parsed;
  }
}

/** Expects a status and a body that is valid by the strict schema. Returns the body. */
export function expectView<S extends Schema>(response: ApiResponse, status: number, schema: S): InferType<S> {
  expect({ status: response.status, body: response.body }).toEqual({ status, body: expect.anything() });
  return schema.validateSync(response.body, { strict: true });
}

/** Expects an error of the standard shape with this status and code. Returns the body. */
export function expectError(response: ApiResponse, status: number, code: ErrorCode): ErrorView {
  expect(response.body).toMatchObject({ statusCode: status, code });
  expect(response.status).toBe(status);
  const error = errorView.validateSync(response.body, { strict: true });
  expect(error.requestId).toBe(response.headers.get('x-request-id'));
  return error;
}

/** The statuses of several responses, in ascending order. */
export function sortedStatuses(responses: readonly ApiResponse[]): number[] {
  return responses.map(({ status }) => status).toSorted((a, b) => a - b);
}

/** Expects that an instant lies between `began` and now, in milliseconds, as whole seconds at least. */
export function expectSince(began: number, instant: string): void {
  expect(Date.parse(instant)).toBeGreaterThanOrEqual(Math.floor(began / 1000) * 1000);
  expect(Date.parse(instant)).toBeLessThanOrEqual(Date.now());
}
