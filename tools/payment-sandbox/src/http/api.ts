import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type Stripe from 'stripe';
import type { Cause, EventOutbox } from '../event.ts';
import type { FaultInjection } from '../fault-injection.ts';
import { authenticate, requireSecretKey } from './authenticate.ts';
import { visibleTo, type Caller } from './caller.ts';
import { ApiError, noSuch } from './error.ts';
import type { Answer, IdempotencyKeys, KeyedCall } from './idempotency.ts';
import { emptyForm, Params, parseForm, type Form } from './params.ts';

/** One call of the API. */
export interface Call {
  caller: Caller;
  /** The id in the path. */
  id: string;
  params: Params;
  cause: Cause;
}

interface Route {
  Params: { id?: string };
  Querystring: Form;
  Body: Form | undefined;
}

interface ApiContext {
  outbox: EventOutbox;
  keys: IdempotencyKeys;
  faults: FaultInjection;
}

/** Checks a call and returns its execution. Only the answer of an execution is stored under the idempotency key. */
type Plan = (call: Call) => () => object;

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 100;

/** Serves the calls of Stripe's API: forms in, JSON out. */
export class Api {
  readonly #app: FastifyInstance;
  readonly #context: ApiContext;

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
    this.#app.post<Route>(path, async (request, reply) => {
      const form = request.body ?? emptyForm();
      const call = readCall(request, form, allowed);
      const keyed = keyedCall(request, form);
      const carryOut = () => this.#carryOut(request, () => execute(call, plan));
      const answer = await (keyed ? this.#context.keys.run(keyed, carryOut) : carryOut());
      // A replay waits too: the first answer must be saved before a client receives it.
      await this.#context.outbox.commit();
      return this.#send(request, reply, answer, keyed);
    });
  }

  /** Serves a call that reads an object. */
  get(path: string, allowed: Caller['kind'], read: (call: Call) => object): void {
    this.#app.get<Route>(path, async (request, reply) => {
      const call = readCall(request, request.query, allowed);
      const answer = await this.#carryOut(request, () =>
        execute(call, (checked) => {
          const object = read(checked);
          return () => object;
        }),
      );
      return this.#send(request, reply, answer, null);
    });
  }

  /** Serves the list of objects under `path`, newest first, and each object by its id. `list` returns the oldest first. */
  collection<Item extends { id: string }>(
    path: string,
    list: (params: Params) => Item[],
    find: (id: string) => Item,
  ): void {
    this.get(path, 'server', ({ params }) => pageOf(list(params).toReversed(), params, path));
    this.get(`${path}/:id`, 'server', ({ id }) => find(id));
  }

  async #carryOut(request: FastifyRequest, work: () => Answer): Promise<Answer> {
    const fault = await this.#context.faults.apply(request, 'before');
    if (fault === 'reset') return CONNECTION_CLOSED;
    return fault ?? work();
  }

  async #send(
    request: FastifyRequest,
    reply: FastifyReply,
    answer: Answer,
    keyed: KeyedCall | null,
  ): Promise<FastifyReply> {
    const fault = answer === CONNECTION_CLOSED ? 'reset' : await this.#context.faults.apply(request, 'after');
    if (fault === 'reset') {
      reply.hijack();
      request.raw.socket.destroy();
      return reply;
    }
    if (fault && keyed) this.#context.keys.store(keyed, fault);
    const { status, headers = {}, body } = fault ?? answer;
    return reply.code(status).headers(headers).type('application/json').send(body);
  }
}

const CONNECTION_CLOSED: Answer = { status: 0, body: '', stored: false };

function execute(call: Call, plan: Plan): Answer {
  let stored = false;
  try {
    const act = plan(call);
    call.params.rejectUnknown();
    stored = true;
    return { status: 200, body: JSON.stringify(visibleTo(call.caller.kind, act())), stored };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { status: error.status, body: JSON.stringify(error.bodyFor(call.caller.kind)), stored };
  }
}

function readCall(request: FastifyRequest<Route>, form: Form, allowed: Caller['kind']): Call {
  const caller = authenticate(request.headers.authorization, form);
  if (allowed === 'server') requireSecretKey(caller);
  const params = new Params(form);
  params.text('key');
  params.text('client_secret');
  const now = Math.floor(Date.now() / 1000);
  const cause = { now, request: { id: request.id, idempotency_key: idempotencyKey(request) } };
  return { caller, id: request.params.id ?? '', params, cause };
}

function keyedCall(request: FastifyRequest, form: Form): KeyedCall | null {
  const key = idempotencyKey(request);
  return key === null ? null : { key, path: request.url, form, requestId: request.id, now: new Date() };
}

function idempotencyKey({ headers }: FastifyRequest): string | null {
  const header = headers['idempotency-key'];
  return typeof header === 'string' && header !== '' ? header : null;
}

function pageOf<Item extends { id: string }>(
  items: Item[],
  params: Params,
  url: string,
): Stripe.ApiList<Item> {
  const limit = params.integer('limit', { min: 1, max: MAX_LIMIT }) ?? DEFAULT_LIMIT;
  const after = params.text('starting_after');
  const previous = items.findIndex(({ id }) => id === after);
  if (after !== undefined && previous < 0) {
    throw noSuch(url.split('/').at(-1)?.slice(0, -1) ?? '', after, 'starting_after', 400);
  }
  const data = items.slice(previous + 1, previous + 1 + limit);
  return { object: 'list', data, has_more: items.length > previous + 1 + data.length, url };
}
