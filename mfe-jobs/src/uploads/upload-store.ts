import { randomKey, type JobView } from '@dps/contract';
import type { CallFile, FileFacts } from '@dps/contract/client';
import type { SentFile, UploadWatch } from '@dps/contract/upload';

export type UploadState = 'waiting' | 'uploading' | 'retrying' | 'checking' | 'paused' | 'failed' | 'done';

/** An upload of this page to an existing job. */
export interface Upload extends Readonly<Omit<SentFile, 'file'>> {
  /** A file that an earlier page has uploaded is no `File`. */
  readonly file: File | FileFacts;
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

type Given = Pick<Upload, 'owner' | 'purpose' | 'job'>;
/**
 * Sends a file until the server has it. Rejects with the error of a failed upload. It is given with the files, so that pages that only
 * show uploads do not load the code that sends them.
 */
type Send = (sent: SentFile, watch: UploadWatch) => Promise<void>;
/** A file that the server has. */
export type UploadedFile = Extract<CallFile, { id: number }>;

const ENDED: ReadonlySet<UploadState> = new Set(['paused', 'failed', 'done']);

/**
 * The uploads of this page. One file is sent at a time, on all pages of the product. A failed file stays for a retry and does
 * not block other files. While uploads are unfinished, the browser shows a confirmation before it leaves the page.
 */
export class UploadStore {
  readonly #onFailed: (upload: Upload) => void;
  readonly #sends = new Map<number, Send>();
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
  add(given: Given, files: readonly File[], send: Send): void {
    const added = files.map((file) => {
      const upload = this.#make(given, { id: null, file });
      this.#sends.set(upload.key, send);
      return upload;
    });
    const isKept = ({ state, purpose }: Upload) => state !== 'done' || purpose === 'message';
    this.#show([...this.#uploads.filter(isKept), ...added]);
    this.#startNext();
  }

  /** Adds uploaded files of a message, except those that this page has already. Returns the added ones. */
  restore(given: Given, files: readonly UploadedFile[]): readonly Upload[] {
    const known = new Set(this.#uploads.map(({ id }) => id));
    const added = files.filter(({ id }) => !known.has(id)).map((file) => this.#make(given, file));
    this.#show([...this.#uploads, ...added]);
    return added;
  }

  #make(given: Given, { id, file }: Pick<Upload, 'id' | 'file'>): Upload {
    this.#lastKey += 1;
    const begun =
      id === null ? ({ state: 'waiting', percent: 0 } as const) : ({ state: 'done', percent: 100 } as const);
    return { ...given, ...begun, key: this.#lastKey, id, file, idempotencyKey: randomKey() };
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
    this.#sends.delete(key);
    this.#show(this.#uploads.filter((each) => each.key !== key));
    this.#stop(key);
  }

  /** Removes all uploads of this page, and aborts their requests. */
  clear(): void {
    this.#sends.clear();
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
    const send = this.#sends.get(key);
    if (!send || !(file instanceof File)) return;
    this.#change(key, { state: 'uploading' });
    const abort = new AbortController();
    this.#underWay = { key, abort };
    const ifRunning = (change: Partial<Upload>) => {
      if (!abort.signal.aborted) this.#change(key, change);
    };
    try {
      await send(
        { ...upload, file },
        {
          signal: abort.signal,
          onStarted: (id) => ifRunning({ id }),
          onProgress: (bytes) => ifRunning({ percent: Math.min(100, Math.floor((bytes / file.size) * 100)) }),
          onState: (state) => ifRunning({ state }),
        },
      );
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
