import { isObject, paths, randomKey } from '@dps/contract';
import {
  errorText,
  hasUnsentFiles,
  showKeptCalls,
  type ApiError,
  type ApiRequest,
  type CallResult,
  type CallKeeper,
  type KeptCall,
} from '@dps/contract/client';
import { callStore, type CallStore, type StoredCall } from './call-store.ts';
import { isTemporary, isUpload, sendCall, uploadAfter, type Send } from './call-files.ts';
import { queueTexts as texts } from './texts.ts';

/** Delay before the next attempt, in ms. The `online` event ends it. */
const PAUSE_MS = 10_000;
const LOCK = 'dps-field-queue';
/** Files can take minutes, and no other call waits for them. */
const UPLOAD_LOCK = 'dps-field-uploads';

/** A promise for a page whose queue has stopped. */
const never = () => new Promise<never>(() => {});

/** Resolves when a signal aborts. */
const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));

function pause(): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      globalThis.removeEventListener('online', end);
      resolve();
    };
    const timer = setTimeout(end, PAUSE_MS);
    globalThis.addEventListener('online', end);
  });
}

/** Runs one task of all tabs at a time, if the browser has locks. The idempotency keys cover the other browsers. */
async function alone<Result>(lock: string, task: () => Promise<Result>): Promise<Result> {
  let running: Promise<Result> | undefined;
  const run = () => (running = task());
  try {
    return await navigator.locks.request(lock, run);
  } catch {
    // An insecure origin has no locks, and some settings refuse the access.
    return running ?? task();
  }
}

/** The error of a call that waits behind others. Its status is no failure of the connection. */
const BEHIND: ApiError = { status: 202, message: '202: queued', isQueued: true };

/** The error of a call that this device does not keep, with the reason. */
const notKept = (error: ApiError, userMessage: string): ApiError => ({
  ...error,
  isQueued: false,
  userMessage,
});

interface QueueUser {
  id: number;
  deliver: (call: StoredCall) => void;
}

/** The calls of one user that wait on this device. They are sent in order, and one at a time; so are those with files. */
export class CallQueue {
  readonly #store: CallStore;
  readonly #showCalls: (calls: readonly KeptCall[]) => void;
  #calls: readonly KeptCall[] = [];
  #last: Promise<unknown> = Promise.resolve();
  #lastUpload: Promise<unknown> = Promise.resolve();
  #loaded: Promise<unknown> = Promise.resolve();
  #user: QueueUser | undefined;
  /** Releases the locks of the attempts under way, which may wait for a sign-in without end. */
  #stopping = new AbortController();
  /** The id of the last call that the browser has not stored, counted downwards. */
  #lastUnstored = 0;

  /** @param showCalls receives all calls after each change */
  constructor(store: CallStore, showCalls: (calls: readonly KeptCall[]) => void) {
    this.#store = store;
    this.#showCalls = showCalls;
  }

  /**
   * Loads the calls of a user. Returns a function that stops the queue, for another user.
   *
   * @param deliver starts the delivery of a call, which calls `send`
   */
  start(userId: number, deliver: (call: StoredCall) => void): () => void {
    const user = { id: userId, deliver };
    this.#user = user;
    this.#last = Promise.resolve();
    this.#lastUpload = Promise.resolve();
    const stopping = new AbortController();
    this.#stopping = stopping;
    this.#loaded = this.#store.ofUser(userId).then(
      (calls) => {
        if (this.#user !== user) return;
        this.#show(calls);
        for (const call of calls) if (call.refusal === undefined) deliver(call);
      },
      () => undefined,
    );
    return () => {
      this.#user = undefined;
      stopping.abort();
      this.#show([]);
    };
  }

