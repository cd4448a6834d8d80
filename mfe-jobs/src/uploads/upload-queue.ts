import { randomKey, type JobView } from '@dps/contract';
import { toast } from '@dps/ui/toast';
import { texts } from '../texts.ts';

export type UploadState = 'waiting' | 'uploading' | 'done' | 'failed';

/** The upload of a file to an existing job. */
export interface Upload {
  readonly id: number;
  /** The user who added the file. Other users of the same browser do not see it. */
  readonly owner: number;
  readonly job: Pick<JobView, 'id' | 'title'>;
  readonly file: File;
  /** The same for each attempt, so that the job has the file once. */
  readonly idempotencyKey: string;
  readonly state: UploadState;
  /** The sent part of the file, in whole percent. */
  readonly percent: number;
  /** The error of a failed upload. */
  readonly error?: unknown;
}

/** A running request. */
interface Call {
  unwrap: () => Promise<unknown>;
  abort: () => void;
}
export type Send = (upload: Upload) => Call;

const isUnfinished = ({ state }: Upload) => state === 'waiting' || state === 'uploading';
const isAbort = (error: unknown) =>
  typeof error === 'object' && error !== null && 'name' in error && error.name === 'AbortError';

/**
 * Sends files to jobs, one request at a time, on all pages of the product. A failed file stays in the queue for a retry and
 * does not block other files. While uploads are unfinished, the browser shows a confirmation before it leaves the page.
 */
export class UploadQueue {
  readonly #onFailed: (upload: Upload) => void;
  readonly #listeners = new Set<() => void>();
  #underWay: { id: number; call: Call } | null = null;
  #uploads: readonly Upload[] = [];
  #lastId = 0;
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

  get(id: number): Upload | undefined {
    return this.#uploads.find((each) => each.id === id);
  }

  /** Adds files for a job, and removes finished uploads from the list. */
  add(given: Pick<Upload, 'owner' | 'job'>, files: readonly File[], send: Send): void {
    const added = files.map((file): Upload => {
      this.#lastId += 1;
      const idempotencyKey = randomKey();
      return { ...given, id: this.#lastId, file, idempotencyKey, state: 'waiting', percent: 0 };
    });
    this.#show([...this.#uploads.filter(({ state }) => state !== 'done'), ...added]);
    this.#sendNext(send);
  }

  retry(id: number, send: Send): void {
    if (this.get(id)?.state !== 'failed') return;
    this.#change(id, { state: 'waiting', percent: 0, error: undefined });
    this.#sendNext(send);
  }

  /** Removes an upload, and aborts its request. */
  remove(id: number): void {
    this.#show(this.#uploads.filter((each) => each.id !== id));
    if (this.#underWay?.id === id) this.#underWay.call.abort();
  }

  clear(): void {
    for (const { id } of this.#uploads) this.remove(id);
  }

  /** Updates the sent part of a file, from 0 to 1. */
  progress(id: number, part: number): void {
    const percent = Math.round(part * 100);
    if (this.get(id)?.percent !== percent) this.#change(id, { percent });
  }

  #sendNext(send: Send): void {
    const next = this.#uploads.find(({ state }) => state === 'waiting');
    if (next && !this.#underWay) void this.#send(next, send);
  }

  async #send(upload: Upload, send: Send): Promise<void> {
    const { id } = upload;
    this.#change(id, { state: 'uploading' });
    const call = send(upload);
    this.#underWay = { id, call };
    try {
      await call.unwrap();
      this.#change(id, { state: 'done', percent: 100 });
    } catch (error) {
      this.#fail(id, error);
    }
    this.#underWay = null;
    this.#sendNext(send);
  }

  #fail(id: number, error: unknown): void {
    const upload = this.get(id);
    if (!upload) return;
    // The user did not cancel: an ended session aborted the request, so all uploads of the user end.
    if (isAbort(error)) return this.clear();
    this.#change(id, { state: 'failed', error });
    this.#onFailed(upload);
  }

  #change(id: number, change: Partial<Upload>): void {
    this.#show(this.#uploads.map((each) => (each.id === id ? { ...each, ...change } : each)));
  }

  #show(uploads: readonly Upload[]): void {
    this.#uploads = uploads;
    if (uploads.some(isUnfinished)) window.addEventListener('beforeunload', this.#confirmUnload);
    else window.removeEventListener('beforeunload', this.#confirmUnload);
    for (const listener of this.#listeners) listener();
  }
}

/** The upload queue of this page. */
export const uploads = new UploadQueue(({ file }) => toast(texts.toasts.uploadFailed(file.name)));
