import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Account } from '../accounts.ts';

/** A response. Without one, the status is 0. */
export interface Answer {
  status: number;
  text: string;
  milliseconds: number;
}

const ANSWER_WITHIN_MS = 60_000;
const REFUSALS = 400;
let addresses = 0;

/** Returns an unused address of this machine. */
export const newAddress = (): string => `127.0.1.${(addresses += 1)}`;

/** A client with an address of this machine, by default its own: a network of its own for the limits of the product. */
export class Client {
  private readonly url: string;
  private readonly account: Pick<Account, 'cookie'> | undefined;
  private readonly address: string;

  /**
   * @param url origin of the product
   * @param account the signed-in user of the calls
   * @param address the address of the client on this machine
   */
  constructor(url: string, account?: Pick<Account, 'cookie'>, address = newAddress()) {
    this.url = url;
    this.account = account;
    this.address = address;
  }

  /**
   * Sends a request on a new connection, the body as JSON. Never rejects. `forwardedFor` is an address that it claims, and
   * `range` a part of a file.
   */
  send(
    method: 'GET' | 'POST',
    path: string,
    body?: object,
    { timeout = ANSWER_WITHIN_MS, forwardedFor = '', range = '' } = {},
  ): Promise<Answer> {
    const started = performance.now();
    const { promise, resolve } = Promise.withResolvers<Answer>();
    const end = (status: number, content: string) =>
      resolve({ status, text: content, milliseconds: performance.now() - started });
    const { port, host } = new URL(this.url);
    const headers = {
      host,
      ...(this.account && { cookie: this.account.cookie }),
      ...(body && { 'content-type': 'application/json' }),
      ...(forwardedFor && { 'x-forwarded-for': forwardedFor }),
      ...(range && { range }),
    };
    const options = {
      host: '127.0.0.1',
      port,
      path,
      method,
      agent: false,
      localAddress: this.address,
      headers,
    };
    const call = request(options, (response) => {
      text(response).then(
        (content) => end(response.statusCode ?? 0, content),
        () => end(0, ''),
      );
    });
    call.setTimeout(timeout, () => call.destroy());
    call.on('error', () => end(0, ''));
    call.end(body && JSON.stringify(body));
    return promise;
  }

  get(path: string): Promise<Answer> {
    return this.send('GET', path);
  }

  post(path: string, body: object = {}): Promise<Answer> {
    return this.send('POST', path, body);
  }

  /** Sends a request that prepares an attack. Throws if the product refuses it. */
  async require(method: 'GET' | 'POST', path: string, body?: object): Promise<string> {
    const answer = await this.send(method, path, body);
    if (answer.status === 0 || answer.status >= REFUSALS)
      throw new Error(`${path} returned ${answer.status}: ${answer.text}`);
    return answer.text;
  }
}

/** Returns the number of answers of each status: `30 × 201, 1470 × 429`. */
export function countStatuses(answers: readonly Answer[]): { counts: Map<number, number>; figures: string } {
  const counts = new Map<number, number>();
  for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1);
  const sorted = [...counts].toSorted(([a], [b]) => a - b);
  return { counts, figures: sorted.map(([status, count]) => `${count} × ${status}`).join(', ') };
}
