import { errorText } from '@dps/contract/client';
import { texts } from '../texts/deliverables.ts';
import { uploadFile, type UploadCalls } from './upload-file.ts';

export type UploadState = 'waiting' | 'uploading' | 'retrying' | 'checking' | 'paused' | 'failed';

/** An upload of this page that is not completed. */
export interface Upload {
  readonly key: number;
  /** The user who added the file. Other users of the same browser do not see it. */
  readonly owner: number;
  readonly jobId: number;
  readonly file: File;
  readonly state: UploadState;
  /** The sent part of the file, in whole percent. */
  readonly percent: number;
  /** Id of its deliverable on the server; null before the first response. */
  readonly id: number | null;
  /** The reason of a failure. */
  readonly problem: string | null;
}

const isRunning = ({ state }: Upload) => state !== 'paused' && state !== 'failed';

/** The uploads of this page. One file is sent at a time. The upload continues while dialogs and pages change. */
export class UploadStore {
  readonly #calls = new Map<number, UploadCalls>();
  readonly #listeners = new Set<() => void>();
  #uploads: readonly Upload[] = [];
  #lastKey = 0;
  #underWay: { key: number; abort: AbortController } | null = null;
  readonly #confirmUnload = (event: BeforeUnloadEvent) => event.preventDefault();

  /** All uploads, oldest first; the same array until a change. */
  readonly all = (): readonly Upload[] => this.#uploads;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  add(given: Pick<Upload, 'owner' | 'jobId'>, files: readonly File[], calls: UploadCalls): void {
    const added = files.map((file): Upload => {
      this.#lastKey += 1;
      this.#calls.set(this.#lastKey, calls);
      return { ...given, key: this.#lastKey, file, state: 'waiting', percent: 0, id: null, problem: null };
    });
    this.#show([...this.#uploads, ...added]);
    this.#startNext();
  }

  pause(key: number): void {
    this.#change(key, { state: 'paused' });
    this.#stop(key);
  }

  /** Continues a paused or failed upload. */
  resume(key: number): void {
    this.#change(key, { state: 'waiting', problem: null });
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

  async #send({ key, file }: Upload): Promise<void> {
    const calls = this.#calls.get(key);
    if (!calls) return;
    const abort = new AbortController();
    this.#underWay = { key, abort };
    const ifRunning = (change: Partial<Upload>) => {
      if (!abort.signal.aborted) this.#change(key, change);
    };
    try {
      await uploadFile(file, calls, {
        signal: abort.signal,
        onStarted: (id) => ifRunning({ id }),
        onProgress: (bytes) => ifRunning({ percent: Math.min(100, Math.floor((bytes / file.size) * 100)) }),
        onState: (state) => ifRunning({ state }),
      });
      this.remove(key);
    } catch (error) {
      ifRunning({ state: 'failed', problem: errorText(error, texts.state.failed) });
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
    if (uploads.some(isRunning)) window.addEventListener('beforeunload', this.#confirmUnload);
    else window.removeEventListener('beforeunload', this.#confirmUnload);
    for (const listener of this.#listeners) listener();
  }
}
