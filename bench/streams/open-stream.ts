import { get, type IncomingMessage } from 'node:http';
import { paths } from '@dps/contract';

/** An open stream of `GET /api/events`. */
export class OpenStream {
  private readonly response: IncomingMessage;
  private onEvent: ((at: number) => void) | undefined;

  private constructor(response: IncomingMessage) {
    this.response = response;
    response.setEncoding('utf8').on('data', (text: string) => {
      if (text.includes('event: ')) this.onEvent?.(performance.now());
    });
    response.on('error', () => undefined);
  }

  /** Opens a stream. Rejects if the status is not 200. */
  static async open(api: string, cookie: string): Promise<OpenStream> {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    get(api + paths.events(), { agent: false, headers: { cookie } }, resolve).once('error', reject);
    const response = await promise;
    if (response.statusCode !== 200) throw new Error(`A stream returned ${response.statusCode}`);
    return new OpenStream(response);
  }

  /** Resolves with the time at which the next event arrives. */
  nextEvent(): Promise<number> {
    return new Promise((resolve) => (this.onEvent = resolve));
  }

  close(): void {
    this.response.destroy();
  }
}
