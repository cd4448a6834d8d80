import type { JobView } from '@dps/shared-contracts';

/** How long a value rests before it is sent, in ms. */
export const PAUSE = 800;

/** What a control does with a value on its way. */
interface Pen {
  show: (progress: number) => void;
  withdraw: () => void;
  /** Resolves when the server has answered, whatever it was; from its start on the value is shown as sent. */
  send: (progress: number) => Promise<void>;
}

interface Draft {
  /** What the server has, or is about to have. */
  stored: number;
  value: number;
  pen: Pen;
  timer?: ReturnType<typeof setTimeout>;
  /** It has rested, and waits for the answer to the value before. */
  due?: true;
}

/**
 * The progress of jobs that is shown and not sent yet: one value for a job, wherever it is moved. Values of a job are sent
 * one after the other, so that the last one stays, and only where they differ from what the server has.
 */
export class ProgressDrafts {
  readonly #drafts = new Map<number, Draft>();
  readonly #sending = new Map<number, Promise<void>>();

  /** Whether a value of the job is still to be sent. */
  has(id: number): boolean {
    return this.#drafts.has(id);
  }

  /** Shows a value that may still change. */
  move({ id, progress }: Pick<JobView, 'id' | 'progress'>, value: number, pen: Pen): void {
    const before = this.#drafts.get(id);
    clearTimeout(before?.timer);
    if (this.#drafts.size === 0) this.#watchPage();
    this.#drafts.set(id, { stored: before?.stored ?? progress, value, pen });
    pen.show(value);
  }

  /** Sends what is shown when it has rested. */
  rest(id: number): void {
    const draft = this.#drafts.get(id);
    if (draft) draft.timer = setTimeout(() => this.send(id), PAUSE);
  }

  /** Sends what is shown, as soon as the value before it is answered. */
  send(id: number): void {
    const draft = this.#drafts.get(id);
    if (!draft) return;
    clearTimeout(draft.timer);
    if (this.#sending.has(id)) draft.due = true;
    else void this.#write(id, draft);
  }

  /** Sends what is shown; resolves when nothing of the job is on its way any more. */
  async finish(id: number): Promise<void> {
    this.send(id);
    while (this.#sending.has(id)) await this.#sending.get(id);
  }

  async #write(id: number, { value, stored, pen }: Draft): Promise<void> {
    this.#drafts.delete(id);
    if (this.#drafts.size === 0) this.#unwatchPage();
    if (value === stored) {
      pen.withdraw();
      return;
    }
    const answered = pen.send(value);
    this.#sending.set(id, answered);
    pen.withdraw();
    await answered;
    this.#sending.delete(id);
    if (this.#drafts.get(id)?.due) this.send(id);
  }

  /** The page may never come back: nothing can wait, not even for an answer. */
  readonly #sendAll = (): void => {
    for (const [id, draft] of this.#drafts) {
      clearTimeout(draft.timer);
      void this.#write(id, draft);
    }
  };
  readonly #sendAllWhenHidden = (): void => {
    if (document.visibilityState === 'hidden') this.#sendAll();
  };

  // Phones end pages that are hidden without another word; Safari hides none that it leaves.
  #watchPage(): void {
    document.addEventListener('visibilitychange', this.#sendAllWhenHidden);
    window.addEventListener('pagehide', this.#sendAll);
  }

  #unwatchPage(): void {
    document.removeEventListener('visibilitychange', this.#sendAllWhenHidden);
    window.removeEventListener('pagehide', this.#sendAll);
  }
}

/** One for all controls: a list and the dialog above it may show the same job. */
export const progressDrafts = new ProgressDrafts();
