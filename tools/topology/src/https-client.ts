import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { text } from 'node:stream/consumers';
import type { Product } from './product.ts';

/** A response with its text. */
export interface Answer {
  status: number;
  text: string;
  cookies: string[];
}

/** A client of the product that trusts its certificate, keeps connections open and sends its session cookie. */
export class HttpsClient {
  readonly #origin: string;
  readonly #agent: Agent;
  cookie = '';

  constructor({ origin, certificates }: Pick<Product, 'origin' | 'certificates'>) {
    this.#origin = origin;
    this.#agent = new Agent({ ca: readFileSync(certificates.authority), keepAlive: true });
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.#send('GET', path, headers);
  }

  post(path: string, body: object): Promise<Answer> {
    return this.#send('POST', path, { 'content-type': 'application/json' }, JSON.stringify(body));
  }

  close(): void {
    this.#agent.destroy();
  }

  async #send(method: string, path: string, headers: Record<string, string>, body?: string): Promise<Answer> {
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
      return { status: statusCode, text: await text(response), cookies: received['set-cookie'] ?? [] };
    } catch (error) {
      // As a browser, it repeats a request on a connection that the server closed before it could read the request.
      const isClosed = error instanceof Error && 'code' in error && error.code === 'ECONNRESET';
      if (sent.reusedSocket && isClosed) return this.#send(method, path, headers, body);
      throw error;
    }
  }
}
