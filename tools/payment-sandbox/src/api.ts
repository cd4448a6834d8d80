import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type Stripe from 'stripe';
import { ApiError, invalidRequest, Params, parseForm, type Form } from './call.ts';
import type { EventOutbox } from './events.ts';
import type { FaultInjection, FaultRequest } from './faults.ts';
import { randomToken } from './ids.ts';

/** The client of a call: a server with the secret key, or a page with the publishable key and one intent's secret. */
type Caller = { kind: 'server' } | { kind: 'page'; clientSecret: string | undefined };

/** One call of the API. */
export interface Call {
  caller: Caller;
  /** The id in the path. */
  id: string;
  params: Params;
  /** The connected account for which a server calls. */
  account: string | undefined;
}

/** The keys of one installation of the sandbox. Their prefixes mark them as keys of a sandbox. */
export interface SandboxKeys {
  publishableKey: string;
  secretKey: string;
  webhookSecret: string;
}

/** The response to a call with an idempotency key, for further calls with that key. */
export interface StoredResponse {
  path: string;
  /** The parameters of the call, sorted. */
  params: string;
  status: number;
  body: string;
}

interface JsonResponse {
  status: number;
  body: string;
  headers?: Record<string, string>;
}

interface Route {
  Params: { id?: string };
  Body: Form | undefined;
}

type Request = FastifyRequest<Route>;

interface ApiContext {
  outbox: EventOutbox;
  /** The responses to calls with an idempotency key. */
  responses: Map<string, StoredResponse>;
  keys: SandboxKeys;
  faults: FaultInjection;
}

/** Checks a call and returns its execution. Only the response of an execution is stored under the idempotency key. */
type Plan = (call: Call) => () => object;

interface ListOptions<Item> {
  /** The fields by which a call selects. */
  filters: readonly (keyof Item & string)[];
  /** The objects to which fields refer, and with which a call can replace their ids. */
  expandable?: Readonly<Record<string, ReadonlyMap<string, object>>>;
}

/** Replaces these ids in an object by the objects. @throws ApiError 400 for any other field. */
function expanded<Item extends object>(
  item: Item,
  names: readonly string[],
  expandable: NonNullable<ListOptions<Item>['expandable']>,
): Item {
  const fields = names.map((name) => {
    const objects = expandable[name];
    if (!objects) throw invalidRequest(`This property cannot be expanded (${name}).`);
    return [name, objects.get(String(Reflect.get(item, name))) ?? null];
  });
  return { ...item, ...Object.fromEntries(fields) };
}

/** Serves the calls of Stripe's API: forms in, JSON out. */
export class Api {
  readonly #app: FastifyInstance;
  readonly #context: ApiContext;
  readonly #keysInUse = new Set<string>();

