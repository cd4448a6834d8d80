import { paths, type JobChangeView } from '@dps/contract';

/** A change that the API reports. */
export interface Change {
  /**
   * The kind of a change of a job of the user; `available`: of the open jobs; `threads`: of messages; `shares`: of shares and payouts;
   * `reset`: of anything.
   */
  kind: JobChangeView['kind'] | 'available' | 'threads' | 'shares' | 'reset';
  /** The job and its new time, if the job is one of the user. */
  job?: Pick<JobChangeView, 'jobId' | 'updatedAt'>;
}

const field = (block: string, name: string) => new RegExp(`^${name}: (.*)`, 'm').exec(block)?.[1];

/** Splits the text of a stream into the blocks that are complete, and the rest. */
export function splitBlocks(text: string): { blocks: string[]; rest: string } {
  const blocks = text.split('\n\n');
  const rest = blocks.pop() ?? '';
  return { blocks, rest };
}

/**
 * Reads a block of server-sent events, in the format in which the API sends them: one line for each field.
 *
 * @returns the id from which the client resumes, and the change; each undefined if the block has none
 */
export function readBlock(block: string): { id: string | undefined; change: Change | undefined } {
  const id = field(block, 'id');
  const event = field(block, 'event');
  if (event === 'available' || event === 'threads' || event === 'shares' || event === 'reset')
    return { id, change: { kind: event } };
  if (event !== 'job') return { id, change: undefined };
  const { kind, ...job }: JobChangeView = JSON.parse(field(block, 'data') ?? '');
  return { id, change: { kind, job } };
}

/** A stream without any byte for this time is broken: the API sends a comment every 20 s. */
const SILENT_MS = 45_000;
/** The time between two attempts is random, so that browsers do not connect at the same time. */
const LEAST_MS = 1_000;
const RANGE_MS = 4_000;
const MOST_MS = 60_000;

/** Returns the time until the next attempt, in ms: one to five seconds, and longer after failures. */
export function retryDelay(failures: number, random = Math.random()): number {
  return LEAST_MS + random * Math.min(RANGE_MS * 2 ** failures, MOST_MS);
}

interface Options {
  /** The user of the page. If another user has signed in meanwhile, the stream of that user is closed. */
  userId: number;
  /** Returns the id of the last event; an empty text without one. */
  lastId: () => string;
  /** Receives each complete block of the stream. */
  onBlock: (block: string) => void;
}

/**
 * The stream of `GET /api/events`. It connects again after any failure, without a message to the user. It uses `fetch`:
 * an `EventSource` cannot resume after an event that another tab has received, and does not show headers.
 */
export class EventStream {
  readonly #options: Options;
  #endPause: () => void = () => undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Receives events until the signal aborts. Never throws. */
  async run(signal: AbortSignal): Promise<void> {
    for (let failures = 0; !signal.aborted;) {
      failures = (await this.#read(signal)) ? 0 : failures + 1;
      if (!signal.aborted) await this.#pause(retryDelay(failures), signal);
    }
  }

  /** Ends the time between two attempts. */
  connectNow(): void {
    this.#endPause();
  }

  #pause(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      signal.addEventListener('abort', end);
      this.#endPause = end;
    });
  }

  /** Reads one response until it ends. Returns whether it had a complete block for the user. */
  async #read(signal: AbortSignal): Promise<boolean> {
    const silence = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOpen = false;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENT_MS);
    };
    wait();
    try {
      const reader = await this.#connect(AbortSignal.any([signal, silence.signal]));
      for (let text = ''; ;) {
        const { done, value } = await reader.read();
        if (done) break;
        wait();
        const { blocks, rest } = splitBlocks(text + value);
        text = rest;
        for (const block of blocks) this.#options.onBlock(block);
        isOpen ||= blocks.length > 0;
      }
    } catch {
      // The network, the server or a balancer in between has ended it.
    }
    clearTimeout(timer);
    silence.abort();
    return isOpen;
  }

  async #connect(signal: AbortSignal): Promise<ReadableStreamDefaultReader<string>> {
    const { userId, lastId } = this.#options;
    const id = lastId();
    const { body, headers } = await fetch(paths.events(), {
      headers: {
        [paths.PAGE_USER_HEADER]: String(userId),
        ...(id !== '' && { 'last-event-id': id }),
      },
      signal,
    });
    // An error has no user either.
    if (!body || headers.get(paths.EVENTS_USER_HEADER) !== String(userId))
      throw new Error('No stream of the user');
    return body.pipeThrough(new TextDecoderStream()).getReader();
  }
}
