import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { paths } from '@dps/contract';

/** An event of a stream, or a block without one. */
export interface ReceivedEvent {
  id?: string;
  event?: string;
  /** Parsed JSON. */
  data?: unknown;
}

function parseBlock(block: string): ReceivedEvent {
  const fields = block.split('\n').map((line) => [line.split(':', 1)[0] ?? '', line.replace(/^\w*: ?/, '')]);
  const { id, event, data }: Record<string, string | undefined> = Object.fromEntries(fields);
  return {
    ...(id !== undefined && { id }),
    ...(event !== undefined && { event }),
    ...(data !== undefined && { data: JSON.parse(data) as unknown }),
  };
}

/** Resolves after a time. */
const elapsed = (ms: number): Promise<unknown> =>
  once(AbortSignal.timeout(Math.max(1, Math.ceil(ms))), 'abort');

/** An open stream of `GET /api/events`. */
export class EventClient {
  /** The events since the last call of `take`. */
  private events: ReceivedEvent[] = [];
  private lastId = '';
  /** True when the stream has sent the missed events. */
  private isCurrent = false;
  private text = '';
  readonly ended: Promise<unknown>;

  private constructor(private readonly response: IncomingMessage) {
    this.ended = once(response, 'close');
    response.setEncoding('utf8').on('data', (part: string) => this.read(part));
    // The server may abort the response.
    response.on('error', () => undefined);
  }

  /** The id from which the client resumes. */
  get resumesAt(): string {
    return this.lastId;
  }

  /**
   * Opens a stream and waits until it reports changes. Without an id to resume from, it omits the events of the last seconds.
   * Throws if the status is not 200.
   */
  static async open(
    server: { url: string },
    cookie: string | null,
    headers: Record<string, string> = {},
  ): Promise<EventClient> {
    const request = get(server.url + paths.events(), {
      agent: false,
      headers: { ...(cookie && { cookie }), ...headers },
    });
    const response = await new Promise<IncomingMessage>((resolve) => request.once('response', resolve));
    if (response.statusCode !== 200) {
      response.resume();
      throw new Error(`The stream is ${response.statusCode}`);
    }
    const client = new EventClient(response);
    while (!client.isCurrent) await once(response, 'data');
    if (headers['last-event-id'] === undefined) client.events = [];
    return client;
  }

  /** Returns the next events without waiting longer than a time in milliseconds. */
  async take(count: number, withinMs = 20_000): Promise<ReceivedEvent[]> {
    const until = performance.now() + withinMs;
    while (this.events.length < count && performance.now() < until && !this.response.closed)
      await Promise.race([once(this.response, 'data'), elapsed(until - performance.now())]);
    return this.events.splice(0, count);
  }

  close(): void {
    this.response.destroy();
  }

  private read(part: string): void {
    const blocks = (this.text + part).split('\n\n');
    this.text = blocks.pop() ?? '';
    for (const block of blocks.map((each) => parseBlock(each))) {
      this.lastId = block.id ?? this.lastId;
      if (block.id !== undefined && block.event === undefined) this.isCurrent = true;
      if (block.event !== undefined) this.events.push(block);
    }
  }
}
