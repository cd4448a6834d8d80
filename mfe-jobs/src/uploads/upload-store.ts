import { randomKey, type JobView } from '@dps/contract';
import { uploadFile, type SentFile, type UploadCalls } from '@dps/contract/upload';

export type UploadState = 'waiting' | 'uploading' | 'retrying' | 'checking' | 'paused' | 'failed' | 'done';

/** An upload of this page to an existing job. */
export interface Upload extends Readonly<SentFile> {
  readonly key: number;
  /** The user who added the file. Other users of the same browser do not see it. */
  readonly owner: number;
  /** Its job; for a file of a message with the pilot of the thread. */
  readonly job: Pick<JobView, 'id' | 'title'> & Partial<Pick<JobView, 'pilotId'>>;
  readonly state: UploadState;
  /** The sent part of the file, in whole percent. */
  readonly percent: number;
  /** Its id on the server; null before the first response. */
  readonly id: number | null;
  /** The error of a failed upload. */
  readonly error?: unknown;
}

const ENDED: ReadonlySet<UploadState> = new Set(['paused', 'failed', 'done']);

/**
 * The uploads of this page. One file is sent at a time, on all pages of the product. A failed file stays for a retry and does
 * not block other files. While uploads are unfinished, the browser shows a confirmation before it leaves the page.
 */
export class UploadStore {
  readonly #onFailed: (upload: Upload) => void;
  readonly #calls = new Map<number, UploadCalls>();
  readonly #listeners = new Set<() => void>();
  #uploads: readonly Upload[] = [];
  #lastKey = 0;
  #underWay: { key: number; abort: AbortController } | null = null;
  readonly #confirmUnload = (event: BeforeUnloadEvent) => event.preventDefault();

  constructor(onFailed: (upload: Upload) => void) {
    this.#onFailed = onFailed;
  }

  /** All uploads, oldest first; the same array until a change. */
  readonly all = (): readonly Upload[] => this.#uploads;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Adds files for a job, and removes finished uploads from the list. Files of a message stay until it is sent. */
  add(given: Pick<Upload, 'owner' | 'purpose' | 'job'>, files: readonly File[], calls: UploadCalls): void {
    const added = files.map((file): Upload => {
      this.#lastKey += 1;
      this.#calls.set(this.#lastKey, calls);
      const idempotencyKey = randomKey();
      return { ...given, key: this.#lastKey, file, idempotencyKey, state: 'waiting', percent: 0, id: null };
    });
    const isKept = ({ state, purpose }: Upload) => state !== 'done' || purpose === 'message';
    this.#show([...this.#uploads.filter(isKept), ...added]);
    this.#startNext();
  }

  pause(key: number): void {
    this.#change(key, { state: 'paused' });
    this.#stop(key);
  }

  /** Continues a paused or failed upload. */
  resume(key: number): void {
    this.#change(key, { state: 'waiting', error: undefined });
    this.#startNext();
  }

  /** Removes an upload of this page. The caller deletes it on the server. */
  remove(key: number): void {
    this.#calls.delete(key);
    this.#show(this.#uploads.filter((each) => each.key !== key));
    this.#stop(key);
  }

  /** Removes all uploads of this page, and aborts their requests. */
  clear(): void {
    this.#calls.clear();
    this.#show([]);
    this.#underWay?.abort.abort();
    this.#underWay = null;
  }

  #stop(key: number): void {
    if (this.#underWay?.key !== key) return;
    this.#underWay.abort.abort();
    this.#underWay = null;
    this.#startNext();
  }

  #startNext(): void {
    const next = this.#uploads.find(({ state }) => state === 'waiting');
    if (next && !this.#underWay) void this.#send(next);
  }

  async #send(upload: Upload): Promise<void> {
    const { key, file } = upload;
    const calls = this.#calls.get(key);
    if (!calls) return;
    this.#change(key, { state: 'uploading' });
    const abort = new AbortController();
    this.#underWay = { key, abort };
    const ifRunning = (change: Partial<Upload>) => {
      if (!abort.signal.aborted) this.#change(key, change);
    };
    try {
      await uploadFile(upload, calls, {
        signal: abort.signal,
        onStarted: (id) => ifRunning({ id }),
        onProgress: (bytes) => ifRunning({ percent: Math.min(100, Math.floor((bytes / file.size) * 100)) }),
        onState: (state) => ifRunning({ state }),
      });
      ifRunning({ state: 'done', percent: 100 });
    } catch (error) {
      ifRunning({ state: 'failed', error });
      if (!abort.signal.aborted) this.#onFailed(upload);
    }
    if (this.#underWay?.key !== key) return;
    this.#underWay = null;
    this.#startNext();
  }

  #change(key: number, change: Partial<Upload>): void {
    this.#show(this.#uploads.map((each) => (each.key === key ? { ...each, ...change } : each)));
  }

  #show(uploads: readonly Upload[]): void {
    this.#uploads = uploads;
    if (uploads.some(({ state }) => !ENDED.has(state)))
      window.addEventListener('beforeunload', this.#confirmUnload);
    else window.removeEventListener('beforeunload', this.#confirmUnload);
    for (const listener of this.#listeners) listener();
  }
}
