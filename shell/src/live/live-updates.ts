import { onConnectionChange } from '../connection/connection.ts';
import { ChangeQueue, type ChangeReader } from './change-queue.ts';
import { EventStream, readBlock } from './event-stream.ts';

/**
 * Elects one of the tabs with this name in the browser, by a lock that the browser releases when the tab closes. The leader
 * runs `work` until its signal aborts.
 */
class Leader {
  readonly #name: string;
  readonly #work: (signal: AbortSignal) => Promise<void>;
  readonly #end = new AbortController();
  #term: AbortController | undefined;

  constructor(name: string, work: (signal: AbortSignal) => Promise<void>) {
    this.#name = name;
    this.#work = work;
    this.#request({ signal: this.#end.signal });
  }

  get isLeader(): boolean {
    return this.#term !== undefined;
  }

  /** Makes this tab the leader, because the current one does not respond: browsers suspend hidden tabs. */
  takeOver(): void {
    if (!this.isLeader && !this.#end.signal.aborted) this.#request({ steal: true });
  }

  stop(): void {
    this.#end.abort();
  }

  #request(options: LockOptions): void {
    const term = new AbortController();
    const lead = () => {
      this.#term = term;
      return this.#work(AbortSignal.any([term.signal, this.#end.signal]));
    };
    const lost = (reason?: unknown) => {
      term.abort();
      if (this.#term === term) this.#term = undefined;
      // Another tab has taken over. Other errors are final: while WebKit leaves a page, it rejects each request at once, and requests
      // without end would keep the next page from loading.
      const isStolen = reason instanceof DOMException && reason.name === 'AbortError';
      if (isStolen && !options.steal && !this.#end.signal.aborted) this.#request(options);
    };
    // Rejects also when a tab stops while it waits.
    navigator.locks.request(this.#name, options, lead).then(() => lost(), lost);
  }
}

/** A leader that does not respond within this time is suspended. */
const RESPONSE_TIMEOUT_MS = 2_000;
/** The API repeats the events of the last 30 s for a new stream. The rest is for the load of the page. */
const REPEATED_MS = 20_000;

/** Messages to the leader; all other messages are blocks of the stream. `HELLO` is of a new tab, which needs the latest events. */
const HELLO = 'hello';
const PING = 'ping';
/** A block without an event. */
const ALIVE = ':';

/** Opens a channel to the other tabs; undefined if the browser refuses it. Then a tab takes over as if no other one responded. */
function openChannel(name: string): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(name);
  } catch {
    return undefined;
  }
}

/**
 * Receives the changes of the jobs of a user from the API, over one connection for all tabs of the user in this browser. The
 * leader has it, and sends each block to the other tabs. A tab that is shown becomes the leader if the current one does not
 * respond.
 */
class LiveUpdates {
  readonly #resume: { lastId: string };
  readonly #queue: ChangeQueue;
  readonly #channel: BroadcastChannel | undefined;
  readonly #stream: EventStream;
  readonly #leader: Leader;
  readonly #startedAt = performance.now();
  #respondedAt = -Infinity;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #latest: { at: number; block: string }[] = [];

  constructor(userId: number, resume: { lastId: string }, reader: ChangeReader) {
    const name = `dps.events.${userId}`;
    this.#resume = resume;
    this.#queue = new ChangeQueue(reader);
    this.#channel = openChannel(name);
    this.#channel?.addEventListener('message', ({ data }) => this.#onMessage(String(data)));
    this.#stream = new EventStream({
      userId,
      lastId: () => resume.lastId,
      onBlock: (block) => this.#publish(block),
    });
    this.#leader = new Leader(name, (signal) => this.#stream.run(signal));
    this.#call(HELLO);
  }

  /** Reads what has changed while the tab was hidden. */
  shown(): void {
    this.#queue.apply();
    this.#call(PING);
  }

  connectNow(): void {
    this.#stream.connectNow();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#queue.stop();
    this.#leader.stop();
    this.#channel?.close();
  }

  #call(message: string): void {
    const calledAt = performance.now();
    this.#post(message);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.#respondedAt < calledAt && !document.hidden) this.#leader.takeOver();
    }, RESPONSE_TIMEOUT_MS);
  }

  #onMessage(message: string): void {
    if (message !== HELLO && message !== PING) {
      this.#respondedAt = performance.now();
      this.#receive(message);
    } else if (this.#leader.isLeader) {
      this.#send(ALIVE);
      if (message === HELLO) for (const { block } of this.#latest) this.#send(block);
    }
  }

  #publish(block: string): void {
    const now = performance.now();
    this.#latest = [...this.#latest.filter(({ at }) => now - at < REPEATED_MS), { at: now, block }];
    this.#receive(block);
    this.#send(block);
  }

  /** Sends a block with the id from which the next leader resumes. */
  #send(block: string): void {
    this.#post(`id: ${this.#resume.lastId}\n${block}`);
  }

  #post(message: string): void {
    try {
      this.#channel?.postMessage(message);
    } catch {
      // The other tabs receive no response, and each one takes over when it is shown.
    }
  }

  #receive(block: string): void {
    const { id, change } = readBlock(block);
    const isLate = this.#resume.lastId === '' && performance.now() - this.#startedAt > REPEATED_MS;
    if (id && isLate) this.#queue.add({ kind: 'reset' });
    this.#resume.lastId = id || this.#resume.lastId;
    if (change) this.#queue.add(change);
  }
}

/** Whether the browser has locks. Insecure origins have none, and some settings refuse the access. */
function hasLocks(): boolean {
  try {
    return 'request' in navigator.locks;
  } catch {
    return false;
  }
}

/**
 * Makes a page read the changes of other users. Without locks, does nothing.
 *
 * @param resume contains the id of the last event, also of an earlier call in the same page
 * @returns a function that ends it
 */
export function startLiveUpdates(
  userId: number,
  resume: { lastId: string },
  reader: ChangeReader,
): () => void {
  if (!hasLocks()) return () => undefined;
  const updates = new LiveUpdates(userId, resume, reader);
  const onVisibility = () => {
    if (!document.hidden) updates.shown();
  };
  document.addEventListener('visibilitychange', onVisibility);
  let wasLost = false;
  const unsubscribe = onConnectionChange((isLost) => {
    if (wasLost && !isLost) updates.connectNow();
    wasLost = isLost;
  });
  return () => {
    document.removeEventListener('visibilitychange', onVisibility);
    unsubscribe();
    updates.stop();
  };
}
