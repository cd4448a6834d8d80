import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { text as readText } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { jobView, paths, userView, type Role } from '@dps/contract';
import type { Production } from './production.ts';

/** A response with its text. */
interface LoadResponse {
  status: number;
  text: string;
  cookies: string[];
}

/** A client of the product that trusts its certificate, keeps connections open and sends its session cookie. */
export class HttpsClient {
  readonly #origin: string;
  readonly #agent: Agent;
  cookie = '';

  constructor({ origin, certificates }: Pick<Production, 'origin' | 'certificates'>) {
    this.#origin = origin;
    this.#agent = new Agent({ ca: readFileSync(certificates.authority), keepAlive: true });
  }

  get(path: string, headers: Record<string, string> = {}): Promise<LoadResponse> {
    return this.#send('GET', path, headers);
  }

  post(path: string, body: object): Promise<LoadResponse> {
    return this.#send('POST', path, { 'content-type': 'application/json' }, JSON.stringify(body));
  }

  close(): void {
    this.#agent.destroy();
  }

  async #send(
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: string,
  ): Promise<LoadResponse> {
    const sent = request(new URL(path, this.#origin), {
      method,
      agent: this.#agent,
      headers: { ...headers, cookie: this.cookie, origin: this.#origin },
    });
    sent.end(body);
    try {
      const [response] = await once(sent, 'response');
      if (!(response instanceof IncomingMessage)) throw new TypeError('no response');
      const { statusCode = 0, headers: received } = response;
      return { status: statusCode, text: await readText(response), cookies: received['set-cookie'] ?? [] };
    } catch (error) {
      // As a browser, it repeats a request on a connection that the server closed before it could read the request.
      const isClosed = error instanceof Error && 'code' in error && error.code === 'ECONNRESET';
      if (sent.reusedSocket && isClosed) return this.#send(method, path, headers, body);
      throw error;
    }
  }
}

const PAUSE_MS = 25;
const WORKERS = 8;
const NAVIGATION = { accept: 'text/html' };

/** A request that failed. Times are those of `performance.now()`. */
export interface Failure {
  work: string;
  reason: string;
  startedAt: number;
  endedAt: number;
}

const JOB = {
  description: 'Volumes of four stockpiles.',
  surveyType: 'Property Inspection',
  location: 'Baltimore, MD',
  budget: 900,
  deadline: '2099-06-30',
};

/** Eight users who read and post through the balancer. It records failures, and every write that was acknowledged. */
export class Load {
  readonly failures: Failure[] = [];
  /** Titles of the acknowledged jobs by id. */
  readonly ledger = new Map<number, string>();
  requests = 0;
  /** Longest time between two successful requests of all users, in milliseconds. */
  longestGap = 0;
  #lastSuccess = performance.now();
  readonly #end = new AbortController();
  readonly #clients: HttpsClient[] = [];
  #work: Promise<unknown> = Promise.resolve();

  /** Signs the users in and starts. */
  async start(product: Production): Promise<void> {
    for (let index = 0; index < WORKERS; index += 1) {
      const client = new HttpsClient(product);
      this.#clients.push(client);
      await signUp(client, index % 2 === 0 ? 'client' : 'pilot');
    }
    this.#lastSuccess = performance.now();
    this.#work = Promise.all(this.#clients.map((client, index) => this.#use(client, index % 2 === 0)));
  }

  async stop(): Promise<void> {
    this.#end.abort();
    await this.#work;
    for (const client of this.#clients) client.close();
  }

  async #use(client: HttpsClient, posts: boolean): Promise<void> {
    for (let turn = 0; !this.#end.signal.aborted; turn += 1) {
      if (turn % 5 === 0) await this.#attempt('document', () => openPage(client));
      else if (posts) await this.#attempt('write', () => this.#post(client));
      else await this.#attempt('read', () => expectStatus(client.get(paths.availableJobs()), 200));
      await delay(PAUSE_MS);
    }
  }

  async #attempt(work: string, act: () => Promise<unknown>): Promise<void> {
    const startedAt = performance.now();
    this.requests += 1;
    try {
      await act();
      this.longestGap = Math.max(this.longestGap, performance.now() - this.#lastSuccess);
      this.#lastSuccess = performance.now();
    } catch (error) {
      this.failures.push({ work, reason: String(error), startedAt, endedAt: performance.now() });
    }
  }

  async #post(client: HttpsClient): Promise<void> {
    const title = `Quarry ${randomUUID()}`;
    const text = await expectStatus(client.post(paths.jobs(), { ...JOB, title }), 201);
    this.ledger.set(jobView.validateSync(JSON.parse(text)).id, title);
  }
}

async function expectStatus(
  pending: Promise<{ status: number; text: string }>,
  status: number,
): Promise<string> {
  const response = await pending;
  if (response.status !== status) throw new Error(`${response.status} ${response.text.slice(0, 200)}`);
  return response.text;
}

/** Requests the shell's document and one of its scripts, as a navigation does. */
async function openPage(client: HttpsClient): Promise<void> {
  const html = await expectStatus(client.get('/jobs', NAVIGATION), 200);
  const scripts = [...html.matchAll(/(?:src|href)="(\/(?:shell|modules)\/[^"]+\.js)"/g)].flatMap(
    ([, path]) => path ?? [],
  );
  const script = scripts[Math.floor(Math.random() * scripts.length)];
  if (script === undefined) throw new Error('the document names no script');
  await expectStatus(client.get(script), 200);
}

async function signUp(client: HttpsClient, role: Role): Promise<void> {
  const username = `load_${randomUUID().slice(0, 8)}`;
  const account = { username, password: 'loaded-2026', email: `${username}@example.com`, name: 'Load', role };
  await expectStatus(client.post(paths.signup(), account), 201);
  const response = await client.post(paths.login(), { username, password: account.password });
  client.cookie = response.cookies.map((cookie) => cookie.split(';')[0]).join('; ');
  await userView.validate(JSON.parse(await expectStatus(client.get(paths.currentUser()), 200)));
}