  constructor(app: FastifyInstance, context: ApiContext) {
    this.#app = app;
    this.#context = context;
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      async (_request: FastifyRequest, body: string | Buffer) => parseForm(String(body)),
    );
  }

  /** Serves a call that changes objects, for servers and, if `allowed` is `page`, for pages too. */
  post(path: string, allowed: Caller['kind'], plan: Plan): void {
    this.#serve('POST', path, allowed, plan);
  }

  /** Serves a call that reads an object. */
  get(path: string, allowed: Caller['kind'], read: (call: Call) => object): void {
    this.#serve('GET', path, allowed, (call) => {
      const object = read(call);
      return () => object;
    });
  }

  /** Serves the list of objects, newest first, of which those are selected whose fields have the values of the parameters. */
  list<Item extends object>(
    path: string,
    objects: ReadonlyMap<string, Item>,
    { filters, expandable = {} }: ListOptions<Item>,
  ): void {
    this.get(path, 'server', ({ params }): Stripe.ApiList<Item> => {
      const wanted = filters.map((field) => ({ field, value: params.text(field) }));
      const expand = Object.values(params.group('expand')).map((name) => name.replace(/^data\./, ''));
      const limit = params.integer('limit') ?? 10;
      const items = [...objects.values()].filter((item) =>
        wanted.every(({ field, value }) => value === undefined || item[field] === value),
      );
      const newest = items.toReversed().slice(0, limit);
      const data = newest.map((item) => expanded(item, expand, expandable));
      return { object: 'list', data, has_more: items.length > data.length, url: path };
    });
  }

  #serve(method: 'GET' | 'POST', url: string, allowed: Caller['kind'], plan: Plan): void {
    const handler = async (request: Request, reply: FastifyReply) => {
      const form = request.body ?? parseForm(method === 'GET' ? (request.url.split('?')[1] ?? '') : '');
      const caller = authenticate(this.#context.keys, request.headers.authorization, form);
      if (allowed === 'server' && caller.kind === 'page') {
        const problem =
          'This API call cannot be made with a publishable API key. Please use a secret API key.';
        throw unauthorized(problem);
      }
      const params = new Params(form);
      params.text('key');
      params.text('client_secret');
      const account = [request.headers['stripe-account']].flat()[0];
      const call = { caller, id: request.params.id ?? '', params, account };
      const response = await this.#keyed(request, form, async (store) => {
        await this.#injectFault(request, 'before');
        return execute(call, plan, store);
      });
      // A replay waits too: the first response must be saved before a client receives it.
      if (method === 'POST') await this.#context.outbox.commit();
      await this.#injectFault(request, 'after');
      return reply
        .code(response.status)
        .headers(response.headers ?? {})
        .type('application/json')
        .send(response.body);
    };
    this.#app.route<Route>({ method, url, handler });
  }

  async #injectFault(request: Request, when: FaultRequest['when']): Promise<void> {
    const kind = await this.#context.faults.apply(request, when);
    // The error response then has no connection.
    if (kind === 'reset') request.raw.socket.destroy();
    if (kind === 'reset' || kind === '500') {
      const message = 'Something went wrong on our end (injected fault).';
      throw new ApiError(500, { type: 'api_error', message });
    }
  }

  /**
   * Executes a call, or returns the stored response to an earlier call with the same idempotency key.
   * @throws ApiError 400 if the key belongs to a different call, 409 while a call with the key is in progress.
   */
  async #keyed(
    { headers, method, url: path }: Request,
    form: Form,
    carryOut: (store: (response: JsonResponse) => void) => Promise<JsonResponse>,
  ): Promise<JsonResponse> {
    const key = headers['idempotency-key'];
    if (method !== 'POST' || typeof key !== 'string') return carryOut(() => undefined);
    const { responses } = this.#context;
    const params = JSON.stringify([...form].toSorted(([a], [b]) => (a < b ? -1 : 1)));
    const earlier = responses.get(key);
    if (earlier && (earlier.path !== path || earlier.params !== params)) {
      const message =
        'Keys for idempotent requests can only be used with the same endpoint and the same parameters they were first ' +
        `used with. Try using a key other than '${key}' if you meant to execute a different request.`;
      throw new ApiError(400, { type: 'idempotency_error', message });
    }
    if (earlier) return { ...earlier, headers: { 'idempotent-replayed': 'true' } };
    if (this.#keysInUse.has(key)) {
      const message = `There is currently another in-progress request using this Idempotent Key: ${key}.`;
      throw new ApiError(409, { type: 'invalid_request_error', code: 'idempotency_key_in_use', message });
    }
    this.#keysInUse.add(key);
    try {
      return await carryOut(({ status, body }) => responses.set(key, { path, params, status, body }));
    } finally {
      this.#keysInUse.delete(key);
    }
  }
}

/** Returns the response to a call; an error of the API is a response too. Passes the one of an execution to `store`. */
function execute(call: Call, plan: Plan, store: (response: JsonResponse) => void): JsonResponse {
  let executing = false;
  const responseOf = (status: number, body: object) => {
    const response = { status, body: textFor(call.caller, body) };
    if (executing) store(response);
    return response;
  };
  try {
    const act = plan(call);
    call.params.rejectUnknown();
    executing = true;
    return responseOf(200, act());
  } catch (error) {
    if (error instanceof ApiError) return responseOf(error.status, error.body);
    throw error;
  }
}

const HIDDEN_FROM_PAGES: ReadonlySet<string> = new Set(['latest_charge', 'metadata']);

/** Returns a body without the fields that a page must not see. */
function textFor({ kind }: Caller, body: object): string {
  const hide = (name: string, value: unknown) => (HIDDEN_FROM_PAGES.has(name) ? undefined : value);
  return JSON.stringify(body, kind === 'page' ? hide : undefined);
}

/** Returns the stored keys of an installation. Creates random ones if there are none. */
export function keysOf(stored: Map<string, string>): SandboxKeys {
  const key = (prefix: string) => {
    const value = stored.get(prefix) ?? `${prefix}_sandbox_${randomToken(32)}`;
    stored.set(prefix, value);
    return value;
  };
  return { publishableKey: key('pk_test'), secretKey: key('sk_test'), webhookSecret: key('whsec') };
}

/**
 * Identifies the caller by the Authorization header or the parameter `key`.
 * @throws ApiError 401 without a valid key.
 */
function authenticate(keys: SandboxKeys, authorization: string | undefined, form: Form): Caller {
  const key = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? form.get('key');
  if (key === keys.secretKey) return { kind: 'server' };
  if (key === keys.publishableKey) return { kind: 'page', clientSecret: form.get('client_secret') };
  throw unauthorized(key === undefined ? 'You did not provide an API key.' : 'Invalid API Key provided.');
}

/** @throws ApiError 400 for a page without the client secret of the intent. */
export function requireClientSecret(caller: Caller, intent: Stripe.PaymentIntent): void {
  if (caller.kind === 'server' || caller.clientSecret === intent.client_secret) return;
  const message = 'The client_secret does not match the client_secret associated with the PaymentIntent.';
  throw invalidRequest(message, 'payment_intent_invalid_parameter', 'client_secret');
}

function unauthorized(message: string): ApiError {
  return new ApiError(401, { type: 'invalid_request_error', message });
}
