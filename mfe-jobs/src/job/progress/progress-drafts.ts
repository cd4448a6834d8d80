import type { JobView } from '@dps/contract';
import { onUserEnd } from '@dps/contract/user';

/** The pause without changes before a value is sent, in ms. */
export const PAUSE = 800;

/** The callbacks of a progress control. */
interface ProgressWriter {
  /** Shows an unsent value. */
  show: (progress: number) => void;
  /** Stops showing the unsent value. */
  withdraw: () => void;
  /** Sends a value and shows it optimistically. Resolves after the response, also after an error. */
  send: (progress: number) => Promise<void>;
}

interface Draft {
  /** The value on the server, or in a running request. */
  stored: number;
  value: number;
  writer: ProgressWriter;
  timer?: ReturnType<typeof setTimeout>;
  /** The pause is over, but the request of the previous value is still running. */
  due?: true;
}

/**
 * The progress values that are shown but not sent: one per job for all controls. Requests of a job run one at a time, so that
 * the last value wins. A value that equals the stored one is not sent.
 */
export class ProgressDrafts {
  readonly #drafts = new Map<number, Draft>();
  readonly #sending = new Map<number, Promise<void>>();
  readonly #unsaved = new Map<number, number>();
  readonly #listeners = new Set<() => void>();

  constructor() {
    onUserEnd(() => this.#clear());
  }

  /** Whether the job has an unsent value. */
  has(id: number): boolean {
    return this.#drafts.has(id);
  }

  /** The last value of the job if the server did not save it; undefined otherwise. */
  unsaved(id: number): number | undefined {
    return this.#unsaved.get(id);
  }

  /** Stores that the server did not save a value; undefined if there is no such value. */
  setUnsaved(id: number, value: number | undefined): void {
    if (value === undefined) this.#unsaved.delete(id);
    else this.#unsaved.set(id, value);
    for (const listener of this.#listeners) listener();
  }

  /** Calls `listener` when unsaved values change. Returns a function that ends this. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Shows a value that may still change. */
  set({ id, progress }: Pick<JobView, 'id' | 'progress'>, value: number, writer: ProgressWriter): void {
    const before = this.#drafts.get(id);
    clearTimeout(before?.timer);
    if (this.#drafts.size === 0) this.#watchPage();
    this.setUnsaved(id, undefined);
    this.#drafts.set(id, { stored: before?.stored ?? progress, value, writer });
    writer.show(value);
  }

  /** Sends the value after the pause, unless it changes before. */
  sendLater(id: number): void {
    const draft = this.#drafts.get(id);
    if (draft) draft.timer = setTimeout(() => this.send(id), PAUSE);
  }

  /** Sends the value now, or after the running request of the job. */
  send(id: number): void {
    const draft = this.#drafts.get(id);
    if (!draft) return;
    clearTimeout(draft.timer);
    if (this.#sending.has(id)) draft.due = true;
    else void this.#write(id, draft);
  }

  /** Sends the value, and resolves when no request of the job is running. */
  async finish(id: number): Promise<void> {
    this.send(id);
    while (this.#sending.has(id)) await this.#sending.get(id);
  }

  /** Drops all values, without sending them. */
  #clear(): void {
    for (const { timer } of this.#drafts.values()) clearTimeout(timer);
    this.#drafts.clear();
    this.#unsaved.clear();
    this.#unwatchPage();
  }

  async #write(id: number, { value, stored, writer }: Draft): Promise<void> {
    this.#drafts.delete(id);
    if (this.#drafts.size === 0) this.#unwatchPage();
    if (value === stored) {
      writer.withdraw();
      return;
    }
    const response = writer.send(value);
    this.#sending.set(id, response);
    writer.withdraw();
    await response;
    this.#sending.delete(id);
    if (this.#drafts.get(id)?.due) this.send(id);
  }

  /** The page may end here, so all values are sent at once, also while requests are running. */
  readonly #sendAll = (): void => {
    for (const [id, draft] of this.#drafts) {
      clearTimeout(draft.timer);
      void this.#write(id, draft);
    }
  };
  readonly #sendAllWhenHidden = (): void => {
    if (document.visibilityState === 'hidden') this.#sendAll();
  };

  // Mobile browsers end hidden pages without another event. Safari does not send visibilitychange when it leaves a page.
  #watchPage(): void {
    document.addEventListener('visibilitychange', this.#sendAllWhenHidden);
    window.addEventListener('pagehide', this.#sendAll);
  }

  #unwatchPage(): void {
    document.removeEventListener('visibilitychange', this.#sendAllWhenHidden);
    window.removeEventListener('pagehide', this.#sendAll);
  }
}

/** Shared by all controls, because a list and the dialog above it may show the same job. */
export const progressDrafts = new ProgressDrafts();
