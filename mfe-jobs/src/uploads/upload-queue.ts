import type { JobView } from '@dps/shared-contracts';
import { toast } from '@dps/ui/toast';
import { texts } from '../texts.ts';

export type UploadState = 'waiting' | 'uploading' | 'done' | 'failed';

/** A file on its way to a job that exists. */
export interface Upload {
  readonly id: number;
  /** The user whose file it is: nobody else of the same browser sees it. */
  readonly owner: number;
  readonly job: Pick<JobView, 'id' | 'title'>;
  readonly file: File;
  readonly state: UploadState;
  /** How much was sent, in whole percent. */
  readonly percent: number;
  /** Why it failed. */
  readonly error?: unknown;
}

/** A call under way. */
interface Call {
  unwrap: () => Promise<unknown>;
  abort: () => void;
}
export type Send = (upload: Upload) => Call;

const isUnderWay = ({ state }: Upload) => state === 'waiting' || state === 'uploading';
const isAbort = (error: unknown) =>
  typeof error === 'object' && error !== null && 'name' in error && error.name === 'AbortError';

/**
 * Sends files to jobs, each by a call of its own and one after the other, whichever page of the product is shown. A file
 * that fails stays, to be sent again or given up, and keeps no other back. While something is under way the browser asks before the page is left.
 */
export class UploadQueue {
  readonly #onFailed: (upload: Upload) => void;
  readonly #listeners = new Set<() => void>();
  #underWay: { id: number; call: Call } | null = null;
  #uploads: readonly Upload[] = [];
  #lastId = 0;
  readonly #ask = (event: BeforeUnloadEvent) => event.preventDefault();

  constructor(onFailed: (upload: Upload) => void) {
    this.#onFailed = onFailed;
  }

  /** All uploads, oldest first; the same array until something changes. */
  readonly all = (): readonly Upload[] => this.#uploads;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  get(id: number): Upload | undefined {
    return this.#uploads.find((each) => each.id === id);
  }

  /** Files for a job; what arrived earlier leaves the list. */
  add(given: Pick<Upload, 'owner' | 'job'>, files: readonly File[], send: Send): void {
    const added = files.map((file): Upload => {
      this.#lastId += 1;
      return { ...given, id: this.#lastId, file, state: 'waiting', percent: 0 };
    });
    this.#show([...this.#uploads.filter(({ state }) => state !== 'done'), ...added]);
    this.#sendNext(send);
  }

  retry(id: number, send: Send): void {
    if (this.get(id)?.state !== 'failed') return;
    this.#change(id, { state: 'waiting', percent: 0, error: undefined });
    this.#sendNext(send);
  }

  /** Gives a file up: what is under way is stopped. */
  remove(id: number): void {
    this.#show(this.#uploads.filter((each) => each.id !== id));
    if (this.#underWay?.id === id) this.#underWay.call.abort();
  }

  /** Gives all files up. */
  clear(): void {
    for (const { id } of this.#uploads) this.remove(id);
  }

  /** How much of a file was sent, as a part from 0 to 1. */
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
    // Nobody gave this one up: its session was closed, and all of its user's files go with it.
    if (isAbort(error)) return this.clear();
    this.#change(id, { state: 'failed', error });
    this.#onFailed(upload);
  }

  #change(id: number, change: Partial<Upload>): void {
    this.#show(this.#uploads.map((each) => (each.id === id ? { ...each, ...change } : each)));
  }

  #show(uploads: readonly Upload[]): void {
    this.#uploads = uploads;
    if (uploads.some(isUnderWay)) window.addEventListener('beforeunload', this.#ask);
    else window.removeEventListener('beforeunload', this.#ask);
    for (const listener of this.#listeners) listener();
  }
}

/** The upload queue of this page. */
export const uploads = new UploadQueue(({ file }) => toast(texts.toasts.uploadFailed(file.name)));
