import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type Stripe from 'stripe';
import type { EventOutbox } from '../event.ts';
import type { FaultInjection } from '../fault-injection.ts';
import { authenticate, requireSecretKey, type Caller, type SandboxKeys } from './authenticate.ts';
import { ApiError, find } from './error.ts';
import type { Answer, IdempotencyKeys, KeyedCall } from './idempotency.ts';
import { Params, parseForm, type Form } from './params.ts';

/** One call of the API. */
export interface Call {
  caller: Caller;
  /** The id in the path. */
  id: string;
  params: Params;
}

interface Route {
  Params: { id?: string };
  Body: Form | undefined;
}

type Request = FastifyRequest<Route>;

interface ApiContext {
  outbox: EventOutbox;
  idempotency: IdempotencyKeys;
  keys: SandboxKeys;
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
    this.#serve('POST', path, allowed, plan);
  }

  /** Serves a call that reads an object. */
  get(path: string, allowed: Caller['kind'], read: (call: Call) => object): void {
    this.#serve('GET', path, allowed, (call) => {
      const object = read(call);
      return () => object;
    });
  }

  /** Serves the list of objects under `path` that `filter` selects, newest first, and each object by its id. */
  collection<Item extends { id: string; object: string }>(
    path: string,
    objects: ReadonlyMap<string, Item>,
    filter: (params: Params) => (item: Item) => boolean,
  ): void {
    const object = path.split('/').at(-1)?.slice(0, -1) ?? '';
    this.get(`${path}/:id`, 'server', ({ id }) => find(objects, id, { object }));
    this.get(path, 'server', ({ params }): Stripe.ApiList<Item> => {
      const limit = params.integer('limit', { min: 1, max: MAX_LIMIT }) ?? DEFAULT_LIMIT;
      const after = params.text('starting_after');
      const items = [...objects.values()].filter(filter(params)).toReversed();
      const byId = new Map(items.map((item) => [item.id, item]));
      const from = { object, param: 'starting_after', status: 400 } as const;
      const start = after === undefined ? 0 : items.indexOf(find(byId, after, from)) + 1;
      const data = items.slice(start, start + limit);
      return { object: 'list', data, has_more: items.length > start + data.length, url: path };
    });
  }

  #serve(method: 'GET' | 'POST', url: string, allowed: Caller['kind'], plan: Plan): void {
    const handler = async (request: Request, reply: FastifyReply) => {
      const form = request.body ?? parseForm(method === 'GET' ? (request.url.split('?')[1] ?? '') : '');
      const caller = authenticate(this.#context.keys, request.headers.authorization, form);
      if (allowed === 'server') requireSecretKey(caller);
      const params = new Params(form);
      params.text('key');
      params.text('client_secret');
      const call = { caller, id: request.params.id ?? '', params };
      const key = request.headers['idempotency-key'];
      const keyed = method === 'POST' && typeof key === 'string' ? { key, path: request.url, form } : null;
      const carryOut = () => this.#carryOut(request, () => execute(call, plan));
      const answer = await (keyed ? this.#context.idempotency.run(keyed, carryOut) : carryOut());
      // A replay waits too: the first answer must be saved before a client receives it.
      if (method === 'POST') await this.#context.outbox.commit();
      return this.#send(request, reply, answer, keyed);
    };
    this.#app.route<Route>({ method, url, handler });
  }

  async #carryOut(request: Request, work: () => Answer): Promise<Answer> {
    const fault = await this.#context.faults.apply(request, 'before');
    if (fault === 'reset') return CONNECTION_CLOSED;
    return fault ?? work();
  }

  async #send(request: Request, reply: FastifyReply, answer: Answer, keyed: KeyedCall | null) {
    const fault = answer === CONNECTION_CLOSED ? 'reset' : await this.#context.faults.apply(request, 'after');
    if (fault === 'reset') {
      reply.hijack();
      request.raw.socket.destroy();
      return reply;
    }
    if (fault && keyed) this.#context.idempotency.store(keyed, fault);
    const { status, headers = {}, body } = fault ?? answer;
    return reply.code(status).headers(headers).type('application/json').send(body);
  }
}

const CONNECTION_CLOSED: Answer = { status: 0, body: '', stored: false };

function execute(call: Call, plan: Plan): Answer {
  let stored = false;
  const answer = (status: number, body: object) => ({ status, body: textFor(call.caller, body), stored });
  try {
    const act = plan(call);
    call.params.rejectUnknown();
    stored = true;
    return answer(200, act());
  } catch (error) {
    if (error instanceof ApiError) return answer(error.status, error.body);
    throw error;
  }
}

const HIDDEN_FROM_PAGES: ReadonlySet<string> = new Set(['latest_charge', 'metadata']);

/** Returns a body without the fields that a page must not see. */
function textFor({ kind }: Caller, body: object): string {
  const hide = (name: string, value: unknown) => (HIDDEN_FROM_PAGES.has(name) ? undefined : value);
  return JSON.stringify(body, kind === 'page' ? hide : undefined);
}
