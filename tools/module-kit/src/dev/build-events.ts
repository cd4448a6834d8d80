import type { IncomingMessage, ServerResponse } from 'node:http';

/** Reports the results of builds to pages, as server-sent events. */
export class BuildEvents {
  readonly #listeners = new Set<ServerResponse>();

  /** Keeps the response open for later events. */
  subscribe(request: IncomingMessage, response: ServerResponse): void {
    // `no-transform` prevents compression, which would buffer events.
    const headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-store, no-transform' };
    response.writeHead(200, headers);
    // A page that loses the connection, for example because the server restarts, reconnects after 1 s.
    response.write('retry: 1000\n\n');
    this.#listeners.add(response);
    request.once('close', () => this.#listeners.delete(response));
  }

  /** Sends an event to all subscribers; `data` becomes JSON. */
  send(event: string, data: unknown): void {
    for (const listener of this.#listeners)
      listener.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  close(): void {
    for (const listener of this.#listeners) listener.end();
  }
}