  /**
   * Makes a call, or keeps it if there is no response, or if others wait. A later attempt has the same idempotency key. The log of a
   * call is uploaded after it. A call with files to upload always waits for them.
   */
  readonly keep: CallKeeper = async (request, make) => {
    const call = { idempotencyKey: randomKey(), ...request };
    const user = this.#user;
    await this.#loaded;
    const isEarlier = (each: KeptCall) => !isUpload(each) && !each.isSent && each.refusal === undefined;
    const hasFiles = hasUnsentFiles(call);
    if (hasFiles || this.#calls.some(isEarlier)) {
      const reason = await this.#add(call, user);
      if (reason === undefined) return { error: BEHIND };
      if (hasFiles) return { error: notKept(BEHIND, reason) };
    }
    const result = await make(call);
    if (!('error' in result)) {
      if (user) await this.#addUpload(call, result.data, user.id);
      return result;
    }
    if (result.error.status !== 0 || !user || this.#user !== user) return result;
    const reason = await this.#add(call, user);
    return {
      error: reason === undefined ? { ...result.error, isQueued: true } : notKept(result.error, reason),
    };
  };

  /**
   * Sends a call after those before it, as soon as the server responds. A call with files delays only others with files. Resolves with
   * the response.
   */
  send(call: StoredCall, send: Send): Promise<CallResult> {
    const earlier = isUpload(call) ? Promise.all([this.#last, this.#lastUpload]) : this.#last;
    const sent = earlier.then(() => this.#sendOne(call, send));
    if (isUpload(call)) this.#lastUpload = sent;
    else this.#last = sent;
    return sent;
  }

  /** Removes a call that is refused, or sent. */
  async remove(id: number): Promise<void> {
    this.#show(this.#calls.filter((call) => call.id !== id));
    await this.#store.remove(id).catch(() => undefined);
  }

  /**
   * Stores a call and starts its delivery. Resolves with the reason if the browser does not store it, or if the queue is no longer
   * that of the user who made the call.
   */
  async #add(request: ApiRequest, user: QueueUser | undefined): Promise<string | undefined> {
    if (!user || this.#user !== user) return texts.notKept;
    try {
      const call = await this.#store.add({ userId: user.id, request });
      this.#show([...this.#calls, call]);
      user.deliver(call);
      return undefined;
    } catch (error) {
      return error instanceof DOMException && error.name === 'QuotaExceededError'
        ? texts.noRoom
        : texts.notKept;
    }
  }

  /** Starts the upload of the log of a call that has created its record. Without storage, the page has it only in memory. */
  async #addUpload(request: ApiRequest, record: unknown, userId: number): Promise<void> {
    const upload = uploadAfter(request, record);
    if (!upload) return;
    const call = { userId, ...upload };
    const stored = await this.#store.add(call).catch(() => {
      this.#lastUnstored -= 1;
      return { ...call, id: this.#lastUnstored };
    });
    if (this.#user?.id !== userId) return;
    this.#show([...this.#calls, stored]);
    this.#user.deliver(stored);
  }

  async #sendOne(call: StoredCall, send: Send): Promise<CallResult> {
    const user = this.#user;
    const { signal } = this.#stopping;
    const stopped = aborted(signal);
    const lock = isUpload(call) ? UPLOAD_LOCK : LOCK;
    for (;;) {
      const result = await alone(lock, () => Promise.race([this.#attempt(call, send, signal), stopped]));
      if (!result || this.#user !== user) return never();
      if (!('error' in result)) {
        this.#change({ ...call, isSent: true, response: result.data });
        return result;
      }
      if (!isTemporary(result.error)) {
        const refused = { ...call, refusal: errorText(result.error, texts.refusedWithoutReason) };
        this.#change(refused);
        return result;
      }
      await pause();
      if (this.#user !== user) return never();
    }
  }

  async #attempt(call: StoredCall, send: Send, signal: AbortSignal): Promise<CallResult> {
    // Another tab has sent the call. If the browser has deleted it meanwhile, the idempotency key covers a second attempt.
    if (call.id > 0 && !(await this.#store.waits(call.id).catch(() => true))) return { data: undefined };
    const current = await send({ url: paths.currentUser() });
    if ('error' in current) return current;
    // Another user has signed in, in another tab.
    if (!isObject(current.data) || current.data['id'] !== call.userId)
      return { error: { status: 0, message: '0: another user' } };
    const onPercent = (percent: number | null) =>
      this.#change(percent === null ? call : { ...call, percent });
    const result = await sendCall(call, send, { signal, onPercent });
    if (!('error' in result)) {
      await this.#addUpload(call.request, result.data, call.userId);
      await this.#store.remove(call.id).catch(() => undefined);
    } else if (!isTemporary(result.error)) {
      const refusal = errorText(result.error, texts.refusedWithoutReason);
      await this.#store.put({ ...call, refusal }).catch(() => undefined);
    }
    return result;
  }

  #change(changed: KeptCall): void {
    this.#show(this.#calls.map((call) => (call.id === changed.id ? changed : call)));
  }

  #show(calls: readonly KeptCall[]): void {
    this.#calls = calls;
    this.#showCalls(calls.map((call) => ({ ...call, remove: () => void this.remove(call.id) })));
  }
}

/** The queue of this page. */
export const callQueue = new CallQueue(callStore, showKeptCalls);
