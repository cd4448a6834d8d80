import type { IncomingMessage, ServerResponse } from 'node:http';

/** Tells pages what became of builds, as server-sent events. */
export class Announcements {
  readonly #listeners = new Set<ServerResponse>();

  /** Keeps the answer open for what is to come. */
  join(request: IncomingMessage, answer: ServerResponse): void {
    // What is compressed would be kept back until there is enough of it.
    const headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-store, no-transform' };
    answer.writeHead(200, headers);
    // A page that loses the connection looks again soon: the server may have been restarted.
    answer.write('retry: 1000\n\n');
    this.#listeners.add(answer);
    request.once('close', () => this.#listeners.delete(answer));
  }

  /** Sends an event to all who listen; `data` as JSON. */
  tell(event: string, data: unknown): void {
    for (const listener of this.#listeners)
      listener.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  close(): void {
    for (const listener of this.#listeners) listener.end();
  }
}
